import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";

let daemon: TestDaemon;
afterEach(() => daemon.stop());

test("a damaged journal keeps everything else, and `ls` and the log say which pane lost what", async () => {
  daemon = prepareInstance();
  const tmux = async (...argv: string[]) => (await outputOf(daemon.tmux(...argv))).trimEnd();
  await tmux("-L", "another", "new-session", "-d", "cat");
  await tmux("new-session", "-d", "-s", "s", "-x", "80", "-y", "24", "stty -echo; exec cat");
  const text = () => tmux("capture-pane", "-p", "-t", "s");
  const program = () => tmux("display-message", "-p", "-t", "s", "#{pane_current_command}");
  await waitFor(async () => (await program()) === "cat", "stty to end");
  for (const word of ["first", "second", "third"]) {
    await tmux("send-keys", "-t", "s", word, "Enter");
    await waitFor(async () => (await text()).endsWith(word), word);
  }
  await daemon.kill9();
  const journals = join(daemon.dir, "m/state/journals");
  const tails = readdirSync(journals).map((name) => join(journals, name, "0.tail"));
  const tail = tails.find((path) => existsSync(path) && readFileSync(path).includes("second"))!;
  const bytes = readFileSync(tail);
  bytes[bytes.indexOf("second")]! ^= 1;
  writeFileSync(tail, bytes);
  const left = (await text()).split("\n").filter((line) => line !== "");
  expect(left).toEqual(["first", "third"]);
  // The line end may have come, and been recorded, by itself.
  const lost = /what it printed from byte 7 to byte 1[35] is lost, about [01] lines?/;
  const shown = await waitFor(async () => lost.exec((await daemon.run("ls")).stdout), "the warning");
  expect(shown.input).toContain(`warning (default %0): ${shown[0]}; everything else of it is there`);
  expect((await daemon.run("ls")).stdout).not.toContain("is lost");
  expect((await daemon.run("doctor")).stdout).toContain(shown[0]);
  expect(readFileSync(join(daemon.dir, "m/daemon.log"), "utf8")).toContain(shown[0]);

  await tmux("kill-server");
  expect((await daemon.run("ls")).status).toBe(0);
  expect((await daemon.run("doctor")).stdout).toContain(shown[0]);
  await tmux("-L", "another", "kill-server");
});
