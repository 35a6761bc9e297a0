import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { currentBoot } from "../../src/processes/platform.ts";
import { processHasEnded } from "../../src/processes/process-mark.ts";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { processesOf } from "../setup/left-behind.ts";

let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

const tmux = async (...argv: string[]) => (await outputOf(daemon.tmux(...argv))).trimEnd();
const mullion = async (...argv: string[]) => (await outputOf(daemon.run(...argv))).trimEnd();
const text = (pane: string) => tmux("capture-pane", "-p", "-J", "-t", pane, "-S", "-");
const at = (name: string) => join(daemon.dir, "home", name);
const restoreAll = async (...argv: string[]) =>
  JSON.parse(await mullion("restore", "--all", "--json", ...argv)) as {
    readonly started: readonly { readonly pane: string; readonly kind: string; readonly cwd: string }[];
    readonly left: readonly { readonly pane: string; readonly reason: string }[];
  };
const panesOf = (all: readonly { readonly pane: string }[]) => all.map(({ pane }) => pane).sort();

/** Ends every process of the instance and removes all but its state. */
async function stopMachine(onKilled = () => {}) {
  await endProcesses(onKilled);
  const instance = join(daemon.dir, "m");
  for (const name of readdirSync(instance))
    if (name !== "state") rmSync(join(instance, name), { recursive: true, force: true });
  rmSync(join(daemon.dir, "t"), { recursive: true });
  mkdirSync(join(daemon.dir, "t"));
}

/** At once, the daemon first: a machine that stops leaves it no time to see the others end. */
async function endProcesses(onKilled = () => {}) {
  const pid = daemon.pid();
  if (pid !== undefined) process.kill(pid, "SIGKILL");
  onKilled();
  await waitFor(() => {
    const left = processesOf(daemon.dir);
    for (const { pid } of left) killed(pid);
    return left.length === 0;
  }, "the end of every process");
}

function killed(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended with its parent.
  }
}

/** A pane in a new window, whose program has printed `ready`. */
async function pane(...command: string[]): Promise<string> {
  const id = await tmux("new-window", "-d", "-t", "s:", "-P", "-F", "#{pane_id}", ...command);
  await waitFor(async () => (await text(id)).includes("ready"), `the start of ${command.join(" ")}`);
  return id;
}

const counting = (file: string) => `echo start >>${file}; echo ready; exec cat`;
const starts = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0);

const WINDOWS = "#{session_name}:#{window_index} #{window_name} #{window_layout} #{window_active}";
const PANES =
  "#{session_name}:#{window_index}.#{pane_index} #{pane_id} #{pane_title} #{pane_active} #{@mine}";
const tree = async () => [
  await tmux("list-sessions", "-F", "#{session_name} #{session_created} #{session_path}"),
  await tmux("list-windows", "-a", "-F", WINDOWS),
  await tmux("list-panes", "-a", "-F", PANES),
  await tmux("show-options", "-g"),
  await tmux("show-options", "-t", "s"),
  await tmux("show-options", "-w", "-t", "other:0"),
  await tmux("show-buffer"),
];

test("sessions, layout, names, options and scrollback come back, and each pane says how to go on", async () => {
  await tmux("new-session", "-d", "-s", "s", "-x", "90", "-y", "30", "seq 1 100; echo ready; exec cat");
  await tmux("new-session", "-d", "-s", "other", "-n", "named", "cat");
  await tmux("split-window", "-h", "-t", "s", "sh -c 'echo ready; exec cat'");
  await tmux("split-window", "-v", "-l", "7", "-t", "s", "cat");
  await tmux("set-option", "-p", "-t", "%0", "@mine", "of a pane");
  await tmux("set-option", "-t", "s", "status", "off");
  await tmux("set-option", "-g", "history-limit", "4321");
  await tmux("set-option", "-w", "-t", "other:0", "mode-keys", "vi");
  await tmux("select-pane", "-t", "%0", "-T", "a title");
  await tmux("set-buffer", "kept text");
  await waitFor(async () => (await text("%0")).includes("ready"), "the output");
  // A window gets the name of its program when the program prints: here, the echo of a key.
  const name = async () => {
    await tmux("send-keys", "-t", "s:0.2", "x");
    return tmux("display-message", "-p", "-t", "s:0", "#{window_name}");
  };
  await waitFor(async () => (await name()) === "cat", "the window to be named after its program");
  await tmux("set-option", "-w", "-t", "s:0", "automatic-rename", "off");
  const before = { tree: await tree(), text: await text("%0") };
  await stopMachine();
  expect(await tree()).toEqual(before.tree);
  expect(await tmux("list-panes", "-a", "-F", "#{pane_dead}")).toBe("1\n1\n1\n1");
  const after = await text("%0");
  const line = "sh ended: the machine stopped. To go on: mullion restore %0 -L default";
  expect(after.replaceAll(/\s/g, "")).toBe(`${before.text}${line}`.replaceAll(/\s/g, ""));
  expect(await mullion("explain", "%0", "-L", "default")).toContain("failed (unread)");
  await daemon.kill9();
  expect(await text("%0")).toBe(after);
  expect(await tree()).toEqual(before.tree);
});

