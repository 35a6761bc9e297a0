import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { holderProcesses } from "../../processes/holder-processes.ts";
import { processExists, processHasEnded, signal } from "../../processes/process-mark.ts";
import { familyOf, processTable } from "../../processes/process-table.ts";
import { wakeHolders } from "../../processes/wake-holders.ts";
import { askDaemon, type DaemonAnswer } from "../ask-daemon.ts";
import { socketsIn } from "../doctor/check-sockets.ts";
import { EXIT_STATUS } from "../exit-status.ts";
import { forbidStart } from "../forbid-start.ts";
import { endHolder, probeHolder } from "../holder-probe.ts";
import { mullionProgram } from "../package.ts";
import { lockOwner, ownPlaces, type Places } from "../places.ts";
import { counted } from "../quantities.ts";
import { type ColdCall, defineColdVerb, defineHotVerb, JSON_OPTION } from "../verb.ts";

/** Time that a pane's processes have between SIGHUP and SIGKILL. */
const GRACE_MS = 2_000;
const SHUTDOWN_MS = 30_000;
/** With --force, a daemon that has not ended its panes after this time is killed. */
const FORCED_SHUTDOWN_MS = 8_000;

export const down = defineColdVerb({
  name: "down",
  summary: "end every pane and the daemon",
  options: {
    force: { short: "f", summary: "do not ask while panes are alive, and end what does not answer" },
    json: JSON_OPTION,
  },
  notes: [
    "Killing only the daemon is another thing: panes outlive it, and the next call starts a new one. down ends the panes too, and removes what they left on disk.",
    "The address and token of HTTP are yours and stay: the next daemon opens it again. mullion token --off forgets them.",
    "Placed jobs go on, with their panes, and the next daemon knows them; a job whose call still waits is cancelled.",
    "While panes are alive it asks; where it cannot ask it needs --force.",
  ],
  exits: { 1: "also: panes are alive and ending them was not confirmed, or something did not end" },
  examples: [
    ["mullion down", "asks first if panes are alive"],
    ["mullion down --force", "for scripts"],
  ],
  async run(call) {
    const where = ownPlaces(call.environment);
    const force = call.options.force;
    if (force) await continueHolders(where);
    const alive = await livingPanes(where);
    const daemon = await askDaemon(where.socket, ["up", "--json"], 3_000);
    if (daemon.kind === "absent" && alive.length === 0) {
      call.print(call.options.json ? JSON.stringify({ panes: 0, daemon: false }) : "Nothing runs.");
      return EXIT_STATUS.done;
    }
    if (alive.length > 0 && !force && !(await confirmed(alive.length, call))) return EXIT_STATUS.failed;
    const stop = call.terminal.progress(() => `ending ${counted(alive.length, "pane")}`);
    const ended = await end(call, where, daemon.kind);
    stop();
    if (!ended) return EXIT_STATUS.failed;
    const { jobs } = ended;
    const http = existsSync(where.http);
    if (call.options.json) {
      call.print(JSON.stringify({ panes: alive.length, daemon: true, http, jobs }));
      return EXIT_STATUS.done;
    }
    call.print(`Ended ${counted(alive.length, "pane")} and the daemon.`);
    if (jobs) call.print(`Placed jobs go on: ${jobs} (mullion place ls, mullion place rm).`);
    if (http)
      call.print("The next daemon opens HTTP again, at the same address (mullion token --off closes it).");
    return EXIT_STATUS.done;
  },
});

interface Ended {
  /** Placed jobs that go on; undefined: the daemon did not say it. */
  readonly jobs?: number;
}

/** Undefined if something did not end. */
async function end(call: ColdCall, where: Places, daemon: DaemonAnswer["kind"]): Promise<Ended | undefined> {
  // A new daemon adopts the panes of a killed one and finds everything else that belongs to them.
  if (daemon === "absent") spawnSync(mullionProgram, ["up"], { stdio: "ignore" });
  forbidStart(where);
  await continueHolders(where);
  const pid = lockOwner(where);
  // One that another `mullion down` ends may reject a call in its last moment: without its socket it is as good as absent.
  const answers = daemon === "absent" || daemon === "answered" || !existsSync(where.socket);
  const limitMs = call.options.force ? FORCED_SHUTDOWN_MS : SHUTDOWN_MS;
  const answer = answers ? await shutDown(where, pid, limitMs) : undefined;
  if (answer) return (await endLeft(where, call)) ? answer : undefined;
  if (call.options.force) return (await endByForce(where, pid, call)) ? {} : undefined;
  call.printError(
    `mullion: the daemon does not end by itself (log: ${where.log}); mullion down --force ends it`,
  );
  return undefined;
}

/** Continues stopped holders, because a stopped holder cannot end its pane. */
async function continueHolders({ holderDir }: Places): Promise<void> {
  for (const { pid } of await holderProcesses(holderDir)) signal(pid, "SIGCONT");
}

