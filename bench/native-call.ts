import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { type Bench, median, runTimer, timeCalls } from "./measure.ts";
import { type Both, withSession } from "./multiplexer.ts";

const PANES = 10;
const TURNS = 5;
/** Requests before the first measured one: the daemon's Node has compiled the code by then. */
const WARM_UP = 1000;
const roomy = () => ["-x", "200", "-y", "100", "cat"];

/**
 * The cost for a tool to list running agents: a call of `list` on an open connection, beside a call of `tmux
 * list-panes`.
 */
export const nativeCallBench: Bench = {
  name: "native-call",
  run: (both, quick) =>
    withSession(both.tmux, roomy, (tmux) =>
      withSession(both.mullion, roomy, async () => {
        for (let pane = 1; pane < PANES; pane++)
          await tmux.call("split-window", "-d", "-t", "bench", "cat", ";", "select-layout", "tiled");
        const team = await open(both);
        const agents: Spawned[] = [];
        for (let agent = 0; agent < PANES; agent++)
          agents.push((await team.call("spawn_agent", { command: ["cat"] })) as Spawned);
        const argv = ["list-panes", "-t", "bench", "-F", "#{pane_id}"];
        const rounds = quick ? 100 : 500;
        const real: number[] = [];
        const ours: number[] = [];
        // In turns, so that other load on the machine affects both.
        for (let turn = 0; turn < TURNS; turn++) {
          real.push(...timeCalls(both, [{ on: tmux, argv }], { rounds: rounds / TURNS })[0]!);
          ours.push(...timeLists(both, team.hint, rounds));
        }
        for (const { context_id } of agents) await team.call("kill", { context_id });
        team.socket.destroy();
        const p50 = median(ours);
        return [
          { id: "native list beside list-panes", unit: "ms", tmux: median(real), mullion: p50 },
          { id: "native list, warm connection, p50", unit: "ms", tmux: undefined, mullion: p50 },
        ];
      }),
    ),
};

interface Spawned {
  readonly context_id: string;
}

/** A client that has agents. */
interface TeamClient {
  readonly socket: Socket;
  /** Another connection with this hint belongs to the same team. */
  readonly hint: string;
  call(method: string, params?: object): Promise<unknown>;
}

const socketOf = ({ environment }: Both) => join(environment.MULLION_DIR!, "daemon.sock");
const PROTOCOL = { protocol_version: "1" };

async function open(both: Both): Promise<TeamClient> {
  const socket = connect(socketOf(both));
  const waiting = new Map<number, (result: unknown) => void>();
  let rest = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const { id, result } = JSON.parse(line) as { id?: number; result?: unknown };
      if (id !== undefined) waiting.get(id)?.(result);
    }
  });
  let next = 1;
  const call = (method: string, params: object = {}) =>
    new Promise((resolve) => {
      waiting.set(next, resolve);
      socket.write(`${JSON.stringify({ id: next++, method, params })}\n`);
    });
  const { mullion } = (await call("initialize", PROTOCOL)) as { mullion: { session_hint: string } };
  return { socket, hint: mullion.session_hint, call };
}

function timeLists(both: Both, hint: string, rounds: number): number[] {
  const greeting = { id: 1, method: "initialize", params: { ...PROTOCOL, session_hint: hint } };
  const request = { id: 2, method: "list", params: {} };
  const lines = [greeting, request].map((message) => JSON.stringify(message));
  return runTimer(both, "request-timer", [socketOf(both), String(WARM_UP), String(rounds), ...lines])[0]!;
}