test("a stop in the middle of output and of calls loses nothing that a call has shown", async () => {
  await tmux("new-session", "-d", "-s", "s", "i=0; while :; do i=$((i+1)); echo line $i; done");
  await tmux("set-option", "-g", "history-limit", "200000");
  const busy = await tmux(
    "new-window",
    "-d",
    "-P",
    "-F",
    "#{pane_id}",
    "i=0; while :; do echo line $((i+=1)); done",
  );
  await waitFor(async () => (await text(busy)).includes("line 500"), "the output");
  const made: string[] = [];
  let stopping = false;
  const calls = (async () => {
    while (!stopping) {
      const call = daemon.tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "cat");
      const { status, stdout } = await call.catch(() => ({ status: 1, stdout: "" })); // It ends with the machine.
      if (status === 0) made.push(stdout.trim());
    }
  })();
  await waitFor(() => made.length >= 3, "some calls");
  const shown = Number([...(await text(busy)).matchAll(/^line (\d+)\n/gm)].at(-1)?.[1]);
  await stopMachine(() => {
    stopping = true;
  });
  await calls;
  const numbers = [...(await text(busy)).matchAll(/^line (\d+)$/gm)].map(([, number = ""]) => number);
  const last = numbers.pop() ?? ""; // The stop may cut it off.
  const first = Number(numbers[0]);
  expect(numbers.map(Number)).toEqual(numbers.map((_, index) => first + index));
  expect(String(first + numbers.length).startsWith(last)).toBe(true);
  expect(numbers.length + first).toBeGreaterThanOrEqual(shown);
  const there = (await tmux("list-panes", "-a", "-F", "#{pane_id}")).split("\n");
  expect(there).toEqual(expect.arrayContaining(made));
});