/** Finds panes by their holders, whether or not they are on record. */
async function livingPanes({ holderDir }: Places): Promise<string[]> {
  await wakeHolders(holderDir);
  const probed = await Promise.all(
    socketsIn(holderDir).map(async (path) => ({ path, state: await probeHolder(path) })),
  );
  const lives = ({ state }: (typeof probed)[number]) =>
    state.kind === "refused" || (state.kind === "alive" && !state.welcome.exited && state.welcome.tty !== "");
  return probed.filter(lives).map(({ path }) => path);
}

async function confirmed(count: number, { printError }: ColdCall): Promise<boolean> {
  const alive = `${counted(count, "pane")} ${count === 1 ? "is" : "are"} alive`;
  if (!process.stdin.isTTY) {
    printError(`mullion: ${alive}: mullion down --force ends them`);
    return false;
  }
  const answer = await ask(`${alive}. End them? [y/N] `);
  if (answer === undefined) printError("");
  return /^y(es)?$/i.test(answer?.trim() ?? "");
}

/** What the user types; undefined if the question is left with Ctrl-C, or with Ctrl-D or another end of the input. */
function ask(question: string): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise<string | undefined>((resolve) => {
    terminal.on("close", () => resolve(undefined));
    terminal.question(question, resolve);
  }).finally(() => terminal.close());
}

/** Undefined if the daemon did not end. */
async function shutDown(
  { socket }: Places,
  pid: number | undefined,
  limitMs: number,
): Promise<Ended | undefined> {
  const answer = await askDaemon(socket, ["shutdown"], limitMs);
  const isDone = answer.kind === "answered" && answer.status === 0;
  // Another `mullion down` ends it: then the daemon removes its socket, which a killed one leaves, and may have rejected this call.
  if (!isDone && existsSync(socket)) return undefined;
  if (pid !== undefined && !(await isGone(pid, GRACE_MS))) return undefined;
  // A daemon of an earlier version prints nothing.
  return isDone ? (JSON.parse(answer.stdout || "{}") as Ended) : {};
}

/** Used if the daemon does not answer: ends the daemon, then each pane through its holder, then removes the files. */
async function endByForce(where: Places, pid: number | undefined, call: ColdCall): Promise<boolean> {
  if (pid !== undefined && processExists(pid)) {
    process.kill(pid, "SIGKILL");
    await isGone(pid, GRACE_MS);
  }
  await wakeHolders(where.holderDir);
  if (!(await endHolders(socketsIn(where.holderDir), call))) return false;
  for (const name of ["records", "journals"])
    rmSync(join(where.stateDir, name), { recursive: true, force: true });
  rmSync(where.socket, { force: true });
  return true;
}

/**
 * Ends holders that the daemon has left: panes that it did not know, and commands beside panes (pipe-pane, run-shell -b)
 * that go on although their input has ended.
 */
async function endLeft({ holderDir }: Places, call: ColdCall): Promise<boolean> {
  const deadline = Date.now() + GRACE_MS;
  while (socketsIn(holderDir).length > 0 && Date.now() < deadline) await delay(10);
  return endHolders(socketsIn(holderDir), call);
}

/** Resolves to false if some holders did not end, and prints them. */
async function endHolders(paths: readonly string[], { printError, options }: ColdCall): Promise<boolean> {
  const end = async (path: string) =>
    (await endHolder(path, GRACE_MS)) || (options.force === true && (await killHolder(path)));
  const ended = await Promise.all(paths.map(async (path) => ({ path, ok: await end(path) })));
  for (const { path, ok } of ended) {
    if (ok) rmSync(path, { force: true });
    else printError(`mullion: the pane behind ${path} did not end`);
  }
  return ended.every(({ ok }) => ok);
}

/** Kills a holder that does not answer, and the processes of its pane. False: some are left, or none was found. */
async function killHolder(path: string): Promise<boolean> {
  const holder = (await holderProcesses(dirname(path))).find(({ socketPath }) => socketPath === path);
  if (!holder) return false;
  const table = await processTable();
  const sessions = table.filter(({ parent }) => parent === holder.pid);
  const family = new Set(sessions.flatMap(({ pid }) => familyOf(pid, table).map((row) => row.pid)));
  for (const pid of [holder.pid, ...family]) signal(pid, "SIGKILL");
  const gone = await Promise.all([holder.pid, ...family].map((pid) => isGone(pid, GRACE_MS)));
  return gone.every(Boolean);
}

async function isGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!processHasEnded(pid)) {
    if (Date.now() > deadline) return false;
    await delay(10);
  }
  return true;
}

/** The daemon's part of `down`. */
export const shutdown = defineHotVerb({
  name: "shutdown",
  summary: "end every pane and the daemon, without asking",
  hidden: true,
  async run({ context, print }) {
    await context.shutdown();
    print(JSON.stringify({ jobs: context.placed.living }));
  },
});
