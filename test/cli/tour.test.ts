import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";

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

test("the tour of the README does what it says, each command at once", () => {
  const steps = readTour();
  expect(steps.length).toBeGreaterThan(10);
  // As npm links it: a `mullion` and no `tmux`, which stays the user's own.
  const bin = join(instance.dir, "bin");
  mkdirSync(bin);
  symlinkSync(join(root, "npm-bin/mullion"), join(bin, "mullion"));
  const env = { ...instance.env, PATH: `${bin}:${instance.env.PATH}` };
  for (const { command, prints = "" } of steps) {
    const outcome = spawnSync("sh", ["-c", command], { cwd: instance.dir, env, encoding: "utf8" });
    const { status, stdout, stderr } = outcome;
    expect({ status, stderr: status === 0 ? "" : stderr }, command).toEqual({ status: 0, stderr: "" });
    expect(stdout, command).toContain(prints);
  }
});
