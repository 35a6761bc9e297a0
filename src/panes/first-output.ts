import type { LivePane } from "./live-pane.ts";
import { waitFor } from "./wait.ts";

/**
 * A program is started before it can print anything. A caller that looks right after the start means the program, not
 * the blank screen. So a look at a program that has never printed waits for its first output or its end. The wait is
 * not part of the start, where every caller would pay for it, and lasts only this long after the first look, so that a
 * silent program (cat) costs its callers the time only once. It is a second because a program on an interpreter
 * (node server.js) takes a good part of one to report that it listens.
 */
const FIRST_OUTPUT_MS = 1_000;

/** Resolves when the program in the pane has printed something or ended, or after the time limit. */
export async function firstOutput(live: LivePane, gone: AbortSignal): Promise<void> {
  const { pane, server, room } = live;
  if (!live.isRunning || live.output?.end !== 0) return;
  const timeoutMs = server.mux.server.agents.of(pane).since + FIRST_OUTPUT_MS - room.clock.now();
  if (timeoutMs > 0) await waitFor(live, { until: { kind: "output" }, timeoutMs, gone });
}
