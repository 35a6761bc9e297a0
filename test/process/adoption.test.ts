import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { probeHolder } from "../../src/cli/holder-probe.ts";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";

let daemon: TestDaemon;
let unmount: (() => void) | undefined;
afterEach(async () => {
  await daemon.run("down", "--force");
  unmount?.();
  unmount = undefined;
  await daemon.stop();
});

const tmux = async (...argv: string[]) => (await outputOf(daemon.tmux(...argv))).trimEnd();
/** Every pane of a server with its place and its process. */
const places = async (...server: string[]) =>
  (
    await tmux(
      ...server,
      "list-panes",
      "-a",
      "-F",
      "#{session_name}:#{window_index} #{window_id} #{pane_id} #{pane_pid}",
    )
  )
    .split("\n")
    .sort();
const state = () => join(daemon.dir, "m/state");
/** At once: removing file by file would race with the daemon, which still adds files. */
const loseState = () => renameSync(state(), join(daemon.dir, "lost"));
const records = () => join(state(), "records/records.jsonl");
const text = (pane: string, lines = "-") => tmux("capture-pane", "-p", "-t", pane, "-S", lines);

test("every pane is adopted into its own server, session and window when the state directory was removed", async () => {
  daemon = prepareInstance();
  await tmux("new-session", "-d", "-s", "one", "-n", "first", "cat");
  await tmux("new-window", "-d", "-t", "one:7", "-n", "work", "cat");
  await tmux("split-window", "-d", "-t", "one:7", "cat");
  await tmux("split-window", "-d", "-h", "-t", "one:7", "cat");
  await tmux("new-session", "-d", "-s", "two", "cat");
  await tmux("-L", "other", "new-session", "-d", "-s", "elsewhere", "cat");
  const before = [await places(), await places("-L", "other")];
  loseState();
  await daemon.kill9();
  expect([await places(), await places("-L", "other")]).toEqual(before);
  expect(await tmux("list-windows", "-t", "one", "-F", "#{window_index} #{window_name}")).toBe(
    "0 first\n7 work",
  );
  expect(await tmux("display-message", "-p", "-t", "one:7.1", "#{pane_start_command}")).toBe("cat");
  // What was adopted is on record again, and a call to it works.
  await daemon.kill9();
  expect([await places(), await places("-L", "other")]).toEqual(before);
  await tmux("send-keys", "-t", "two", "still here", "Enter");
  await waitFor(async () => (await text("two")) === "still here\nstill here", "the echo");
});

test("what was renamed or moved is adopted where it was last", async () => {
  daemon = prepareInstance();
  await tmux("new-session", "-d", "-s", "old", "cat");
  await tmux("new-window", "-d", "-t", "old:", "-n", "a", "cat");
  const pane = await tmux("split-window", "-d", "-t", "old:a", "-P", "-F", "#{pane_id}", "cat");
  await tmux("break-pane", "-d", "-s", pane, "-t", "old:5");
  await tmux("rename-window", "-t", "old:5", "moved");
  await tmux("rename-session", "-t", "old", "new");
  const before = await places();
  await waitFor(async () => {
    const { description } = await holderOf(pane);
    return description.includes('"name":"moved"') && description.includes('"name":"new"');
  }, "the holder's description to follow");
  loseState();
  await daemon.kill9();
  expect(await places()).toEqual(before);
});

test("records that are cut in half cost no program its life", async () => {
  daemon = prepareInstance();
  for (const session of ["a", "b", "c", "d"]) await tmux("new-session", "-d", "-s", session, "cat");
  const before = await places();
  truncateSync(records(), Math.floor(statSync(records()).size / 2));
  await daemon.kill9();
  expect(await places()).toEqual(before);
});

test.each(["first", "middle", "last"])(
  "a damaged %s line of the records is set aside and reported, and no pane is lost",
  async (which) => {
    daemon = prepareInstance();
    for (const session of ["a", "b", "c", "d"]) await tmux("new-session", "-d", "-s", session, "cat");
    const before = await places();
    await daemon.kill9();
    const lines = readFileSync(records(), "utf8").split("\n");
    const index = { first: 0, middle: Math.floor(lines.length / 2), last: lines.length - 2 }[which]!;
    lines[index] = lines[index]!.replace(/[a-z]/, (letter) => (letter === "x" ? "y" : "x"));
    writeFileSync(records(), lines.join("\n"));
    expect(await places()).toEqual(before);
    expect(readFileSync(join(state(), "records/records.damaged"), "utf8")).toBe(`${lines[index]}\n`);
    const first = (await daemon.run("ls")).stdout;
    expect(first).toContain("1 line of the records was damaged and set aside");
    expect((await daemon.run("ls")).stdout).not.toContain("damaged");
    expect((await daemon.run("doctor")).stdout).toContain("records.damaged");
  },
);

