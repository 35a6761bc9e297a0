import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, it, onTestFinished } from "vitest";
import type { PaneStanding } from "../../src/core/agent/agent-state.ts";
import type { EventParams } from "../../src/protocol/events.ts";
import { type OuterTerminal, openTerminal } from "../attach/outer-terminal.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { access, call, events, post } from "../http/http-client.ts";
import { openMcp, resultOf } from "../mcp/mcp-client.ts";
import { TestClient } from "../native/client.ts";
import { startTeam, TEAM } from "./team.ts";

const daemon = daemonForAll();

/** A change is noticed within this time. */
const SOON_MS = 2_000;
const SESSIONS = TEAM.map((_, index) => `m${index}`);

/** What each member's agent does, by the name of its session. */
type Standings = ReadonlyMap<string, Partial<PaneStanding>>;

/** One way to the daemon. It reports changes by itself, so that no question of ours makes the daemon look at a pane. */
interface Door {
  readonly name: string;
  readonly seen: Arrivals;
  /** Reads what a terminal shows. */
  look?(): void;
  /** Asks for every state. */
  list?(): Promise<Standings>;
}

/** When a door first reported the state that a member has since. */
class Arrivals {
  readonly #states = new Map<string, { readonly state: string; readonly at: number }>();

  note(session: string, state: string | undefined): void {
    if (state !== undefined && this.#states.get(session)?.state !== state)
      this.#states.set(session, { state, at: Date.now() });
  }

  of(session: string) {
    return this.#states.get(session);
  }
}

/** The states in lines with a name and a state. */
function watchScreen(terminal: OuterTerminal, line: RegExp): Pick<Door, "seen"> & { look(): void } {
  const seen = new Arrivals();
  const look = () => {
    for (const { groups } of terminal.text.matchAll(line)) seen.note(groups!.name!, groups!.state);
  };
  return { seen, look };
}

/** `mullion agents` on a terminal, and `mullion ls --json`. */
async function commandLine(): Promise<Door> {
  const terminal = await openTerminal(daemon, "mullion agents");
  await terminal.see("No agents");
  const list = async () => {
    const { servers } = JSON.parse(await outputOf(daemon.run("ls", "--json"))) as {
      servers: { sessions: { name: string; windows: { panes: { agent: PaneStanding }[] }[] }[] }[];
    };
    const sessions = servers.flatMap((server) => server.sessions);
    return new Map(sessions.map(({ name, windows }) => [name, windows[0]!.panes[0]!.agent]));
  };
  return {
    name: "command line",
    list,
    ...watchScreen(terminal, /^[> ] \S (?<state>\w+) .*? (?<name>m\d)(?: |$)/gm),
  };
}

/** The marks of choose-tree, and how many wait in the status line. */
async function terminalFace(): Promise<Door> {
  const tmux = (...words: string[]) => outputOf(daemon.tmux("-L", "mullion", ...words));
  await tmux("new-session", "-d", "-s", "main", "-n", "first", "cat");
  await tmux("set-option", "-g", "status-interval", "0");
  await tmux("set-option", "-g", "status-right", "agents: #{agents_status}");
  const terminal = await openTerminal(daemon, "tmux -L mullion attach -t main");
  await terminal.see(/0:first\* .*agents:$/m);
  await tmux("choose-tree", "-sN", "-t", "main");
  await terminal.see(/main: 1 windows/);
  return {
    name: "terminal face",
    ...watchScreen(terminal, /(?<name>m\d|agents): (?:1 windows )?(?<state>\d+ waiting|[a-z]+)/g),
  };
}

async function protocol(): Promise<Door> {
  const client = new TestClient(daemon, "socket");
  onTestFinished(() => client.close());
  await client.initialize({ mullion_level: 2 });
  await client.call("mullion.subscribe", {});
  const seen = new Arrivals();
  client.onMessage = ({ method, params }) => {
    if (method !== "mullion.agent_state_changed") return;
    const { session, agent } = params as unknown as EventParams<"mullion.agent_state_changed">;
    seen.note(session, agent?.state);
  };
  const list = async () => {
    const { agents } = await client.call("mullion.agents", {});
    return new Map(agents.map(({ session, agent }) => [session, agent as PaneStanding]));
  };
  return { name: "protocol", seen, list };
}

interface Terminal {
  readonly meta: { readonly session: string; readonly agent: PaneStanding };
}

async function http(): Promise<Door> {
  const allowed = await access(daemon);
  const left = new AbortController();
  onTestFinished(() => left.abort());
  const seen = new Arrivals();
  const response = await post(allowed, "terminal/list", undefined, {
    headers: { accept: "text/event-stream" },
    signal: left.signal,
  });
  const read = async () => {
    for await (const terminals of events<Terminal[]>(response))
      for (const { meta } of terminals) seen.note(meta.session, meta.agent.state);
  };
  read().catch(() => {}); // The test ends the stream.
  const list = async () => {
    const terminals = await call<Terminal[]>(allowed, "terminal/list");
    return new Map(terminals.map(({ meta }) => [meta.session, meta.agent]));
  };
  return { name: "HTTP", seen, list };
}

/** Lists the panes whenever the server notifies that they changed. */
async function mcp(): Promise<Door> {
  const client = await openMcp(daemon, "stdio", { all: true });
  onTestFinished(() => client.close());
  const list = async () => {
    const { panes } = await resultOf(client, "list");
    return new Map(
      (panes as (PaneStanding & { session: string })[]).map(({ session, state, since, unread, question }) => [
        session,
        { state, since, unread, ...(question !== undefined && { question }) },
      ]),
    );
  };
  const seen = new Arrivals();
  client.setNotificationHandler("notifications/resources/updated", async () => {
    for (const [session, { state }] of await list()) seen.note(session, state);
  });
  await client.subscribeResource({ uri: "mullion://panes" });
  return { name: "MCP", seen, list };
}

/** The members whose state a door does not show yet. */
function wrongIn({ seen }: Door): string[] {
  const shown = SESSIONS.map((session) => seen.of(session)?.state);
  return TEAM.flatMap(({ name, state }, index) =>
    shown[index] === state ? [] : [`${name}: ${shown[index]}`],
  );
}

it("shows the right state of ten programs in every door, soon after each change", async () => {
  const own = monitorEventLoopDelay();
  own.enable();
  const face = await terminalFace();
  const doors = [await commandLine(), await protocol(), await http(), await mcp(), face];
  const [{ changedAt }] = await Promise.all([
    startTeam(daemon),
    waitFor(
      () => {
        for (const door of doors) door.look?.();
        const counted = face.seen.of("agents")?.state === "3 waiting";
        return counted && doors.every((door) => wrongIn(door).length === 0);
      },
      () => `the right states; wrong are ${JSON.stringify(doors.map((door) => [door.name, wrongIn(door)]))}`,
    ),
  ]);
  /** How late this process itself may have been to read what a door said. */
  const ownMs = own.max / 1e6;
  const lists = await Promise.all(doors.map(async ({ name, list }) => [name, await list?.()] as const));
  for (const [index, { name, state, question }] of TEAM.entries()) {
    const session = SESSIONS[index]!;
    const whole = lists[0]![1]!.get(session)!;
    expect({ name, ...whole }).toMatchObject({ name, state, ...(question && { question }) });
    const { since, unread } = whole;
    for (const [door, listed] of lists.filter(([, each]) => each)) {
      const standing = listed!.get(session);
      expect({ door, name, ...standing }).toMatchObject({ door, name, state, since, unread });
      expect(standing!.question).toBe(whole.question);
      expect(whole).toMatchObject(standing!);
    }
    expect(since! - changedAt(index), name).toBeLessThan(SOON_MS);
    for (const door of doors)
      expect(door.seen.of(session)!.at - changedAt(index), `${name} in ${door.name}`).toBeLessThan(
        SOON_MS + ownMs,
      );
  }
  const waiting = TEAM.flatMap(({ state }, index) => (state === "waiting" ? [changedAt(index)] : []));
  expect(face.seen.of("agents")).toMatchObject({ state: `${waiting.length} waiting` });
  expect(face.seen.of("agents")!.at - Math.max(...waiting)).toBeLessThan(SOON_MS + ownMs);
});
