import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";

/** Private instances as a person makes them: MULLION_DIR, and nothing else. */
let instances: TestDaemon[];
beforeEach(() => {
  instances = [prepareInstance(), prepareInstance()];
  for (const { env } of instances) delete env.TMUX_TMPDIR;
});
afterEach(async () => {
  for (const instance of instances) await instance.stop();
});

const USERS_SOCKETS = `/tmp/tmux-${process.getuid!()}`;
const usersSockets = () => (existsSync(USERS_SOCKETS) ? readdirSync(USERS_SOCKETS).sort() : []);

test("two private instances have servers of the same names, and touch no socket of the user's", async () => {
  const before = usersSockets();
  for (const instance of instances) {
    const { run, tmux, dir } = instance;
    expect(await run("run", "-n", "web", "cat")).toMatchObject({ status: 0, stderr: "" });
    expect(await tmux("new-session", "-d", "-s", "plain", "cat")).toMatchObject({ status: 0, stderr: "" });
    expect(await tmux("-L", "named", "new-session", "-d", "cat")).toMatchObject({ status: 0, stderr: "" });
    expect(readdirSync(join(dir, "m", `tmux-${process.getuid!()}`)).sort()).toEqual([
      "default",
      "mullion",
      "named",
    ]);
    expect((await tmux("-L", "mullion", "list-sessions", "-F", "#{session_name}")).stdout).toBe("web\n");
  }
  expect(usersSockets()).toEqual(before);
});

test("a `tmux` in a pane means the servers of its own instance", async () => {
  const [{ run, tmux, dir }] = instances as [TestDaemon, TestDaemon];
  await run("run", "-n", "web", "cat");
  const inside = await tmux("-L", "named", "new-session", "-d", "-P", "-F", "#{socket_path}", "cat");
  expect(inside.stdout).toBe(`${join(dir, "m", `tmux-${process.getuid!()}`, "named")}\n`);
  await tmux("-L", "named", "run-shell", "tmux -L mullion rename-session -t web found");
  expect((await tmux("-L", "mullion", "list-sessions", "-F", "#{session_name}")).stdout).toBe("found\n");
});
