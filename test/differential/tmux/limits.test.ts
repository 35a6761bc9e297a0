import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { daemonForAll } from "../../fixtures/daemon-for-all.ts";

const run = promisify(execFile);
const daemon = daemonForAll();
const dir = mkdtempSync(join(tmpdir(), "mullion-limits-"));
const real = (...argv: string[]) =>
  run("/usr/bin/tmux", ["-S", join(dir, "socket"), "-f", "/dev/null", ...argv], {
    env: { ...process.env, TMUX: "" },
  }).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ status: code, stdout, stderr }),
  );

beforeAll(async () => {
  await real("new-session", "-d", "-s", "s", "cat");
  await daemon.tmux("new-session", "-d", "-s", "s", "cat");
});
afterAll(async () => {
  await real("kill-server");
  rmSync(dir, { recursive: true, force: true });
});

const file = (name: string, text: string) => {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
};
const nested = (depth: number, open: string, close: string) =>
  `${open.repeat(depth)}set-option -g @deep ${depth}${close.repeat(depth)}\n`;

test("blocks nested ten thousand deep are refused with tmux's sentence, and its status", async () => {
  const path = file("deep", nested(10_000, "if-shell -F 1 {", "}"));
  const ours = await daemon.tmux("source-file", path);
  expect(ours).toEqual(await real("source-file", path));
  expect(ours).toMatchObject({ status: 1, stdout: expect.stringMatching(/deep:1: yacc stack overflow/) });
});

test("conditions nested ten thousand deep are refused alike", async () => {
  const path = file("conditions", `${"%if 1\n".repeat(10_000)}set -g @a 1\n${"%endif\n".repeat(10_000)}`);
  const ours = await daemon.tmux("source-file", path);
  expect(ours.status).toBe((await real("source-file", path)).status);
  expect(ours.stdout).toContain("yacc stack overflow");
});

test("blocks nested three hundred deep are run", async () => {
  const path = file("less-deep", nested(300, "if-shell -F 1 {", "}"));
  for (const tmux of [real, daemon.tmux]) {
    expect(await tmux("source-file", path)).toMatchObject({ status: 0 });
    expect((await tmux("show-options", "-gv", "@deep")).stdout).toBe("300\n");
  }
});

// The real 3.3a reads such a file until it is killed; the limit and the sentence are a newer one's.
test("a file that sources itself ends with a sentence", async () => {
  const path = file("self", `set-option -ga @times x\nsource-file ${join(dir, "self")}\n`);
  expect(await daemon.tmux("source-file", path)).toMatchObject({
    status: 1,
    stderr: "too many nested files\n",
  });
  expect((await daemon.tmux("show-options", "-gv", "@times")).stdout).toBe(`${"x".repeat(50)}\n`);
});
