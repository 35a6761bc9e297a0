import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";

const daemon = daemonForAll();

/** The daemon's only child of that name. */
function launcherPid(): number | undefined {
  const parent = daemon.pid();
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
        const command = readFileSync(`/proc/${pid}/cmdline`, "latin1");
        return (
          Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent &&
          command.includes("launcher")
        );
      } catch {
        return false;
      }
    });
}

test.runIf(process.platform === "linux")(
  "a launcher that is killed is replaced, and no pane notices",
  async () => {
    await daemon.tmux("new-session", "-d", "-s", "s", "cat");
    const list = async () =>
      (await daemon.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}")).stdout.trim().split("\n");
    for (let round = 0; round < 5; round++) {
      const before = await list();
      const launcher = await waitFor(launcherPid, "a launcher");
      const making = Array.from({ length: 8 }, () =>
        daemon.tmux("new-window", "-d", "-t", "s:", "-P", "-F", "#{pane_id} #{pane_pid}", "cat"),
      );
      process.kill(launcher, "SIGKILL");
      const made = await Promise.all(making);
      expect(made.filter(({ status }) => status !== 0)).toEqual([]);
      expect((await list()).toSorted()).toEqual(
        [...before, ...made.map(({ stdout }) => stdout.trim())].toSorted(),
      );
    }
  },
);
