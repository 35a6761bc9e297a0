import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  type AnyEvent,
  type Client,
  type ConnectOptions,
  connect,
  type EventParams,
} from "../../src/client/index.ts";
import { severalMachines } from "./several-machines.ts";

type Change = EventParams<"mullion.agent_state_changed">;

const EVENTS = ["mullion.agent_state_changed"] as const;
const ASK = "printf 'Go on? [y/N] '; read x; exec cat";

describe("changes of agents on hosts", { timeout: 60_000 }, () => {
  const { near, hosts, call, addAgain } = severalMachines(["there", "other"]);
  /** One stream for each client: a change that arrives between two reads waits there. */
  const open = new Map<Client, AsyncIterator<AnyEvent, unknown>>();
  afterEach(() => {
    for (const client of open.keys()) client.close();
    open.clear();
  });

  async function client(sessionHint: string, more: ConnectOptions = {}): Promise<Client> {
    const socket = join(near.dir, "m/daemon.sock");
    const opened = await connect({ socket, env: near.env, sessionHint, events: EVENTS, ...more });
    open.set(opened, opened.events());
    return opened;
  }

  async function until(reader: Client, isLast: (change: Change) => boolean): Promise<Change[]> {
    const read: Change[] = [];
    for (;;) {
      const { value, done } = await open.get(reader)!.next();
      if (done) throw new Error("the events have ended");
      if (value.method !== "mullion.agent_state_changed") continue;
      read.push(value.params);
      if (isLast(value.params)) return read;
    }
  }

  const spawn = (by: Client, place: string, script: string) =>
    by.call("spawn_agent", { command: ["sh", "-c", script], metadata: { place } });

  test("are pushed to a reader of every pane: new, in another state, closed", async () => {
    const wide = await client("wide", { reach: "all", hosts: true });
    const id = (await call("run", "--on", "there", "-n", "asker", "--", "sh", "-c", ASK)).replace(
      "there/",
      "",
    );
    const isIt = ({ host, pane_id }: Change) => host === "there" && pane_id === id;
    const asked = await until(wide, (change) => isIt(change) && change.agent?.state === "waiting");
    expect(asked.at(-1)).toMatchObject({ name: "asker", agent: { question: "Go on? [y/N]" } });
    await call("kill", `there/${id}`);
    const closed = await until(wide, (change) => isIt(change) && !change.agent);
    expect(closed.at(-1)).toMatchObject({ host: "there", session: "asker" });
    const numbers = [...asked, ...closed].map(({ agent_sequence }) => agent_sequence);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });

  test("name the context for the team that placed it, and for no other team", async () => {
    const own = await client("own", { hosts: true });
    const stranger = await client("stranger", { hosts: true });
    const wide = await client("wide", { reach: "all", hosts: true });
    const { context_id } = await spawn(own, "there", ASK);
    const isWaiting = ({ host, agent }: Change) => host === "there" && agent?.state === "waiting";
    const read = await until(own, (change) => isWaiting(change) && change.context_id === context_id);
    expect(read.filter(({ host }) => host === "other")).toEqual([]);
    const { pane_id } = read.at(-1)!;
    const seen = await until(wide, (change) => isWaiting(change) && change.pane_id === pane_id);
    expect(seen.at(-1)).not.toHaveProperty("context_id");
    const beside = await spawn(stranger, "other", ASK);
    const strange = await until(stranger, (change) => change.context_id === beside.context_id);
    expect(strange.filter(({ host }) => host === "there")).toEqual([]);
    await own.call("kill", { context_id });
    await stranger.call("kill", beside);
    const ended = await until(own, ({ agent }) => !agent);
    expect(ended.at(-1)).toMatchObject({ host: "there", context_id });
  });

  test("come only to those who ask, and for the team's contexts alone if they ask for that", async () => {
    const own = await client("quiet");
    await own.call("mullion.subscribe", { events: [...EVENTS], hosts: true, agents: "team" });
    const plain = await client("quiet");
    await call("run", "--on", "there", "-n", "another", "--", "cat");
    const { context_id } = await spawn(own, "there", ASK);
    const read = await until(own, ({ agent }) => agent?.state === "waiting");
    expect(new Set(read.map((change) => change.context_id))).toEqual(new Set([context_id]));
    await call("run", "-n", "here", "--", "cat");
    expect((await until(plain, ({ name }) => name === "here")).filter(({ host }) => host)).toEqual([]);
    await own.call("kill", { context_id });
    await call("kill", "there/another");
    await call("kill", "here");
  });

  test("of a host that is added later come to a reader of every host, and to no other; its removal closes its panes", async () => {
    const wide = await client("early", { reach: "all", hosts: true });
    const team = await client("early-team", { hosts: true });
    await call("run", "--on", "there", "-n", "old", "--", "cat");
    await until(wide, ({ host, name }) => host === "there" && name === "old");
    for (const round of ["first", "again"]) {
      await addAgain("there", "added");
      await until(wide, ({ host, name, agent }) => host === "added" && name === "old" && agent !== undefined);
      await call("run", "--on", "added", "-n", round, "--", "cat");
      await until(wide, ({ host, name }) => host === "added" && name === round);
      await call("host", "rm", "added");
      await until(wide, ({ host, name, agent }) => host === "added" && name === round && !agent);
      await call("kill", `there/${round}`);
    }
    await call("run", "-n", "here", "--", "cat");
    expect((await until(team, ({ name }) => name === "here")).filter(({ host }) => host)).toEqual([]);
    await call("kill", "here");
    await call("kill", "there/old");
  });

  test("go on after the death of the host's daemon, and end with a host that is removed", async () => {
    const wide = await client("deaths", { reach: "all", hosts: true });
    const [, other] = hosts;
    await call("run", "--on", "other", "-n", "first", "--", "cat");
    await until(wide, ({ host, name }) => host === "other" && name === "first");
    await other!.kill9();
    await call("run", "--on", "other", "-n", "second", "--", "cat");
    await until(wide, ({ host, name }) => host === "other" && name === "second");
    await call("host", "rm", "other");
    const gone = new Set<string>();
    await until(wide, ({ host, name, agent }) => {
      if (host === "other" && !agent) gone.add(name);
      return gone.has("first") && gone.has("second");
    });
  });
});
