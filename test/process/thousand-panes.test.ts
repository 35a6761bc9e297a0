import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { processesOf } from "../setup/left-behind.ts";

const panes = 1000;
const callers = 64;

const daemon = daemonForAll();

/** `count` pieces of work, at most `callers` of them under way. */
async function concurrently<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const caller = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return results;
}

const descriptors = () => readdirSync(`/proc/${daemon.pid()}/fd`).length;
const sockets = () =>
  readdirSync(join(daemon.dir, "m"), { recursive: true }).filter((name) => String(name).endsWith(".sock"));

test.runIf(process.platform === "linux")(
  `${panes} panes opened by ${callers} callers: distinct ids, all alive; closed: nothing left`,
  async () => {
    await daemon.tmux("new-session", "-d", "-s", "many", "cat");
    // A process that has just been started may not have its program yet, and belongs to nothing.
    await waitFor(
      () => processesOf(daemon.dir).some(({ command }) => command === "cat"),
      "the program of the pane that stays",
    );
    const before = {
      processes: new Set(processesOf(daemon.dir).map(({ pid }) => pid)),
      descriptors: descriptors(),
      sockets: sockets().length,
    };

    const opened = await concurrently(panes, () =>
      daemon.tmux("new-window", "-d", "-t", "many:", "-P", "-F", "#{pane_id} #{pane_pid}", "cat"),
    );
    expect(opened.filter(({ status }) => status !== 0)).toEqual([]);
    const ids = opened.map(({ stdout }) => stdout.trim().split(" ")[0]!);
    expect(new Set(ids).size).toBe(panes);
    for (const { stdout } of opened) process.kill(Number(stdout.trim().split(" ")[1]), 0); // Throws where one is gone.

    const closed = await concurrently(panes, (index) => daemon.tmux("kill-pane", "-t", ids[index]!));
    expect(closed.filter(({ status }) => status !== 0)).toEqual([]);
    const newOnes = () => processesOf(daemon.dir).filter(({ pid }) => !before.processes.has(pid));
    await waitFor(
      () => newOnes().length === 0,
      () => `every process of the panes to be gone, but not ${JSON.stringify(newOnes())}`,
    );
    await waitFor(() => sockets().length <= before.sockets, "every socket of the holders to be gone");
    await waitFor(() => descriptors() <= before.descriptors, "every descriptor of the panes to be closed");
  },
  180_000,
);
