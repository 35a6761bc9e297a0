import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach } from "vitest";
import { soak } from "../../bench/soak.ts";
import { processHasEnded } from "../../src/processes/process-mark.ts";
import { openTerminal } from "../attach/outer-terminal.ts";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { attack, type Tally } from "./attack.ts";
import { launcherOf, parentOf, signal } from "./family.ts";
import { NumberedPanes } from "./numbered-panes.ts";
import { Random } from "./random.ts";

/** Kills and stops each kind of process, at random moments, at named places and during start. */

let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

const random = new Random("processes");
const pause = (mostMs: number) => delay(random.fraction() * mostMs);
const windows = async () =>
  (await daemon.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}")).stdout.trimEnd().split("\n");

attack("kill -9 of the daemon under printing panes", 15, async (tally, rounds) => {
  const { lost, doubled, reordered, inputsLost, inputsDoubled, inputsReordered, pidsChanged } = await soak({
    kills: rounds,
    panes: 20,
    root,
  });
  tally.rounds = rounds;
  if (lost + inputsLost + pidsChanged > 0)
    tally.found("lost", "lines, inputs or processes", lost + inputsLost + pidsChanged);
  const twice = doubled + reordered + inputsDoubled + inputsReordered;
  if (twice > 0) tally.found("doubled", "lines or inputs", twice);
});

attack("kill -9 of daemons during their start", 15, async (tally, rounds) => {
  const panes = await NumberedPanes.open(daemon);
  for (; tally.rounds < rounds; tally.rounds++) {
    signal(daemon.pid(), "SIGKILL");
    const call = daemon.tmux("display-message", "-p", "#{session_name}");
    for (let kills = random.below(4); kills > 0; kills--) {
      await pause(250);
      signal(daemon.pid(), "SIGKILL");
    }
    tally.answered(await call, "display-message");
    await panes.type();
  }
  await panes.judge(tally);
});

attack("kill -9 of the launcher while panes are made", 15, async (tally, rounds) => {
  await daemon.tmux("new-session", "-d", "-s", "s", "cat");
  for (; tally.rounds < rounds; tally.rounds++) {
    const before = await windows();
    const making = Array.from({ length: 4 }, () =>
      daemon.tmux("new-window", "-d", "-t", "s:", "-P", "-F", "#{pane_id} #{pane_pid}", "cat"),
    );
    await pause(10);
    signal(launcherOf(daemon.pid()!), "SIGKILL");
    const made = (await Promise.all(making)).filter((each) => tally.answered(each, "new-window"));
    const expected = [...before, ...made.map(({ stdout }) => stdout.trim())];
    const there = await windows();
    for (const pane of expected) if (!there.includes(pane)) tally.found("lost", `pane ${pane}`);
    for (const pane of there) if (!expected.includes(pane)) tally.found("doubled", `pane ${pane}`);
    await daemon.tmux("kill-window", "-a", "-t", "s:0");
  }
});

attack("kill -9 of holders", 8, async (tally, rounds) => {
  const panes = await NumberedPanes.open(daemon);
  for (; tally.rounds < rounds; tally.rounds++) {
    const argv = ["-P", "-F", "#{pane_id} #{pane_pid}", "sh", "-c", "trap '' HUP; exec sleep 600"];
    const { stdout } = await daemon.tmux("new-window", "-d", "-t", "numbered:", ...argv);
    const [id, pid] = stdout.trim().split(" ");
    signal(parentOf(Number(pid)), "SIGKILL");
    const isGone = async () => !(await windows()).some((line) => line.startsWith(`${id} `));
    await waitFor(isGone, "the pane to be closed").catch(() => tally.found("wrong", `${id} is still shown`));
    await waitFor(() => processHasEnded(Number(pid)), "its process to end").catch(() =>
      tally.found("wrong", `process ${pid} runs without a holder`),
    );
  }
  await panes.judge(tally);
});

attack("kill -9 of clients in the middle of a call", 40, async (tally, rounds) => {
  await daemon.tmux("new-session", "-d", "-s", "s", "cat");
  const environment = { ...daemon.env };
  for (; tally.rounds < rounds; tally.rounds++) {
    const client = spawn(join(root, "bin/tmux"), ["new-window", "-d", "-t", "s:", "exec cat"], {
      env: environment,
      stdio: "ignore",
    });
    const hasEnded = ended(client);
    await pause(8);
    client.kill("SIGKILL");
    await hasEnded;
  }
  // Every created window is complete: it has a running process.
  const all = await waitFor(async () => (await windows()).filter((line) => !line.endsWith(" 0")), "panes");
  for (const line of all)
    if (!existsSync(`/proc/${line.split(" ")[1]}`)) tally.found("lost", `process of ${line}`);
  if (all.length > rounds + 1) tally.found("doubled", `${all.length} windows of ${rounds} calls`);
  const sockets = () => readdirSync(join(daemon.dir, "m/h")).length;
  await waitFor(() => sockets() === all.length, "a holder for each pane").catch(() =>
    tally.found("wrong", `${sockets()} holders of ${all.length} panes`),
  );
});

