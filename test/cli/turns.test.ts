import { expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { TestClient } from "../native/client.ts";
import { verbsOf } from "./verbs-of.ts";

const daemon = daemonForAll();
const { run, sh, until } = verbsOf(daemon);

/** Reads keys itself, as agents do: shows each line that Enter submits, and takes a moment for every read. */
const READER = `process.stdin.setRawMode(true); console.log("ready");
let line = "";
process.stdin.on("data", (data) => {
  for (const key of String(data)) {
    if (key === "\\r") { console.log("[" + line + "]"); line = ""; }
    else line += key;
  }
  process.stdin.pause();
  setTimeout(() => process.stdin.resume(), 30);
});`;

/** The same reader, which shows what is typed and reads nothing before SIGUSR2. */
const LATE_READER = `setInterval(() => {}, 1e6);
process.once("SIGUSR2", () => { ${READER} });
console.log("pid " + process.pid + " starts");`;

const WORDS = Array.from({ length: 6 }, (_, index) => `line-${index}-of-several`);

/** The submitted lines, once there are this many. */
function submitted(pane: string, count: number): Promise<string[]> {
  return waitFor(async () => {
    const text = await outputOf(daemon.run("capture", pane));
    const lines = [...text.matchAll(/^\[(.*)\]$/gm)].map(([, line]) => line!);
    return lines.length === count ? lines.sort() : undefined;
  }, `${count} submitted lines`);
}

test("texts of several callers arrive one after the other, each with its own Enter", async () => {
  const pane = await run("--", process.execPath, "-e", READER);
  await until(pane, "ready");
  await Promise.all(WORDS.map((word) => outputOf(daemon.run("send", pane, "--enter", word))));
  expect(await submitted(pane, WORDS.length)).toEqual(WORDS);
});

test("a write of the protocol does not come between a text and its Enter", async () => {
  const client = new TestClient(daemon, "socket");
  await client.initialize();
  const context_id = await client.spawn([process.execPath, "-e", READER], { metadata: { name: "turns" } });
  const written = "written-by-the-protocol";
  await client.call("mullion.wait", { context_id, until: { kind: "text", text: "ready" } });
  const data = Buffer.from(`${written}\r`).toString("base64");
  const sends = WORDS.map((word) => outputOf(daemon.run("send", "turns", "--enter", word)));
  await Promise.race(sends);
  await Promise.all([...sends, client.call("write", { context_id, data })]);
  expect(await submitted("turns", WORDS.length + 1)).toEqual([...WORDS, written].sort());
  await client.close();
});

test("a text keeps its turn when the daemon is killed before the program has read it", async () => {
  const pane = await sh(`stty -icanon -icrnl; exec '${process.execPath}' -e '${LATE_READER}'`);
  await until(pane, "pid .* starts");
  const [first = "", ...others] = WORDS;
  const send = async (word: string) => (await daemon.run("send", pane, "--enter", word)).status;
  const sent = [send(first)];
  await until(pane, first);
  sent.push(...others.map(send));
  await daemon.kill9();
  const [, pid] = /pid (\d+)/.exec(await outputOf(daemon.run("capture", pane)))!;
  process.kill(Number(pid), "SIGUSR2");
  // On a busy machine a client also says that it waits for the daemon.
  expect(await Promise.all(sent)).toEqual(WORDS.map(() => 0));
  expect(await submitted(pane, WORDS.length)).toEqual(WORDS);
});

test("C-c waits for no text: the program may never read it", async () => {
  const pane = await sh("trap 'echo interrupted' INT; stty -icanon; echo ready; sleep 1000; exec sleep 1000");
  await until(pane, "ready");
  const sending = daemon.run("send", pane, "--enter", "never read");
  await until(pane, "never read");
  await outputOf(daemon.run("send", pane, "--key", "C-c"));
  await until(pane, "interrupted");
  await daemon.run("kill", pane);
  await sending;
});
