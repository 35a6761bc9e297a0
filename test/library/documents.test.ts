import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { substrateReference } from "../../scripts/substrate-reference.mjs";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { need, programPath } from "../setup/need.ts";

const run = promisify(execFile);
const read = (path: string) => readFileSync(join(root, path), "utf8");

test("the reference is fresh (node scripts/substrate-reference.mjs)", () => {
  expect(read("docs/reference/substrate.md")).toBe(substrateReference(read));
});

describe("the examples of docs/substrate.md", () => {
  /** One after the other they are one program. */
  const program = [...read("docs/substrate.md").matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, code]) => code)
    .join("\n");
  let daemon: TestDaemon;
  let project: string;
  beforeAll(() => {
    daemon = prepareInstance();
    project = mkdtempSync(join(daemon.dir, "p"));
    mkdirSync(join(project, "node_modules"));
    symlinkSync(root, join(project, "node_modules/mullion"));
  });
  const tmuxSocket = () => join(daemon.dir, "s");
  afterAll(async () => {
    await run("tmux", ["-S", tmuxSocket(), "kill-server"]).catch(() => {}); // It has ended where all is well.
    await daemon.stop();
  });

  async function printed(code: string): Promise<string[]> {
    const file = join(project, "example.mjs");
    writeFileSync(file, code);
    const { stdout } = await run(process.execPath, [file], { env: daemon.env, timeout: 25_000 });
    return stdout.split("\n");
  }

  test("run as they stand", async () => {
    const lines = await printed(program);
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(/level 3$/),
      expect.stringContaining("echo level $LEVEL"),
    ]);
    const last = ["[ 3, 3 ] true", "7", "Go on? [y/N]", "hello\r", "session-exists", ""];
    expect(lines.slice(-last.length)).toEqual(last);
  });

  test.runIf(need("tmux"))("run on tmux, where an exit code is forgotten", async () => {
    const options = {
      backend: "tmux",
      program: programPath("tmux"),
      socketPath: tmuxSocket(),
      configFile: "/dev/null",
    };
    const lines = await printed(
      program.replace("createSubstrate()", `createSubstrate(${JSON.stringify(options)})`),
    );
    expect(lines[0]).toMatch(/level 3$/);
    expect(lines).toEqual(expect.arrayContaining(["[ 3, 3 ] true", "undefined", "session-exists"]));
  });
});
