import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need, programPath } from "../setup/need.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";

/** Commands that act on the terminal of a client. */
let daemon: TestDaemon;
let terminal: OuterTerminal;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(() => daemon.stop());
beforeEach(async () => {
  await tmux("new-session", "-d", "-s", "a", "echo ready; exec cat");
  terminal = await openTerminal(daemon, "tmux attach -t a; echo status $?; exec cat");
  await terminal.see("ready");
});
afterEach(() => daemon.tmux("kill-server"));

const tmux = async (...words: string[]) => {
  const { stdout, stderr, status } = await daemon.tmux(...words);
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
};
const printed = (text: string) => waitFor(() => terminal.output.includes(text), text);

it("set-buffer -w and load-buffer -w fill its clipboard", async () => {
  await tmux("set-buffer", "-w", "-b", "name", "text");
  await printed("\x1b]52;;dGV4dA==\x07");
  await tmux("set-buffer", "-aw", "-b", "name", "+");
  await printed("\x1b]52;;dGV4dCs=\x07");
  await daemon.tmux("load-buffer", "-w", "-", { input: "loaded" });
  await printed("\x1b]52;;bG9hZGVk\x07");
});

it.runIf(need("tmux"))("show-messages names the key that ran a command, as the real one does", async () => {
  const call = { env: daemon.env, cwd: daemon.dir };
  const real = (...words: string[]) => runProgram(programPath("tmux"), ["-L", "real", ...words], call);
  onTestFinished(async () => {
    await real("kill-server");
  });
  await real("-f", "/dev/null", "new-session", "-d", "-s", "a", "echo ready; exec cat");
  const theirs = await openTerminal(daemon, `${programPath("tmux")} -L real attach -t a; exec cat`);
  await theirs.see("ready");
  const messages = async (show: () => Promise<string>) => {
    const lines = (await show()).split("\n").map((line) => line.replace(/^\S+: \S+ /, ""));
    return lines.filter((line) => /window|rotate|if-shell|display-message/.test(line)).reverse();
  };
  const ours = () => messages(() => tmux("show-messages"));
  const those = () => messages(async () => (await real("show-messages")).stdout);
  for (const each of [tmux, real]) {
    await each("set-option", "-g", "assume-paste-time", "0");
    await each("bind-key", "M-z", "if-shell", "-F", "1", "display-message ' ; x'");
    await each("bind-key", "-n", "C-Left", "rename-window", "b", "\\;", "rotate-window");
  }
  for (const keys of ["\x02\x1bz", "\x1b[1;5D", "\x02c"])
    for (const each of [terminal, theirs]) each.type(keys);
  for (const shown of [ours, those])
    await waitFor(
      async () => (await shown()).some((line) => line.endsWith("new-window")),
      "the last command",
    );
  const expected = await those();
  expect(expected).toContain("key c: new-window");
  expect(await ours()).toEqual(expected);
});

it("send-keys -K presses keys as if they were typed there", async () => {
  await tmux("send-keys", "-K", "C-b");
  await waitFor(
    async () => (await tmux("display-message", "-p", "#{client_prefix}")) === "1\n",
    "the prefix",
  );
  await tmux("send-keys", "-K", "c");
  await waitFor(async () => (await tmux("list-windows", "-F", "#I")) === "0\n1\n", "a new window");
});

it("lock-session lends it to lock-command", async () => {
  await tmux("set-option", "-g", "lock-command", "echo LOCKED");
  await tmux("lock-session", "-t", "a");
  await printed("LOCKED");
  await terminal.see("ready");
});

it("lock-after-time lends it to lock-command once nobody types, and again after its return", async () => {
  await tmux("set-option", "-g", "lock-command", "echo IDLE; read line; echo DONE");
  await tmux("set-option", "-g", "lock-after-time", "1");
  terminal.type("k");
  for (const locked of [1, 2]) {
    await waitFor(() => terminal.output.split("IDLE").length > locked, `lock ${locked}`);
    terminal.type("\r");
    await waitFor(() => terminal.output.split("DONE").length > locked, `the return from lock ${locked}`);
  }
  await tmux("set-option", "-g", "lock-after-time", "0");
});

it("detach-client -E leaves it to another program", async () => {
  await tmux("detach-client", "-E", "echo became; exit 3");
  await terminal.see(/became\n+status 3/);
});
