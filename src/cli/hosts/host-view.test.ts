import { expect, test } from "vitest";
import type { HostLink, HostLinkState } from "../../hosts/host-link.ts";
import type { LinkStream } from "../../hosts/link-stream.ts";
import { encodeExit, encodeStderr, encodeStdout } from "../../wire/client-wire.ts";
import { HostView } from "./host-view.ts";

const WELCOME = {
  link: 1,
  version: "9.9",
  clientWire: 3,
  level: 1,
  node: "v99",
  resumed: false,
  received: 0,
};
const CONNECTED: HostLinkState = { kind: "connected", since: 1, latencyMs: undefined, welcome: WELCOME };
const UNREACHABLE: HostLinkState = { kind: "unreachable", since: 1, reason: "its daemon ended" };
const TREE = { daemon: { pid: 1, version: "9.9", startTime: 1, root: "/" }, servers: [], warnings: [] };

const CALLER = { environment: new Map<string, string>(), retry: false };

/** Lets calls that were begun reach the link. */
const turn = () => new Promise(setImmediate);

/** A connected host whose reports the test writes. `reached`: states of the link in which something asked for it. */
function hostWith() {
  const listeners = new Set<(state: HostLinkState) => void>();
  const runs: Partial<LinkStream>[] = [];
  const reached: string[] = [];
  const link = {
    host: { name: "build", command: ["x"] },
    state: CONNECTED,
    isStopped: false,
    onChange(listener: (state: HostLinkState) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async reach() {
      reached.push(link.state.kind);
      return { open };
    },
    unreachable: () => new Error("host build is unreachable"),
  };
  const open = () => {
    const stream: Partial<LinkStream> = { write() {}, discard() {}, consumed() {}, onEnd() {} };
    runs.push(stream);
    return stream;
  };
  let nextId = 1n;
  const view = new HostView(link as unknown as HostLink, () => nextId++);
  return {
    ...{ view, runs, reached, listeners },
    change(state: HostLinkState) {
      link.state = state as typeof link.state;
      for (const listener of [...listeners]) listener(state);
    },
    report() {
      const lines = [{ tree: { ...TREE, home: "/" } }, { mark: 0 }].map(
        (line) => `${JSON.stringify(line)}\n`,
      );
      runs.at(-1)?.onData?.(encodeStdout(Buffer.from(lines.join(""))));
    },
    endDaemon() {
      runs
        .at(-1)
        ?.onData?.(Buffer.concat([encodeStderr(Buffer.from("the daemon was ended\n")), encodeExit(1)]));
    },
  };
}

test("an open list follows a host again when something else has connected to its next daemon", async () => {
  const host = hostWith();
  const stop = host.view.follow(CALLER, () => {});
  await turn();
  host.report();
  expect(host.view.last.error).toBeUndefined();
  host.endDaemon();
  await turn();
  expect(host.view.last.error).toBe("host build: the daemon was ended");
  // A latency that was measured on the connection that still stands is no new connection.
  host.change(CONNECTED);
  host.change(UNREACHABLE);
  await turn();
  expect(host.reached).toEqual(["connected"]);
  host.change(CONNECTED);
  await turn();
  host.report();
  expect(host.reached).toEqual(["connected", "connected"]);
  expect(host.runs).toHaveLength(2);
  expect(host.view.last.error).toBeUndefined();
  stop();
});

test("a view that no list is open on does not follow the host again", async () => {
  const host = hostWith();
  host.view.follow(CALLER, () => {})();
  await turn();
  host.endDaemon();
  await turn();
  host.change(UNREACHABLE);
  host.change(CONNECTED);
  await turn();
  expect(host.runs).toHaveLength(1);
});

test("a list is notified when the link's state is of another kind, not of each latency", async () => {
  const host = hostWith();
  let notified = 0;
  const stop = host.view.follow(CALLER, () => (notified += 1));
  await turn();
  host.change({ ...CONNECTED, latencyMs: 3 });
  host.change({ ...CONNECTED, latencyMs: 4 });
  expect(notified).toBe(0);
  host.change(UNREACHABLE);
  host.change({ ...UNREACHABLE, reason: "it did not answer" });
  host.change(CONNECTED);
  expect(notified).toBe(2);
  stop();
});