test("restore starts agents and shells in place, and other programs when they are named", async () => {
  mkdirSync(at(".config/mullion/agents"), { recursive: true });
  mkdirSync(at("work"));
  const agent = { programs: ["mate"], screens: [], resume: ["sh", at("mate"), "--resume", "{session}"] };
  writeFileSync(at(".config/mullion/agents/mate.json"), JSON.stringify(agent));
  writeFileSync(at("mate"), `echo "$@" >>${at("resumed")}; echo ready; cat`);
  await tmux("new-session", "-d", "-s", "s");
  const mate = await pane(`mullion report idle --agent mate --session id-7; sh ${at("mate")} --new`);
  const shell = await tmux("new-window", "-d", "-t", "s:", "-P", "-F", "#{pane_id}");
  await tmux(
    "send-keys",
    "-t",
    shell,
    `cd work; printf '\\033]7;file://%s\\a' "$PWD"; echo rea""dy`,
    "Enter",
  );
  // A line that is typed before the shell's prompt has no echo behind it: its output follows the prompt.
  await waitFor(async () => /ready$/m.test(await text(shell)), "the shell");
  const program = await pane(counting(at("program")));
  const always = await pane(counting(at("always")));
  const never = await pane(counting(at("never")));
  await tmux("set-option", "-p", "-t", always, "@mullion-restore", "always");
  await tmux("set-option", "-p", "-t", never, "@mullion-restore", "never");
  await stopMachine();

  const plan = await restoreAll("--dry-run");
  expect(panesOf(plan.started)).toEqual(["%0", mate, shell, always].sort());
  expect(panesOf(plan.left)).toEqual([program, never].sort());
  expect(await tmux("list-panes", "-a", "-F", "#{pane_dead}")).toBe("1\n1\n1\n1\n1\n1");

  const done = await restoreAll();
  expect(panesOf(done.started)).toEqual(panesOf(plan.started));
  await waitFor(() => starts(at("always")) === 2, "the program that is always started");
  await waitFor(() => existsSync(at("resumed")) && readFileSync(at("resumed"), "utf8"), "the agent");
  await waitFor(() => starts(at("resumed")) === 2, "the agent to resume");
  expect(readFileSync(at("resumed"), "utf8")).toBe("--new\n--resume id-7\n");
  expect(await tmux("display-message", "-p", "-t", shell, "#{pane_dead} #{pane_current_path}")).toBe(
    `0 ${at("work")}`,
  );
  expect(await text(shell)).toContain("the machine stopped");
  expect([starts(at("program")), starts(at("never"))]).toEqual([1, 1]);

  expect((await restoreAll()).started).toEqual([]);
  expect(await mullion("restore", never, "-L", "default")).toContain("@mullion-restore is never");
  expect(await mullion("restore", program, "-L", "default")).toContain("started");
  await waitFor(() => starts(at("program")) === 2, "the program that was named");
  expect(await mullion("restore", program, "-L", "default")).toBe("No program ended with the machine.");
  expect([starts(at("never")), starts(at("always")), starts(at("resumed"))]).toEqual([1, 2, 2]);

  await stopMachine(); // The agent has not reported since.
  expect((await restoreAll("--dry-run")).started).toContainEqual(
    expect.objectContaining({ pane: mate, kind: "agent", program: "mate" }),
  );
});

test("nothing that ended by itself comes back", async () => {
  await tmux("new-session", "-d", "-s", "s", "cat");
  await tmux("set-option", "-g", "remain-on-exit", "on");
  const kept = await tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "exit 3");
  await waitFor(async () => (await tmux("list-panes", "-a", "-F", "#{pane_dead}")).includes("1"), "its end");
  await tmux("set-option", "-g", "remain-on-exit", "off");
  const gone = await tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "true");
  const all = () => tmux("list-panes", "-a", "-F", "#{pane_id}");
  await waitFor(async () => !(await all()).includes(gone), "the end of the other one");
  await stopMachine();
  expect(await all()).toBe(`%0\n${kept}`);
  expect(await tmux("display-message", "-p", "-t", kept, "#{pane_dead_status}")).toBe("3");
  expect(panesOf((await restoreAll("--dry-run")).left)).toEqual(["%0"]);
});

test("a program that cannot be started leaves its pane as it was", async () => {
  await tmux("new-session", "-d", "-s", "s", "cat");
  writeFileSync(at("prog"), "#!/bin/sh\necho ready; exec cat\n", { mode: 0o755 });
  const id = await pane(at("prog"), "argument");
  await stopMachine();
  chmodSync(at("prog"), 0o644);
  const { stdout, status } = await daemon.run("restore", id, "-L", "default");
  expect(status).toBe(1);
  expect(stdout).toMatch(new RegExp(`^left prog in ${id} of s \\(default\\): .*[Pp]ermission denied`));
  expect(await text(id)).toContain("ready");
  expect((await restoreAll("--dry-run")).started).toEqual([]);
});

test("another boot is recognised by its name, although the runtime directory is still there", async () => {
  await tmux("new-session", "-d", "-s", "s", "cat");
  await endProcesses();
  const file = join(daemon.dir, "m/state/boot");
  expect(readFileSync(file, "utf8")).toBe(currentBoot());
  writeFileSync(file, "an earlier boot");
  expect(await tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_dead}")).toBe("%0 1");
  expect(readFileSync(file, "utf8")).toBe(currentBoot());
});

test.each(["before-append", "after-append"])(
  "a daemon that dies while it starts leaves the stop to the next: %s",
  async (point) => {
    await tmux("new-session", "-d", "-s", "s", "cat");
    await stopMachine();
    const env = { MULLION_CRASH_AT: point };
    expect((await daemon.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_dead}", { env })).stdout).toBe(
      "%0 1\n",
    );
    expect(existsSync(join(daemon.dir, "m", `crashed-${point}`))).toBe(true);
  },
);

