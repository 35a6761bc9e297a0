import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { PaneStanding } from "../../src/core/agent/agent-state.ts";
import type { EventParams } from "../../src/protocol/events.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type Access, access, call, events, post } from "../http/http-client.ts";
import { TestClient } from "../native/client.ts";

const daemon = daemonForAll();

/** A change is noticed within this time. */
const SOON_MS = 2_000;

interface Member {
  readonly name: string;
  /** Runs after the program wrote down the time of its change. */
  readonly program: string;
  readonly state: string;
  readonly question?: string;
}

const TEAM: readonly Member[] = [
  { name: "prints", program: "while :; do echo line; sleep 0.1; done", state: "working" },
  {
    name: "asks yes or no",
    program: "printf 'Allow? [y/N] '; read x",
    state: "waiting",
    question: "Allow? [y/N]",
  },
  {
    name: "asks a number",
    program: "printf '1) red\\n2) blue\\nWhich one? '; read x",
    state: "waiting",
    question: "Which one?",
  },
  { name: "crashes", program: "kill -SEGV $$", state: "failed" },
  { name: "finishes", program: "exit 0", state: "done" },
  { name: "pages", program: "exec less /etc/passwd", state: "idle" },
  { name: "sits in an editor", program: "exec vi -u NONE /etc/passwd", state: "idle" },
  { name: "floods", program: "exec yes", state: "working" },
  { name: "sleeps long", program: "exec sleep 1000", state: "working" },
  { name: "rings", program: "printf '\\a'; exec sleep 1000", state: "waiting" },
];

/** The state of each member's agent, by the name of its session, as one door reports it. */
type Standings = ReadonlyMap<string, PaneStanding>;

async function overCli(): Promise<Standings> {
  const { servers } = JSON.parse((await daemon.run("ls", "--json")).stdout) as {
    servers: { sessions: { name: string; windows: { panes: { agent: PaneStanding }[] }[] }[] }[];
  };
  const sessions = servers.flatMap((server) => server.sessions);
  return new Map(sessions.map(({ name, windows }) => [name, windows[0]!.panes[0]!.agent]));
}

async function overProtocol(client: TestClient): Promise<Standings> {
  const { agents } = await client.call("mullion.agents", {});
  return new Map(agents.map(({ session, agent }) => [session, agent as PaneStanding]));
}

interface Terminal {
  readonly meta: { readonly session: string; readonly agent: PaneStanding };
}

async function overHttp(http: Access): Promise<Standings> {
  const terminals = await call<Terminal[]>(http, "terminal/list");
  return new Map(terminals.map(({ meta }) => [meta.session, meta.agent]));
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

async function listenOverHttp(http: Access, signal: AbortSignal): Promise<Arrivals> {
  const arrivals = new Arrivals();
  const response = await post(http, "terminal/list", undefined, {
    headers: { accept: "text/event-stream" },
    signal,
  });
  const read = async () => {
    for await (const list of events<Terminal[]>(response))
      for (const { meta } of list) arrivals.note(meta.session, meta.agent.state);
  };
  read().catch(() => {}); // The test ends the stream.
  return arrivals;
}

async function listenOverProtocol(client: TestClient): Promise<Arrivals> {
  await client.initialize({ mullion_level: 2 });
  await client.call("mullion.subscribe", {});
  const arrivals = new Arrivals();
  client.onMessage = ({ method, params }) => {
    if (method !== "mullion.agent_state_changed") return;
    const { session, agent } = params as unknown as EventParams<"mullion.agent_state_changed">;
    arrivals.note(session, agent?.state);
  };
  return arrivals;
}

it("shows the right state of ten programs in every door, soon after each change", async () => {
  const dir = mkdtempSync(join(tmpdir(), "team-"));
  const http = await access(daemon);
  const client = new TestClient(daemon, "socket");
  const left = new AbortController();
  const arrivals = [await listenOverProtocol(client), await listenOverHttp(http, left.signal)];
  for (const [index, { program }] of TEAM.entries()) {
    // The date is taken before the change, so the daemon may even seem slower than it is.
    writeFileSync(join(dir, `${index}.sh`), `date +%s%3N > ${join(dir, `${index}.changed`)}\n${program}\n`);
    const script = join(dir, `${index}.sh`);
    const { status } = await daemon.run("run", "--keep", "-n", `m${index}`, "--", "sh", script);
    expect(status).toBe(0);
  }
  const isRight = (stateOf: (session: string) => string | undefined) =>
    TEAM.every(({ state }, index) => stateOf(`m${index}`) === state);
  await waitFor(async () => {
    const doors = [await overCli(), await overProtocol(client), await overHttp(http)];
    const listed = doors.every((found) => isRight((session) => found.get(session)?.state));
    return listed && arrivals.every((seen) => isRight((session) => seen.of(session)?.state));
  }, "every state to be right in every door");
  const found = await overCli();
  for (const [index, { name, state, question }] of TEAM.entries()) {
    const session = `m${index}`;
    const standing = found.get(session)!;
    expect({ name, ...standing }).toMatchObject({ name, state, ...(question && { question }) });
    for (const door of [await overProtocol(client), await overHttp(http)])
      expect({ name, ...door.get(session) }).toEqual({ name, ...standing });
    const changed = Number(readFileSync(join(dir, `${index}.changed`), "utf8"));
    for (const at of [standing.since, ...arrivals.map((seen) => seen.of(session)!.at)])
      expect(Math.max(0, at - changed), name).toBeLessThan(SOON_MS);
  }
  left.abort();
  await client.close();
});
