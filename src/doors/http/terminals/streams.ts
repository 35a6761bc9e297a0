import { isDeepStrictEqual } from "node:util";
import { exitCodeOf } from "../../../panes/describe-pane.ts";
import type { LivePane } from "../../../panes/live-pane.ts";
import { waitFor } from "../../../panes/wait.ts";
import type { HttpHost } from "../host.ts";
import { PaneFeed } from "../live/pane-feed.ts";
import { Wake } from "../wake.ts";
import { describeTerminal } from "./describe-terminal.ts";
import { allTerminals, type HttpTerminal } from "./terminals.ts";

/**
 * Exit code of a closed terminal: `kill` hangs up the shell, and the stream does not wait for the shell's own exit
 * code.
 */
const HUNG_UP = 129;
/** Changes come in bursts, which are combined into one list. */
const BURST_MS = 50;
export const DEFAULT_HISTORY = 1_000;
const STRETCH_BYTES = 64 * 1024;

/** The list, and the new list after each change. A slow reader misses the versions in between. */
export async function* watchList(host: HttpHost, left: AbortSignal): AsyncGenerator<unknown> {
  const wake = new Wake();
  const unwatch = host.onChange(wake.up);
  left.addEventListener("abort", wake.up);
  try {
    for (let before: unknown; !left.aborted; await wake.sleep()) {
      const list = allTerminals(host).map((terminal) => describeTerminal(host, terminal));
      if (!isDeepStrictEqual(list, before)) yield list;
      before = list;
      await new Promise((resolve) => setTimeout(resolve, BURST_MS));
    }
  } finally {
    unwatch();
  }
}

/** The screen as a terminal draws it, then the output. A reader that is too slow gets the screen again. */
export async function* attach(terminal: HttpTerminal, left: AbortSignal): AsyncGenerator<string> {
  const wake = new Wake();
  const decoder = new TextDecoder();
  left.addEventListener("abort", wake.up);
  const feed = new PaneFeed({ terminal, history: DEFAULT_HISTORY, onReady: wake.up });
  try {
    while (!left.aborted) {
      const item = feed.take(STRETCH_BYTES);
      if (item?.type === "closed") return;
      if (item?.type === "snapshot") yield item.screen;
      else if (item?.type === "output") yield decoder.decode(item.bytes, { stream: true });
      else if (!item) await wake.sleep();
    }
  } finally {
    feed.close();
  }
}

/** One value when the process has ended: its exit code. */
export async function* onExit(live: LivePane, gone: AbortSignal): AsyncGenerator<number> {
  const ended = await waitFor(live, { until: { kind: "exit" }, gone });
  if (ended.outcome !== "timed-out") yield ended.exit ? exitCodeOf(ended.exit) : HUNG_UP;
}
