import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { type Bench, median, timeCalls } from "./measure.ts";
import { type Both, withSession } from "./multiplexer.ts";

const PANES = 10;
const TURNS = 5;
/** Calls before the first measured one, so that Node has compiled the code. */
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
        const connection = await open(both);
        for (let agent = 0; agent < PANES; agent++)
          await connection.call("spawn_agent", { command: ["cat"] });
        const argv = ["list-panes", "-t", "bench", "-F", "#{pane_id}"];
        const rounds = quick ? 100 : 500;
        await timeLists(connection, WARM_UP);
        const real: number[] = [];
        const ours: number[] = [];
        // In turns, so that other load on the machine affects both.
        for (let turn = 0; turn < TURNS; turn++) {
          real.push(...timeCalls(both, [{ on: tmux, argv }], { rounds: rounds / TURNS })[0]!);
          ours.push(...(await timeLists(connection, rounds)));
        }
        connection.socket.destroy();
        const p50 = median(ours);
        return [
          { id: "native list beside list-panes", unit: "ms", tmux: median(real), mullion: p50 },
          { id: "native list, warm connection, p50", unit: "ms", tmux: undefined, mullion: p50 },
        ];
      }),
    ),
};

interface Connection {
  readonly socket: Socket;
  call(method: string, params?: object): Promise<unknown>;
}

async function open({ environment }: Both): Promise<Connection> {
  const socket = connect(join(environment.MULLION_DIR!, "daemon.sock"));
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
  await call("initialize", { protocol_version: "1" });
  return { socket, call };
}

async function timeLists({ call }: Connection, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await call("list");
    times.push(performance.now() - start);
  }
  return times;
}
