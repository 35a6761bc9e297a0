import type { Params, Result } from "../protocol/methods.ts";
import type { Context } from "./context.ts";
import type { PaneOutput } from "./host.ts";
import type { Native } from "./native.ts";
import type { NativeCall } from "./native-call.ts";
import { lineMatch, matchOnScreen } from "./text-match.ts";
import { watchText } from "./watch-text.ts";

type Condition = Params<"mullion.wait">["until"];
type Outcome = Pick<Result<"mullion.wait">, "outcome" | "text">;

interface Watch {
  readonly native: Native;
  readonly context: Context;
  readonly output: PaneOutput;
  readonly since: number | undefined;
  met(text?: string): void;
}

type Watchers = {
  readonly [K in Condition["kind"]]: (until: Extract<Condition, { kind: K }>, watch: Watch) => () => void;
};

const nothing = () => {};

const watchers: Watchers = {
  exit: () => nothing,
  text: watchLines,
  regex: watchLines,

  idle({ idle_ms }, { native: { host }, output, met }) {
    let cancel = host.clock.after(idle_ms, met);
    const untap = output.tap(() => {
      cancel();
      cancel = host.clock.after(idle_ms, met);
    });
    return () => {
      cancel();
      untap();
    };
  },

  prompt(_until, { native, context, met }) {
    if (native.prompts.isWaiting(context)) {
      met();
      return nothing;
    }
    return native.prompts.onPrompt(context, () => met());
  },
};

function watchLines(
  until: Extract<Condition, { kind: "text" | "regex" }>,
  { native: { host }, context: { pane }, output, since, met }: Watch,
): () => void {
  const screen = () => (since === undefined ? pane?.screen : undefined);
  return watchText(lineMatch(until), { clock: host.clock, output, since, screen, met }).stop;
}

/** Resolves when the condition holds, the context exits, the time is over, or the caller no longer waits. */
export function waitFor(
  native: Native,
  call: NativeCall,
  { context_id, until, timeout_ms, since }: Params<"mullion.wait">,
): Promise<Result<"mullion.wait">> {
  const context = call.team.context(context_id);
  if (until.kind === "text" || until.kind === "regex") lineMatch(until); // Rejects a bad pattern at once.
  return new Promise((resolve, reject) => {
    const ends: (() => void)[] = [];
    let done = false;
    const end = (outcome: Outcome) => {
      if (done) return;
      done = true;
      for (const stop of ends.splice(0)) stop();
      resolve({ ...outcome, offset: context.offset, ...exitOf(context) });
    };
    const met = (text?: string) => end({ outcome: "met", ...(text !== undefined && { text }) });
    const exited = () => {
      const text = lastLook(native, context, until, since);
      if (until.kind === "exit") met();
      else if (text !== undefined) met(text);
      else end({ outcome: "exited" });
    };
    const { output } = context;
    if (context.exit || !output) {
      exited();
      return;
    }
    try {
      ends.push(native.onExit(context, exited));
      ends.push(native.host.clock.after(timeout_ms, () => end({ outcome: "timed-out" })));
      const gone = () => end({ outcome: "timed-out" });
      call.gone.addEventListener("abort", gone);
      ends.push(() => call.gone.removeEventListener("abort", gone));
      const watch = watchers[until.kind] as (until: Condition, watch: Watch) => () => void;
      const stop = watch(until, { native, context, output, since, met });
      if (done) stop();
      else ends.push(stop);
    } catch (error) {
      for (const stop of ends.splice(0)) stop();
      reject(error);
    }
  });
}

function exitOf({ exit }: Context): Pick<Result<"mullion.wait">, "exit_code" | "signal"> {
  if (!exit) return {};
  return { exit_code: exit.exit_code, ...(exit.signal !== undefined && { signal: exit.signal }) };
}

/** Checks once more: the last output may have arrived together with the exit. */
function lastLook(
  native: Native,
  context: Context,
  until: Condition,
  since: number | undefined,
): string | undefined {
  if ((until.kind !== "text" && until.kind !== "regex") || since !== undefined) return undefined;
  return native.withScreen(context, (screen) => matchOnScreen(screen, lineMatch(until)));
}
