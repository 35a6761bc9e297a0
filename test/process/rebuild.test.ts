import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";

let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

const tmux = (...argv: string[]) => outputOf(daemon.tmux(...argv));
const printed = (pane: string, text: string) =>
  waitFor(
    async () => (await tmux("capture-pane", "-p", "-t", pane, "-S", "-")).includes(text),
    `${text} in ${pane}`,
  );
const journals = () => {
  const directory = join(daemon.dir, "m/state/journals");
  return existsSync(directory) ? readdirSync(directory) : [];
};

const TREE = [
  "#{session_id}:#{session_name}",
  "#{window_id}:#{window_index}:#{window_name}:#{window_layout}:#{window_flags}",
];
const PANE =
  "#{pane_id}:#{pane_pid}:#{pane_tty}:#{pane_title}:#{pane_width}x#{pane_height}:#{pane_start_command}:#{cursor_x},#{cursor_y}:#{history_size}:#{alternate_on}";

/** Everything a tool can ask for, and every screen with its styles. */
async function everything(): Promise<string[]> {
  const ids = (await tmux("list-panes", "-a", "-F", "#{pane_id}")).trim().split("\n");
  return Promise.all([
    tmux("list-windows", "-a", "-F", TREE.join(" ")),
    tmux("list-panes", "-a", "-F", PANE),
    tmux("show-options", "-g"),
    tmux("show-options", "-s"),
    tmux("show-environment", "-g"),
    tmux("list-buffers"),
    ...ids.map((id) => tmux("capture-pane", "-p", "-e", "-t", id, "-S", "-")),
  ]);
}

test("a killed daemon's successor has everything as it was", async () => {
  await tmux(
    "new-session",
    "-d",
    "-s",
    "one",
    "-x",
    "120",
    "-y",
    "40",
    "seq 1 300; printf '\\033[1;31mred\\033[0m'; exec cat",
  );
  await tmux(
    "split-window",
    "-h",
    "-t",
    "one",
    "printf '\\033]2;my title\\007'; printf '\\033[?1049h\\033[5;5Hupon the alternate screen'; exec cat",
  );
  await tmux("split-window", "-v", "-t", "one", "exec cat");
  await tmux("new-window", "-t", "one:", "-n", "named", "exec cat");
  await tmux("new-session", "-d", "-s", "two", "exec cat");
  await tmux("set-option", "-g", "@mine", "a value");
  await tmux("set-environment", "-g", "VARIABLE", "value");
  await tmux("set-buffer", "some text");
  await tmux("select-layout", "-t", "one:0", "main-vertical");
  await tmux("select-pane", "-t", "%2", "-T", "given title");
  await printed("%0", "red");
  await printed("%1", "upon the alternate screen");
  const names = () => tmux("list-windows", "-a", "-F", "#{window_name}");
  await waitFor(
    async () => (await names()) === "cat\nnamed\ncat\n",
    "windows to be named after their commands",
  );

  const before = await everything();
  for (let i = 0; i < 3; i++) {
    await daemon.kill9();
    expect(await everything()).toEqual(before);
  }
});

test("ids go on where they were", async () => {
  await tmux("new-session", "-d", "-s", "s", "exec cat");
  for (let i = 0; i < 3; i++)
    await tmux("kill-pane", "-t", (await tmux("new-window", "-P", "-F", "#{pane_id}", "exec cat")).trim());
  await daemon.kill9();
  expect(await tmux("new-window", "-P", "-F", "#{pane_id} #{window_id}", "exec cat")).toBe("%4 @4\n");
});

test("a query that was answered is not answered again by the next daemon", async () => {
  const program =
    "stty raw -echo; printf '\\033[c'; dd bs=1 count=7 2>/dev/null | od -c | head -1; printf '\\r'; exec cat -v";
  await tmux("new-session", "-d", "-s", "s", program);
  await printed("s", "033");
  const before = await tmux("capture-pane", "-p", "-t", "s");
  for (const letter of "xyz") {
    await daemon.kill9();
    await tmux("send-keys", "-t", "s", letter);
    await printed("s", letter);
  }
  expect((await tmux("capture-pane", "-p", "-t", "s")).replace("xyz", "")).toBe(before);
});

test("a respawned pane goes on with its history", async () => {
  await tmux("new-session", "-d", "-s", "s", "echo first life; exec cat");
  await printed("s", "first life");
  await tmux("respawn-pane", "-k", "-t", "s", "seq 1 100; echo second life; exec cat");
  await printed("s", "second life");
  const before = await tmux("capture-pane", "-p", "-t", "s", "-S", "-");
  await daemon.kill9();
  expect(await tmux("capture-pane", "-p", "-t", "s", "-S", "-")).toBe(before);
  await waitFor(() => readdirSync(join(daemon.dir, "m/h")).length === 1, "the first holder to be gone");
});

test("a journal goes with its pane", async () => {
  await tmux("new-session", "-d", "-s", "s", "echo one; exec cat");
  const pane = (await tmux("new-window", "-P", "-F", "#{pane_id}", "echo two; exec cat")).trim();
  await printed("s:0", "one");
  await printed(pane, "two");
  await waitFor(() => journals().length === 2, "two journals");
  await tmux("kill-pane", "-t", pane);
  await waitFor(() => journals().length === 1, "one journal");
  await daemon.kill9();
  await tmux("kill-server");
  await waitFor(() => journals().length === 0, "no journal");
});

test("without journals the last stretch of output is found again, and nothing is on disk", async () => {
  const env = { MULLION_JOURNAL: "0" };
  const start = ["new-session", "-d", "-s", "s", "seq 1 1000; echo end; exec cat"];
  expect((await daemon.tmux(...start, { env })).status).toBe(0);
  await printed("s", "end");
  expect(journals()).toEqual([]);
  expect((await daemon.run("ls")).stdout).toContain("MULLION_JOURNAL=0");
  await daemon.kill9();
  const history = async () => (await daemon.tmux("capture-pane", "-p", "-t", "s", "-S", "-", { env })).stdout;
  await waitFor(async () => (await history()).includes("end"), "the output");
  expect(await history()).toContain("1\n2\n3\n");
  expect(journals()).toEqual([]);
});
