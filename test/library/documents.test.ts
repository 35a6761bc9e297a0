import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { substrateReference } from "../../scripts/substrate-reference.mjs";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
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
  afterAll(() => daemon.stop());

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

  test.runIf(need("tmux"))("run on tmux, where an exit code is forgotten", async ({ skip }) => {
    const server = await startTmux(join(daemon.dir, "s"));
    const options = {
      backend: "tmux",
      program: programPath("tmux"),
      socketPath: server.socketPath,
      configFile: "/dev/null",
    };
    const ours = printed(program.replace("createSubstrate()", `createSubstrate(${JSON.stringify(options)})`));
    const [result] = await Promise.allSettled([ours]);
    skip((await server.end()) === "SIGSEGV", CRASH);
    const lines = result.status === "fulfilled" ? result.value : await ours;
    expect(lines[0]).toMatch(/level 3$/);
    expect(lines).toEqual(expect.arrayContaining(["[ 3, 3 ] true", "undefined", "session-exists"]));
  });
});

/** The session "short" may end while the client of the events connects to it. */
const CRASH = "tmux 3.3a crashed, as it may when a session ends while a control client connects";

/** A server that does not leave the foreground, so that the way it ends is known. */
async function startTmux(socketPath: string) {
  const program = programPath("tmux");
  const server = spawn(program, ["-D", "-S", socketPath, "-f", "/dev/null"], { stdio: "ignore" });
  const ended = once(server, "exit");
  const call = (command: string) => run(program, ["-S", socketPath, command]);
  await waitFor(
    () =>
      call("list-sessions").then(
        () => true,
        () => false,
      ),
    "the server of tmux",
  );
  return {
    socketPath,
    /** The signal that ended it, null if it ended when told to. */
    async end(): Promise<NodeJS.Signals | null> {
      await call("kill-server").catch(() => {}); // It may have ended.
      const [, signal] = await ended;
      return signal;
    },
  };
}
