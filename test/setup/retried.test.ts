import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { runProgram } from "../fixtures/run-program.ts";

const directory = mkdtempSync("/tmp/mlt-retried-");
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("a run lists a test that passed only the second time, with its first failure, before its summary", async () => {
  writeFileSync(
    join(directory, "vitest.config.ts"),
    `import { RetriedTests } from ${JSON.stringify(join(root, "test/setup/retried.ts"))};
     export default { test: { globals: true, retry: 1, reporters: [new RetriedTests(), "default"] } };`,
  );
  writeFileSync(
    join(directory, "flaky.test.js"),
    `let runs = 0;
     describe("some", () => test("flaky", () => { if (++runs === 1) throw new Error("the first time"); }));
     test("different", () => { expect({ answer: ++runs }).toEqual({ answer: 4 }); });
     test("steady", () => {});`,
  );
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const options = { cwd: directory, env: { ...process.env, NO_COLOR: "1" } };
  const { stdout, status } = await runProgram(process.execPath, [vitest, "run"], options);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /2 retried:\n {2}flaky.test.js > some > flaky\n {4}Error: the first time[\s\S]*Tests {2}3 passed/,
  );
  expect(stdout).toMatch(/flaky.test.js > different\n[\s\S]*- {3}"answer": 4,\n[\s\S]*\+ {3}"answer": 3,\n/);
  expect(stdout).not.toContain("> steady");
});