test("panes whose holders are killed while the machine runs close as always", async () => {
  await tmux("new-session", "-d", "-s", "s", "cat");
  await endProcesses();
  const ended = async () => (await daemon.tmux("list-panes", "-a")).status !== 0;
  await waitFor(ended, "the pane's end");
});

test("the pipe of a pane ends with the machine", async () => {
  await tmux("new-session", "-d", "-s", "s", "echo ready; exec cat");
  await tmux("pipe-pane", "-t", "s", `cat >> ${at("piped")}`);
  expect(await tmux("display-message", "-p", "-t", "s", "#{pane_pipe}")).toBe("1");
  await stopMachine();
  const state = () => tmux("display-message", "-p", "-t", "s", "#{pane_dead} #{pane_pipe}");
  expect(await state()).toBe("1 0");
  await daemon.kill9(); // The next daemon restores the pipes that are on record.
  expect(await state()).toBe("1 0");
});

test("two restores at once start each program once", async () => {
  await tmux("new-session", "-d", "-s", "s", counting(at("once")));
  await tmux("set-option", "-t", "s", "@mullion-restore", "always");
  await waitFor(() => starts(at("once")) === 1, "the first start");
  await stopMachine();
  const started = (await Promise.all([1, 2, 3].map(() => restoreAll()))).flatMap((each) => each.started);
  expect(panesOf(started)).toEqual(["%0"]);
  await waitFor(async () => (await text("%0")).includes("stopped"), "its screen");
  await waitFor(() => starts(at("once")) === 2, "the second start");
  expect((await restoreAll()).started).toEqual([]);
});

test.each(["before-append", "after-append", "before-launch", "after-launch", "before-answer"])(
  "a restore whose daemon dies starts nothing twice: %s",
  async (point) => {
    await tmux("new-session", "-d", "-s", "s", counting(at("a")));
    await tmux("set-option", "-t", "s", "@mullion-restore", "always");
    await tmux("split-window", "-d", "-t", "s", counting(at("b")));
    await waitFor(() => starts(at("a")) === 1 && starts(at("b")) === 1, "the first start");
    await stopMachine();
    await daemon.tmux("list-sessions");
    await daemon.kill9();
    await daemon.tmux("list-sessions", { env: { MULLION_CRASH_AT: point } });
    await restoreAll();
    await restoreAll();
    await waitFor(() => starts(at("a")) >= 2 && starts(at("b")) >= 2, "the second start");
    expect(existsSync(join(daemon.dir, "m", `crashed-${point}`))).toBe(true);
    expect(await tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_dead}")).toBe("%0 0\n%1 0");
    expect([starts(at("a")), starts(at("b"))]).toEqual([2, 2]);
  },
);

test("a program that ends while the daemon leaves is found by the next daemon, or ended with the machine", async () => {
  await tmux("new-session", "-d", "-s", "s", "echo ready; exec sleep 1000");
  await waitFor(async () => (await text("%0")).includes("ready"), "the program");
  const program = Number(await tmux("display-message", "-p", "-t", "%0", "#{pane_pid}"));
  const pid = daemon.pid()!;
  const waiting = daemon.tmux("wait-for", "nothing").catch(() => {}); // The daemon gives it a second to be answered.
  const client = await waitFor(
    () => processesOf(daemon.dir).find(({ command }) => command.includes("wait-for")),
    "the call",
  );
  await tmux("list-sessions");
  process.kill(client.pid, "SIGSTOP"); // It would start the next daemon.
  process.kill(pid, "SIGTERM");
  await waitFor(() => !existsSync(join(daemon.dir, "m/daemon.sock")), "the daemon to leave");
  process.kill(program, "SIGTERM");
  await waitFor(() => processHasEnded(program) && processHasEnded(pid), "the end of both");
  await stopMachine();
  await waiting;
  expect(await tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_dead}")).toBe("%0 1");
});

test("a delayed command of run-shell does not start afterwards", async () => {
  await tmux("new-session", "-d", "-s", "s", "exec cat");
  await tmux("run-shell", "-bd", "1", "echo ran > ran");
  await stopMachine();
  await tmux("run-shell", "-d", "2");
  expect(existsSync(at("ran"))).toBe(false);
});
