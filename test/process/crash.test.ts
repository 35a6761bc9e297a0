import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { processesOf } from "../setup/left-behind.ts";

let daemon: TestDaemon;
afterEach(() => daemon.stop());

/** A daemon with one session that dies at the given point, once, when it comes to it. */
async function doomed(point: string): Promise<void> {
  daemon = prepareInstance();
  await daemon.tmux("new-session", "-d", "-s", "s", "cat");
  await daemon.kill9();
  expect((await daemon.tmux("list-sessions", { env: { MULLION_CRASH_AT: point } })).status).toBe(0);
}

const crashed = () => readdirSync(join(daemon.dir, "m")).some((name) => name.startsWith("crashed-"));
const panes = async () =>
  (await daemon.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}")).stdout.trimEnd().split("\n").sort();

test.each(["before-append", "after-append", "before-launch", "after-launch", "before-answer:2"])(
  "a daemon that dies at %s: the window is made once, and the call is answered",
  async (point) => {
    await doomed(point);
    const before = daemon.pid();
    const argv = ["new-window", "-d", "-t", "s:", "-P", "-F", "#{pane_id} #{pane_pid}", "exec cat"];
    const made = await daemon.tmux(...argv);
    expect(made).toMatchObject({ status: 0, stderr: "" });
    if (crashed()) expect(daemon.pid()).not.toBe(before);
    const all = await panes();
    expect(all).toHaveLength(2);
    expect(all).toContain(made.stdout.trimEnd());
    // Nothing else of it is left: one `cat` for each pane.
    await waitFor(
      () => processesOf(daemon.dir).filter(({ command }) => command === "cat").length === 2,
      "two cats",
    );
  },
);

test.each([
  { argv: ["set-option", "-ga", "@list", "x"], shown: ["show-options", "-gv", "@list"], text: "x" },
  { argv: ["rename-session", "-t", "s", "t"], shown: ["list-sessions", "-F", "#S"], text: "t" },
])(
  "$argv.0 is not repeated if the daemon dies when only the answer is missing",
  async ({ argv, shown, text }) => {
    await doomed("before-answer:2");
    expect(await daemon.tmux(...argv)).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(crashed()).toBe(true);
    expect((await daemon.tmux(...shown)).stdout).toBe(`${text}\n`);
  },
);

test.each(["before-append", "after-append", "before-answer"])(
  "typed once, whatever happens at %s",
  async (point) => {
    daemon = prepareInstance();
    await daemon.tmux("new-session", "-d", "-s", "s", "stty -echo; echo ready; exec cat");
    const text = async () => (await daemon.tmux("capture-pane", "-p", "-t", "s")).stdout.trimEnd();
    await waitFor(async () => (await text()) === "ready", "stty");
    await daemon.kill9();
    await daemon.tmux("list-sessions", { env: { MULLION_CRASH_AT: point } });
    for (let i = 1; i <= 5; i++) {
      expect(await daemon.tmux("send-keys", "-t", "s", `input ${i}`, "Enter")).toMatchObject({
        status: 0,
        stderr: "",
      });
    }
    await waitFor(async () => (await text()).includes("input 5"), "the last input");
    expect(await text()).toBe("ready\ninput 1\ninput 2\ninput 3\ninput 4\ninput 5");
  },
);

test.each(["before-launch", "after-launch", "before-answer:2"])(
  "a daemon that dies at %s while a pane is respawned: the pane stays and runs the new program",
  async (point) => {
    await doomed(point);
    const argv = ["respawn-pane", "-k", "-t", "s", "--", "sh", "-c", "echo second life; exec cat"];
    expect(await daemon.tmux(...argv)).toMatchObject({ status: 0, stderr: "" });
    expect(crashed()).toBe(true);
    const text = async () => (await daemon.tmux("capture-pane", "-p", "-t", "s")).stdout.trimEnd();
    await waitFor(async () => (await text()) === "second life", "the new program's output");
    expect(await panes()).toHaveLength(1);
    await waitFor(() => readdirSync(join(daemon.dir, "m/h")).length === 1, "one holder");
  },
);

test("an exit that was recorded but not sent to the holder: the pane is closed once, and the holder ends", async () => {
  await doomed("before-forget");
  const { stdout } = await daemon.tmux("new-window", "-d", "-t", "s:", "-P", "-F", "#{pane_id}", "exec true");
  await waitFor(crashed, "the daemon to die");
  await waitFor(async () => (await panes()).length === 1, "the pane to be closed");
  expect((await panes())[0]).not.toContain(stdout.trim());
  await waitFor(() => readdirSync(join(daemon.dir, "m/h")).length === 1, "the holder to be gone");
});

test("a pane kept dead stays as it is over a kill", async () => {
  daemon = prepareInstance();
  await daemon.tmux("new-session", "-d", "-s", "s", "cat");
  await daemon.tmux("set-option", "-g", "remain-on-exit", "on");
  await daemon.tmux("new-window", "-d", "-t", "s:", "echo last words; exit 7");
  const format = "#{pane_dead} #{pane_dead_status}";
  const state = async () => (await daemon.tmux("display-message", "-p", "-t", "s:1", format)).stdout.trim();
  await waitFor(async () => (await state()) === "1 7", "the pane to die");
  const capture = async () => (await daemon.tmux("capture-pane", "-p", "-t", "s:1", "-S", "-")).stdout;
  const screen = await capture();
  expect(screen).toContain("last words");
  expect(screen).toContain("Pane is dead (status 7");
  await daemon.kill9();
  expect(await state()).toBe("1 7");
  expect(await capture()).toBe(screen);
});

test("a holder that is killed takes its pane along, and nothing else", async () => {
  daemon = prepareInstance();
  await daemon.tmux("new-session", "-d", "-s", "s", "cat");
  const { stdout } = await daemon.tmux(
    "new-window",
    "-d",
    "-t",
    "s:",
    "-P",
    "-F",
    "#{pane_id} #{pane_pid}",
    "cat",
  );
  const [id, child] = stdout.trim().split(" ");
  const before = await panes();
  process.kill(parentOf(Number(child)), "SIGKILL");
  await waitFor(async () => (await panes()).length === 1, "the pane to be closed");
  expect(before.filter((line) => !line.startsWith(`${id} `))).toEqual(await panes());
  expect(readFileSync(join(daemon.dir, "m/daemon.log"), "utf8")).toContain(`the holder of ${id} `);
});

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}