test("no byte that a holder keeps is lost with the state directory", async () => {
  daemon = prepareInstance();
  // noflsh: without it the kernel discards output that is on its way when C-c is typed. -echo: "^C" is no part of the count.
  const script = "stty noflsh -echo; trap 'exec cat' INT; i=0; while :; do i=$((i+1)); echo $i; done";
  await tmux("new-session", "-d", "-s", "s", "-x", "20", "-y", "5", "cat");
  await tmux("set-option", "-g", "history-limit", "1000000");
  const pane = await tmux("new-window", "-d", "-t", "s:", "-P", "-F", "#{pane_id}", script);
  await waitFor(async () => /^\d{4,}$/m.test(await text(pane, "0")), "some lines");
  loseState();
  await daemon.kill9();
  const { firstOffset, endOffset } = await waitFor(async () => {
    const { welcome } = await holderOf(pane);
    return welcome.endOffset - welcome.firstOffset > 10_000 ? welcome : undefined;
  }, "the holder to keep some output");
  await tmux("send-keys", "-t", pane, "C-c", "finished", "Enter");
  const shown = await waitFor(
    async () => /^([\s\S]*\n)finished$/.exec(await text(pane))?.[1],
    "everything that was kept, and cat",
  );
  const last = Number(shown.split("\n").at(-2));
  const printed = Array.from({ length: last }, (_, index) => `${index + 1}\r\n`).join("");
  expect(printed.length).toBeGreaterThanOrEqual(endOffset);
  // The first byte that was kept may be in the middle of a line, or of its line end.
  expect(shown).toBe(printed.slice(firstOffset).replaceAll("\r", ""));
}, 60_000);

/** What the holder of a pane says of itself. */
async function holderOf(pane: string) {
  for (const name of readdirSync(join(daemon.dir, "m/h"))) {
    const state = await probeHolder(join(daemon.dir, "m/h", name));
    if (state.kind !== "alive") continue;
    const { welcome } = state;
    const { description = "" } = welcome;
    if (description.includes(`"pane":"${pane}"`)) return { welcome, description };
  }
  throw new Error(`no holder says that it has ${pane}`);
}

test("a pane that was closed when its daemon died is not adopted", async () => {
  daemon = prepareInstance();
  await tmux("new-session", "-d", "-s", "s", "cat");
  const stubborn = "trap '' HUP; echo ready; while :; do sleep 1; done";
  const pane = await tmux("new-window", "-d", "-t", "s:", "-P", "-F", "#{pane_id}", stubborn);
  await waitFor(async () => (await text(pane)).includes("ready"), "the program");
  await daemon.tmux("kill-pane", "-t", pane);
  await daemon.kill9();
  expect(await tmux("list-panes", "-a", "-F", "#{pane_id}")).toBe("%0");
  await waitFor(() => readdirSync(join(daemon.dir, "m/h")).length === 1, "the closed pane's holder to go");
});

describe("on a full disk", () => {
  const mountable = process.platform === "linux" && process.getuid!() === 0;

  /** A state directory of 256 KB. */
  function tinyDisk(): void {
    mkdirSync(state(), { recursive: true });
    chmodSync(join(daemon.dir, "m"), 0o700);
    const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k,mode=0700", "tmpfs", state()]);
    expect(status).toBe(0);
    unmount = () => void spawnSync("umount", [state()]);
  }

  test.runIf(mountable)(
    "panes that were made while nothing could be written are found again, all of them, in their places",
    async () => {
      daemon = prepareInstance();
      tinyDisk();
      await tmux("new-session", "-d", "-s", "s", "cat");
      await tmux("new-session", "-d", "-s", "t", "cat");
      spawnSync("dd", ["if=/dev/zero", `of=${join(state(), "filler")}`, "bs=1k", "count=1000"]);
      for (let i = 0; i < 5; i++)
        await tmux("new-window", "-d", "-t", i % 2 ? "s:" : "t:", "-n", `w${i}`, "cat");
      expect((await daemon.run("ls")).stdout).toContain("in memory only");
      const before = await places();
      expect(before).toHaveLength(7);
      await daemon.kill9();
      expect(await places()).toEqual(before);
      const named = await tmux("list-windows", "-a", "-F", "#{session_name} #{window_name}");
      expect(named.split("\n")).toEqual(expect.arrayContaining(["t w0", "s w1", "t w2", "s w3", "t w4"]));
    },
  );

  test.runIf(mountable)(
    "a call that is repeated makes its window once, although nothing of the first attempt is on record",
    async () => {
      daemon = prepareInstance();
      tinyDisk();
      await tmux("new-session", "-d", "-s", "s", "cat");
      await daemon.kill9();
      await daemon.tmux("list-sessions", { env: { MULLION_CRASH_AT: "before-answer:2" } });
      spawnSync("dd", ["if=/dev/zero", `of=${join(state(), "filler")}`, "bs=1k", "count=1000"]);
      const big = `BIG=${"x".repeat(8192)}`;
      const argv = [
        "new-window",
        "-d",
        "-e",
        big,
        "-t",
        "s:",
        "-P",
        "-F",
        "#{pane_id} #{pane_pid}",
        "exec cat",
      ];
      const made = await tmux(...argv);
      expect(existsSync(join(daemon.dir, "m/crashed-before-answer"))).toBe(true);
      const panes = (await tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}")).split("\n");
      expect(panes).toHaveLength(2);
      expect(panes).toContain(made);
      await waitFor(
        () => readdirSync(join(daemon.dir, "m/h")).length === 2,
        "the first attempt's holder to go",
      );
    },
  );
});
