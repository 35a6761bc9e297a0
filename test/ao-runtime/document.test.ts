import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";

const daemon = daemonForAll();

test("the document's example prints what the document says", async () => {
  const text = readFileSync(join(root, "docs/ao-runtime.md"), "utf8");
  const block = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text)![1]!;
  const project = join(daemon.dir, "project");
  mkdirSync(join(project, "node_modules"), { recursive: true });
  symlinkSync(root, join(project, "node_modules/mullion"));
  writeFileSync(join(project, "example.mjs"), block("js"));
  const { stdout } = await promisify(execFile)(process.execPath, ["example.mjs"], {
    cwd: project,
    env: daemon.env,
  });
  expect(stdout).toBe(block("text"));
});
