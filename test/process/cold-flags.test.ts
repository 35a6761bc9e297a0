import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { need } from "../setup/need.ts";

let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

/** Command lines that the real tmux answers without a server. */
const answeredAlone = [
  "-V",
  "-uV",
  "-V -z",
  "-L x -V",
  "-Lx -V ls",
  "-f a -V b",
  "-2Vq",
  "-h",
  "-z",
  "-zV",
  "-S",
  "-L",
  "-f",
  "-c",
  "-uT",
  "-d",
  "-U",
  "--help",
  "-D ls",
  "-c true ls",
  "-CD -- ls",
].map((line) => line.split(" "));

test.runIf(need("tmux"))("what needs no server is answered as by tmux, and starts no daemon", async () => {
  for (const argv of answeredAlone) {
    const theirs = await runProgram("tmux", argv, { cwd: "/", env: daemon.env });
    expect({ argv, ...(await daemon.tmux(...argv)) }).toEqual({ argv, ...theirs });
  }
  expect(daemon.pid()).toBeUndefined();
  // A daemon that runs is asked, and answers the same.
  await daemon.start();
  for (const argv of answeredAlone) {
    const theirs = await runProgram("tmux", argv, { cwd: "/", env: daemon.env });
    expect({ argv, ...(await daemon.tmux(...argv)) }).toEqual({ argv, ...theirs });
  }
});
