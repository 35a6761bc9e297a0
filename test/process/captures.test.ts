import { execFileSync, spawn } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";

const ROUNDS = 100;
const daemon = daemonForAll();

/** Clears, prints, and says by another way that it has printed. */
const program = (said: string, go: string) =>
  `exec 3>${said} 4<${go}; while read n <&4; do clear; seq 1 20; echo "is $n"; echo "$n" >&3; done`;

test("a capture shows all that a program printed before anyone could know of it, on a busy machine too", async () => {
  const [said, go] = ["said", "go"].map((name) => join(daemon.dir, name)) as [string, string];
  execFileSync("mkfifo", [said, go]);
  const release = keepBusy();
  try {
    await outputOf(daemon.tmux("-f", "/dev/null", "new-session", "-d", "-s", "a", program(said, go)));
    const lines = createInterface({ input: createReadStream(said) })[Symbol.asyncIterator]();
    const orders = createWriteStream(go);
    for (let round = 1; round <= ROUNDS; round++) {
      orders.write(`${round}\n`);
      expect((await lines.next()).value).toBe(String(round));
      const { stdout } = await daemon.tmux("capture-pane", "-p", "-t", "a");
      expect(stdout.trimEnd().split("\n").at(-1)).toBe(`is ${round}`);
    }
    orders.end();
  } finally {
    release();
  }
}, 60_000);

test("a capture shows the terminal's echo of what was typed before it, on a busy machine too", async () => {
  const release = keepBusy();
  try {
    await outputOf(daemon.tmux("-f", "/dev/null", "new-session", "-d", "-s", "echo", "exec sleep 1000"));
    let typed = "";
    for (let round = 1; round <= ROUNDS; round++) {
      typed += `${round}.`;
      const typing = ["send-keys", "-t", "echo", `${round}.`];
      const { stdout } = await daemon.tmux(...typing, ";", "capture-pane", "-pJ", "-t", "echo");
      expect(stdout.trimEnd()).toBe(typed);
    }
  } finally {
    release();
  }
}, 60_000);

function keepBusy(): () => void {
  const busy = Array.from({ length: 4 }, () => spawn("sh", ["-c", "while :; do :; done"]));
  return () => {
    for (const process of busy) process.kill("SIGKILL");
  };
}
