import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { runProgram } from "../fixtures/run-program.ts";

const directory = mkdtempSync("/tmp/mlt-second-");
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("a second try meets the sessions of earlier tests, and none of its first try", async () => {
  writeFileSync(join(directory, "vitest.config.ts"), "export default { test: { globals: true, retry: 1 } };");
  writeFileSync(
    join(directory, "sessions.test.ts"),
    `import { daemonForAll } from ${JSON.stringify(join(root, "test/fixtures/daemon-for-all.ts"))};
     const daemon = daemonForAll();
     const create = async (name) => expect((await daemon.tmux("new-session", "-d", "-s", name, "cat")).stderr).toBe("");
     test("earlier", () => create("kept"));
     let tries = 0;
     test("again", async () => {
       await create("same");
       expect(++tries).toBe(2);
       expect((await daemon.tmux("ls", "-F", "#S")).stdout).toBe("kept\\nsame\\n");
     });`,
  );
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const options = { cwd: directory, env: { ...process.env, NO_COLOR: "1" } };
  const { stdout, stderr } = await runProgram(process.execPath, [vitest, "run"], options);
  expect(stdout, stderr).toMatch(/Tests {2}2 passed/);
});