const POINTS = [
  "before-append",
  "after-append",
  "before-launch",
  "after-launch",
  "before-answer",
  "before-forget",
];

attack("daemons that die at each named place", POINTS.length * 3, async (tally, rounds) => {
  const panes = await NumberedPanes.open(daemon, { printers: 2, readers: 1 });
  for (; tally.rounds < rounds; tally.rounds++) {
    const point = POINTS[tally.rounds % POINTS.length]!;
    await daemon.kill9();
    const env = { MULLION_CRASH_AT: `${point}:${1 + random.below(4)}` };
    await daemon.tmux("list-sessions", { env });
    await panes.type();
    const made = await daemon.tmux(
      "new-window",
      "-d",
      "-t",
      "numbered:",
      "-P",
      "-F",
      "#{pane_id}",
      "exec cat",
    );
    if (!tally.answered(made, "new-window")) continue;
    const id = made.stdout.trim();
    const count = (await windows()).filter((line) => line.startsWith(`${id} `)).length;
    if (count !== 1) tally.found(count === 0 ? "lost" : "doubled", `${id} after a death at ${point}`);
    tally.answered(await daemon.tmux("kill-pane", "-t", id), "kill-pane");
    forgetCrash();
  }
  await panes.judge(tally);
});

/** A named place kills one daemon once; its mark is removed before the next round. */
function forgetCrash(): void {
  const directory = join(daemon.dir, "m");
  for (const name of readdirSync(directory)) if (name.startsWith("crashed-")) rmSync(join(directory, name));
}

attack("SIGSTOP of daemon, launcher, holder and client, then SIGCONT", 8, async (tally, rounds) => {
  const panes = await NumberedPanes.open(daemon);
  for (; tally.rounds < rounds; tally.rounds++) {
    const kind = tally.rounds % 4;
    const stopped = [
      () => daemon.pid(),
      () => launcherOf(daemon.pid()!),
      () => parentOf(random.pick(panes.printers).pid),
    ][kind]?.();
    if (kind === 3) {
      await stopClient(tally);
      continue;
    }
    signal(stopped, "SIGSTOP");
    const call = daemon.tmux("list-panes", "-a");
    const typing = panes.type();
    await pause(600);
    if (kind === 2 && random.chance(0.5)) signal(daemon.pid(), "SIGKILL");
    await pause(300);
    signal(stopped, "SIGCONT");
    tally.answered(await call, "list-panes");
    await typing;
  }
  await panes.judge(tally);
});

/** A client that is stopped in the middle of a call has its answer when it continues, and its window once. */
async function stopClient(tally: Tally): Promise<void> {
  const before = (await windows()).length;
  const argv = ["new-window", "-d", "-t", "numbered:", "exec cat"];
  const client = spawn(join(root, "bin/tmux"), argv, { env: daemon.env, stdio: "ignore" });
  const hasEnded = ended(client);
  await pause(8);
  client.kill("SIGSTOP");
  tally.answered(await daemon.tmux("list-panes", "-a"), "list-panes beside a stopped client");
  await pause(300);
  client.kill("SIGCONT");
  await hasEnded;
  if (client.exitCode !== 0) tally.found("silent", `a client that was stopped: status ${client.exitCode}`);
  const made = (await windows()).length - before;
  if (made !== 1) tally.found(made < 1 ? "lost" : "doubled", `${made} windows of a stopped client`);
}

attack("daemons that die before they acknowledge a key", 3, async (tally, rounds) => {
  for (; tally.rounds < rounds; tally.rounds++) {
    const env = { MULLION_CRASH_AT: `before-taken:${1 + random.below(3)}` };
    await daemon.tmux("new-session", "-d", "-s", "keys", "cat", { env });
    await daemon.tmux("bind-key", "-n", "F5", "set-option -ga @pressed x");
    // They are typed at once, and a fast daemon would take the third for a part of a paste, as tmux does.
    await daemon.tmux("set-option", "-g", "assume-paste-time", "0");
    const terminal = await openTerminal(daemon, "exec tmux attach -t keys");
    await terminal.see("[keys] 0:");
    for (let i = 0; i < PRESSES; i++) terminal.type("\x1b[15~");
    await waitFor(() => existsSync(join(daemon.dir, "m/crashed-before-taken")), "the crash");
    terminal.type("\x02:rename-window after\r"); // Handled last.
    await terminal.see("0:after");
    const { stdout } = await daemon.tmux("show-options", "-gv", "@pressed");
    const counted = stdout.trim().length;
    if (counted < PRESSES) tally.found("lost", `${PRESSES - counted} keys`, PRESSES - counted);
    if (counted > PRESSES) tally.found("doubled", `${counted - PRESSES} keys`, counted - PRESSES);
    await daemon.run("down", "--force");
    forgetCrash();
  }
});

const PRESSES = 10;

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once("close", () => resolve()));
}
