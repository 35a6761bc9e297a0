import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Bench, compiledTimer, median, type Row } from "./measure.ts";
import { type Both, cpuMs, packageRoot, withSession } from "./multiplexer.ts";

const AGENTS = 200;
/** The list is complete when its last line has arrived. */
const LAST_LINE = "q quit";
/** Until this long after their start, the daemon looks at new panes now and then. */
const SETTLED_MS = 11_000;

/**
 * Milliseconds from the start of `mullion agents` to its picture, then the CPU time of daemon and client in each second
 * that follows. In some of these seconds Node still compiles what drew the list, or collects what the start left.
 */
async function timeList(
  both: Both,
  daemon: number,
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  const argv = ["--shows", LAST_LINE, String(rounds), String(seconds + 2)];
  const list = [join(packageRoot, "bin/mullion"), "agents", "--all"];
  const timer = spawn(compiledTimer(both, "key-timer"), [...argv, ...list], {
    env: both.environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(timer, "exit");
  const [line] = (await once(timer.stdout, "data")) as [Buffer];
  const client = Number(readFileSync(`/proc/${timer.pid}/task/${timer.pid}/children`, "utf8"));
  const idle: number[] = [];
  while (idle.length < seconds) {
    const before = cpuMs([daemon, client]);
    await delay(1000);
    idle.push(cpuMs([daemon, client]) - before);
  }
  await ended;
  return {
    paint: median(
      line
        .toString()
        .trim()
        .split(" ")
        .map((us) => Number(us) / 1000),
    ),
    idle,
  };
}

/** `mullion agents` with 200 agents on an 80-column terminal: its first picture, and what it costs while nothing happens. */
export const agentsBench: Bench = {
  name: "agents",
  async run(both, quick): Promise<Row[]> {
    const seconds = quick ? 5 : 10;
    return await withSession(
      both.mullion,
      () => ["-x", "80", "-y", "24", "sleep 1000"],
      async (ours) => {
        for (let i = 1; i < AGENTS; i++)
          await ours.call("new-window", "-d", "-t", `bench:${i}`, "sleep 1000");
        await delay(SETTLED_MS);
        const [daemon] = await ours.processes();
        const { paint, idle } = await timeList(both, daemon!, { rounds: quick ? 5 : 15, seconds });
        return [
          { id: `${AGENTS} agents listed, first picture`, unit: "ms", tmux: undefined, mullion: paint },
          {
            id: `${AGENTS} agents listed, CPU time of an idle second`,
            unit: "ms",
            tmux: undefined,
            mullion: median(idle),
          },
        ];
      },
    );
  },
};
