import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";

/** A disk of this size can be mounted by root alone, on Linux; `src/holders/journal.test.ts` lets one fail anywhere. */
const mountable =
  process.platform === "linux" && process.getuid!() === 0 && mount("/tmp", "64k", { dry: true });

function mount(path: string, size: string, { remount = false, dry = false } = {}): boolean {
  if (dry) {
    const probe = join("/tmp", `mullion-mount-${process.pid}`);
    mkdirSync(probe, { recursive: true });
    const works = mount(probe, size);
    spawnSync("umount", [probe]);
    spawnSync("rmdir", [probe]);
    return works;
  }
  const options = `${remount ? "remount," : ""}size=${size},mode=0700`;
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", path]).status === 0;
}

let daemon: TestDaemon;
let disk: string;
beforeAll(() => {
  if (!mountable) return;
  daemon = prepareInstance();
  const runtime = join(daemon.dir, "m");
  disk = join(runtime, "state");
  mkdirSync(disk, { recursive: true });
  chmodSync(runtime, 0o700);
  expect(mount(disk, "1m")).toBe(true);
});
afterAll(async () => {
  if (!mountable) return;
  await daemon.run("down", "--force");
  spawnSync("umount", [disk]);
  await daemon.stop();
});

const tmux = async (...argv: string[]) => (await outputOf(daemon.tmux(...argv))).trimEnd();
const warnings = async () =>
  (JSON.parse((await daemon.run("ls", "--json")).stdout) as { warnings: { text: string }[] }).warnings;

test.runIf(mountable)(
  "a full disk: everything goes on in memory and says so; when there is room again, it is written down again",
  async () => {
    await tmux("new-session", "-d", "-s", "s", "-x", "80", "-y", "24", "cat");
    await tmux("set-option", "-g", "history-limit", "100000");
    const pane = await tmux(
      "new-window",
      "-P",
      "-F",
      "#{pane_id}",
      "-t",
      "s:",
      "seq 1 500000; echo all printed; exec cat",
    );
    const text = (lines: string) => tmux("capture-pane", "-p", "-t", pane, "-S", lines);
    await waitFor(async () => (await text("0")).includes("all printed"), "the flood to end", 60_000);
    await waitFor(
      async () => (await warnings()).some(({ text }) => /memory only.*ENOSPC/.test(text)),
      "a warning",
    );

    // Nothing that lives is lost: the history is whole, calls work, input arrives.
    const history = (await text("-100000")).split("\n").filter((line) => /^\d+$/.test(line));
    expect(history.at(-1)).toBe("500000");
    expect(history.map(Number)).toEqual([...history.keys()].map((i) => 500_001 - history.length + i));
    await tmux("new-window", "-d", "-t", "s:", "-n", "made on a full disk", "cat");
    await tmux("send-keys", "-t", pane, "typed on a full disk", "Enter");
    await waitFor(async () => (await text("0")).includes("typed on a full disk"), "the input");

    expect(mount(disk, "64m", { remount: true })).toBe(true);
    await waitFor(async () => (await warnings()).length === 0, "the warnings to end", 30_000);
    const before = await text("-100000");
    await daemon.kill9();
    expect(await text("-100000")).toBe(before);
    expect(await tmux("list-windows", "-t", "s", "-F", "#{window_name}")).toContain("made on a full disk");
  },
  120_000,
);

test.runIf(mountable)("a full runtime directory: the next daemon starts, and has the panes", async () => {
  const full = prepareInstance();
  const runtime = join(full.dir, "m");
  mkdirSync(runtime, { mode: 0o700 });
  expect(mount(runtime, "2m")).toBe(true);
  onTestFinished(async () => {
    await full.run("down", "--force");
    spawnSync("umount", [runtime]);
    await full.stop();
  });
  await outputOf(full.tmux("new-session", "-d", "-s", "kept", "cat"));
  const fill = () => {
    for (;;) appendFileSync(join(runtime, "filler"), Buffer.alloc(4096));
  };
  expect(fill).toThrow("ENOSPC");
  await full.kill9();
  expect(await full.tmux("list-sessions", "-F", "#{session_name}")).toMatchObject({
    stdout: "kept\n",
    stderr: "",
  });
  expect(fill).toThrow("ENOSPC");
  const former = full.pid();
  expect(await full.run("upgrade")).toMatchObject({ status: 0, stderr: "" });
  expect(full.pid()).not.toBe(former);
  expect(await full.tmux("list-sessions", "-F", "#{session_name}")).toMatchObject({
    stdout: "kept\n",
    stderr: "",
  });
});
