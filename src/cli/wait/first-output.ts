import type { Mux } from "../../core/mux.ts";
import type { Pane } from "../../core/tree/tree.ts";
import type { Invocation } from "../../wire/invocation.ts";
import type { CliContext } from "../context.ts";
import { waitForPane } from "./wait-for-pane.ts";

/**
 * `run` answers when its program has started, which is before the program can print anything. A caller that looks right
 * afterwards means the program, not the blank screen. So a look at a program that has never printed waits for its first
 * output or its end. The wait is not in `run`, where every caller would pay for it, and lasts only this long after the
 * first look, so that a silent program (cat) costs its callers the time only once. It is a second because a program on
 * an interpreter (node server.js) takes a good part of one to report that it listens.
 */
const FIRST_OUTPUT_MS = 1_000;

interface Look {
  readonly context: CliContext;
  readonly invocation: Invocation;
  readonly mux: Mux;
  readonly pane: Pane;
}

/** Resolves when the program in the pane has printed something or ended, or after the time limit. */
export async function firstOutput({ context, invocation, mux, pane }: Look): Promise<void> {
  if (!pane.process || context.outputOf(pane)?.end !== 0) return;
  const timeoutMs = mux.server.agents.of(pane).since + FIRST_OUTPUT_MS - context.clock.now();
  if (timeoutMs <= 0) return;
  await waitForPane({
    context,
    mux,
    pane,
    condition: ({ output, met }) => ({ stop: output.tap(() => met()) }),
    since: undefined,
    timeoutMs,
    onGone: (listener) => invocation.onGone(listener),
  });
}
