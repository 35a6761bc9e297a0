import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";

let instance: TestDaemon;
beforeAll(() => {
  instance = prepareInstance();
});
afterAll(() => instance.stop());

interface Step {
  readonly command: string;
  readonly prints: string | undefined;
}

function readTour(): readonly Step[] {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const block = /## A tour[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const lines = block.trim().split("\n");
  return lines.flatMap((line, index) => {
    if (line.startsWith("#")) return [];
    return [{ command: line, prints: /^# → (.*)/.exec(lines[index + 1] ?? "")?.[1] }];
  });
}

/** Looking twice is no harm: a screen shows what was typed when its program has printed it. */
const isLook = (command: string) => /^mullion (capture|ls)/.test(command);

test("the tour of the README does what it says", async () => {
  const steps = readTour();
  expect(steps.length).toBeGreaterThan(10);
  const env = { ...instance.env, PATH: `${root}bin:${instance.env.PATH}` };
  for (const { command, prints = "" } of steps) {
    const run = () => spawnSync("sh", ["-c", command], { cwd: instance.dir, env, encoding: "utf8" });
    const matches = ({ stdout, status }: ReturnType<typeof run>) => status === 0 && stdout.includes(prints);
    if (isLook(command)) await waitFor(() => matches(run()), `"${prints}" of ${command}`);
    else {
      const outcome = run();
      expect(matches(outcome), `${command}: ${JSON.stringify(outcome)}`).toBe(true);
    }
  }
});
