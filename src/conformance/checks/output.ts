import { setTimeout as delay } from "node:timers/promises";
import { type Peer, type PeerMessage, Violation } from "../peer.ts";
import type { RequirementCheck } from "../stage.ts";

/** Enough to fill the buffers of any kernel and most backends for a reader that does not read. */
const MANY_LINES = 150_000;
/** How long the slow reader reads nothing. */
const SLOW_MS = 1_000;

function printing(lines: number): string[] {
  return [
    "awk",
    `BEGIN { for (i = 1; i <= ${lines}; i++) print "line " i " of a context that prints a lot" }`,
  ];
}

export const outputChecks = {
  async "output:only-if-asked"(stage) {
    const peer = await stage.begin({ capabilities: [] });
    const id = await stage.spawn(peer, ["sh", "-c", "echo conformance"]);
    await stage.exitCode(peer, id);
    await peer.request("list");
    if (peer.events("context_output").length > 0) throw new Violation("context_output came unasked");
  },

  async "output:raw"(stage) {
    const peer = await stage.beginWithOutput();
    const id = await stage.spawn(peer, ["sh", "-c", "printf '\\033[31mred\\033[0m'"]);
    await stage.exitCode(peer, id);
    for (const { params } of peer.events("context_output", id)) {
      const { data } = params as PeerMessage;
      if (typeof data !== "string" || Buffer.from(data, "base64").toString("base64") !== data)
        throw new Violation(`data is not base64: ${JSON.stringify(data)}`);
    }
    const printed = peer.output(id).toString("latin1");
    if (!printed.includes("\x1b[31mred\x1b[0m")) throw new Violation(`it printed ${JSON.stringify(printed)}`);
  },

  async "output:before-exit"(stage) {
    const peer = await stage.beginWithOutput();
    const id = await stage.spawn(peer, printing(500));
    const exited = await peer.event("context_exited", id);
    await peer.request("list");
    const [last] = peer.events("context_output", id).slice(-1);
    if (last && peer.received.indexOf(last) > peer.received.indexOf(exited))
      throw new Violation("context_output came after context_exited");
    if (!peer.output(id).includes("line 500 ")) throw new Violation("the last line did not come");
  },

  async "output:lag-told"(stage) {
    const peer = await stage.beginWithOutput();
    const id = await stage.spawn(peer, printing(MANY_LINES));
    peer.pause();
    await delay(SLOW_MS);
    peer.resume();
    await peer.event("context_exited", id);
    const lines = peer.output(id).toString("latin1").split("\n").length - 1;
    if (lines < MANY_LINES && !reportsGap(peer))
      throw new Violation(`${MANY_LINES - lines} lines are missing, and nothing says so`);
  },
} satisfies Record<string, RequirementCheck>;

/** Whether the backend reported a gap in any way: by an event that is neither output nor exit. */
function reportsGap({ received }: Peer): boolean {
  return received.some(
    ({ method }) => typeof method === "string" && method !== "context_output" && method !== "context_exited",
  );
}
