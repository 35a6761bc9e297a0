import type { Mux } from "../../core/mux.ts";
import type { ExitState } from "../../core/ports.ts";
import type { Pane } from "../../core/tree/tree.ts";
import type { CliContext } from "../context.ts";
import type { Condition, Met } from "./condition.ts";

export interface WaitOptions {
  readonly context: CliContext;
  readonly mux: Mux;
  readonly pane: Pane;
  readonly condition: Condition;
  readonly since: number | undefined;
  /** Undefined: no limit. */
  readonly timeoutMs: number | undefined;
  /** Called when the caller has disconnected. */
  onGone(listener: () => void): void;
}

export type WaitOutcome =
  | { readonly outcome: "met"; readonly met: Met; readonly exit?: ExitState | undefined }
  | { readonly outcome: "ended"; readonly exit?: ExitState | undefined }
  | { readonly outcome: "timed-out" };

/** Resolves when the condition holds, the pane ends, the time is over, or the caller has disconnected. */
export function waitForPane(options: WaitOptions): Promise<WaitOutcome> {
  const { context, mux, pane, condition, since, timeoutMs, onGone } = options;
  const output = context.outputOf(pane);
  return new Promise((resolve) => {
    const ends: (() => void)[] = [];
    let done = false;
    const end = (outcome: WaitOutcome) => {
      if (done) return;
      done = true;
      for (const stop of ends.splice(0)) stop();
      resolve(outcome);
    };
    if (!output) {
      end({ outcome: "ended" });
      return;
    }
    const met = (details: Met = {}) => end({ outcome: "met", met: details });
    const watching = condition({ context, mux, pane, output, since, met });
    ends.push(() => watching.stop());
    const ended = (exit: ExitState | undefined) => {
      const last = watching.atEnd?.();
      end(last ? { outcome: "met", met: last, exit } : { outcome: "ended", exit });
    };
    if (pane.process === undefined) ended(pane.exit);
    else ends.push(context.onEnd(pane, ended));
    if (timeoutMs !== undefined)
      ends.push(context.clock.after(timeoutMs, () => end({ outcome: "timed-out" })));
    onGone(() => end({ outcome: "timed-out" }));
    // The condition held at once, before there was a watch to stop.
    if (done) for (const stop of ends.splice(0)) stop();
  });
}
