import { expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";

const daemon = daemonForAll();

/** As with tmux, which starts a program before it serves another client. */
test("nobody sees a pane whose program has no process yet", async () => {
  await daemon.tmux("new-session", "-d", "-s", "s", "-x", "200", "-y", "200", "cat");
  let making = true;
  const look = async () => {
    const seen: string[] = [];
    while (making) {
      const { stdout } = await daemon.tmux("list-panes", "-a", "-F", "#{pane_pid} #{pane_tty}");
      seen.push(...stdout.trim().split("\n"));
    }
    return seen;
  };
  const looks = Promise.all([look(), look(), look()]);
  const made = await Promise.all(
    Array.from({ length: 24 }, () => daemon.tmux("new-window", "-d", "-t", "s:", "cat")),
  );
  making = false;
  expect(made.filter(({ status }) => status !== 0)).toEqual([]);
  const seen = await looks;
  expect(seen.flat().filter((line) => !/^[1-9]\d* \/dev\/\S+$/.test(line))).toEqual([]);
});
