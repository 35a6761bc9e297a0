import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { programs } from "../../package/programs.ts";
import { CLOSED_INSPECTOR, changesNode } from "../../processes/closed-inspector.ts";
import { askDaemon, type DaemonAnswer, NOT_A_WISH } from "../ask-daemon.ts";
import { panesOf, type TreeDescription } from "../describe-tree.ts";
import { socketsIn } from "../doctor/check-sockets.ts";
import { EXIT_STATUS } from "../exit-status.ts";
import { type HolderState, probeHolder } from "../holder-probe.ts";
import { packageRoot, packageVersion } from "../package.ts";
import { lockOwner, ownPlaces, type Places } from "../places.ts";
import { counted } from "../quantities.ts";
import { findSupervisor } from "../service/find-supervisor.ts";
import { type ColdCall, defineColdVerb, JSON_OPTION } from "../verb.ts";

/**
 * Replaces the running daemon with a new one and keeps every pane alive. Everything that can be checked is tried while
 * the old daemon serves, so that most failures change nothing. If the new daemon fails after the old one has exited,
 * the old program is started again: records, journals and holders are unchanged.
 */
export const upgrade = defineColdVerb({
  name: "upgrade",
  summary: "let this version's daemon take over, every pane alive",
  options: { json: JSON_OPTION },
  notes: [
    "Install the new version first; then this replaces the running daemon. Panes do not notice; calls that are under way, such as mullion wait and attached terminals, go on by themselves.",
    "If the new daemon cannot start, the old one continues, and upgrade prints the reason. A daemon that runs as a service is replaced by its service manager.",
  ],
  exits: { 1: "also: the old daemon still runs, or a pane is missing" },
  examples: [
    ["npm install -g ./mullion-0.2.0.tgz && mullion upgrade", "the new version, with everything that runs"],
    ["mullion upgrade --json", "from which version to which, and how many panes"],
  ],
  async run(call) {
    const where = ownPlaces(call.environment);
    const stop = call.terminal.progress(() => "the new daemon takes over");
    try {
      return await replace(call, where);
    } finally {
      stop();
    }
  },
});

async function replace(call: ColdCall, where: Places): Promise<number> {
  const old = await runningDaemon(where);
  const before = await probeHolders(where);
  const foreign = before.filter(({ kind }) => kind === "refused").length;
  if (foreign > 0) {
    return refuse(
      call,
      old,
      `${foreign} panes are held by another version, which this one does not speak to`,
    );
  }
  const reason = old && rehearsal(call);
  if (reason !== undefined) return refuse(call, old, reason);
  const failure = start(call, old);
  const now = await runningDaemon(where);
  if (failure !== undefined || !now) return afterFailure(call, where, { old, now, failure: failure ?? "" });
  if (old && now.pid === old.pid) return refuse(call, old, "it did not leave");
  const alive = before.flatMap((state) => (isPane(state) ? [state.welcome.childPid] : []));
  return report(call, { old, now, alive, missing: await missingPanes(where, alive) });
}

/** Why a start would fail; undefined if it would succeed. Changes nothing. */
function rehearsal({ environment }: ColdCall): string | undefined {
  const { status, stderr } = runDaemon({ ...environment, MULLION_TAKE_OVER: "nobody" });
  return status === 0 ? undefined : sentenceOf(stderr);
}

function runDaemon(env: NodeJS.ProcessEnv) {
  const main = (env.MULLION_DIR && env.MULLION_DAEMON_MAIN) || join(packageRoot, "dist/daemon/main.js");
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !changesNode(name)));
  return spawnSync(process.execPath, [CLOSED_INSPECTOR, main], {
    env: clean,
    encoding: "utf8",
    timeout: 20_000,
  });
}

/** Starts the new daemon. Returns what failed, if anything. */
function start({ environment }: ColdCall, old: RunningDaemon | undefined): string | undefined {
  const manager = findSupervisor(environment);
  if (old && manager.runs(old.pid)) return manager.restart();
  const env = { ...environment, ...NOT_A_WISH, ...(old && { MULLION_TAKE_OVER: String(old.pid) }) };
  return startWith(packageRoot, env);
}

function startWith(root: string, env: NodeJS.ProcessEnv): string | undefined {
  const { status, stderr, error } = spawnSync(programs(root).mullion, ["up"], {
    env,
    encoding: "utf8",
    timeout: 30_000,
  });
  return status === 0 ? undefined : sentenceOf(error?.message ?? stderr);
}

function sentenceOf(stderr: string): string {
  const lines = stderr.trim().split("\n");
  return (lines.findLast((line) => line.startsWith("mullion: ")) ?? lines.at(-1) ?? "").replace(
    "mullion: ",
    "",
  );
}

type LivingHolder = Extract<HolderState, { kind: "alive" }>;

/** A holder without a terminal runs a command beside the panes: pipe-pane, run-shell. */
function isPane(state: HolderState): state is LivingHolder {
  return state.kind === "alive" && !state.welcome.exited && state.welcome.tty !== "";
}

/** Process ids of running panes that the daemon does not show. */
async function missingPanes(where: Places, alive: readonly number[]): Promise<readonly number[]> {
  const answer = await askDaemon(where.socket, ["ls", "--json"], 20_000);
  if (answer.kind !== "answered" || answer.status !== 0) return alive;
  const shown = new Set(panesOf(JSON.parse(answer.stdout) as TreeDescription).map(({ pid }) => pid));
  const left = await probeHolders(where);
  const living = new Set(
    left.flatMap((state) => (state.kind === "alive" && !state.welcome.exited ? state.welcome.childPid : [])),
  );
  // A pane that ended by itself meanwhile is not missing.
  return alive.filter((pid) => !shown.has(pid) && living.has(pid));
}

interface Replaced {
  readonly old: RunningDaemon | undefined;
  readonly now: RunningDaemon;
  readonly alive: readonly number[];
  readonly missing: readonly number[];
}

function report(call: ColdCall, { old, now, alive, missing }: Replaced): number {
  const version = packageVersion();
  if (call.options.json) {
    const summary = {
      from: old?.version ?? null,
      to: now.version ?? null,
      pid: now.pid,
      panes: alive.length,
      missing,
    };
    call.print(JSON.stringify(summary));
  } else if (old) {
    call.print(
      `Mullion ${now.version ?? version} took over from ${old.version ?? "another version"}: daemon ${now.pid}, ${counted(alive.length, "pane")} alive.`,
    );
  } else
    call.print(
      `No daemon ran; Mullion ${now.version ?? version} started: daemon ${now.pid}, ${counted(alive.length, "pane")} alive.`,
    );
  if (missing.length > 0)
    call.printError(`mullion: the new daemon does not show the panes of processes ${missing.join(", ")}`);
  if (now.version !== version)
    call.printError(`mullion: the running daemon is ${now.version}, not ${version}`);
  return missing.length === 0 && now.version === version ? EXIT_STATUS.done : EXIT_STATUS.failed;
}

function refuse(call: ColdCall, old: RunningDaemon | undefined, reason: string): number {
  const goesOn = old
    ? `; the one that runs (${old.version ?? "another version"}, process ${old.pid}) goes on`
    : "";
  call.printError(`mullion: the new daemon cannot take over: ${reason}${goesOn}, and nothing has changed`);
  return EXIT_STATUS.failed;
}

interface Failure {
  readonly old: RunningDaemon | undefined;
  readonly now: RunningDaemon | undefined;
  readonly failure: string;
}

async function afterFailure(call: ColdCall, where: Places, { old, now, failure }: Failure): Promise<number> {
  if (now && old && now.pid === old.pid) return refuse(call, old, failure);
  const { MULLION_DAEMON_MAIN: _, ...environment } = call.environment;
  const again =
    now ?? (startWith(old?.root ?? packageRoot, environment) === undefined && (await runningDaemon(where)));
  call.printError(`mullion: the new daemon did not start: ${failure}`);
  call.printError(
    again
      ? `mullion: ${again.version ?? "the previous version"} runs again (process ${again.pid}), with every pane`
      : `mullion: no daemon runs; panes live on, and what is known of them is kept in ${where.stateDir}: mullion up tries again (log: ${where.log})`,
  );
  return EXIT_STATUS.failed;
}

/** The running daemon, seen from outside. */
interface RunningDaemon {
  readonly pid: number;
  /** Undefined if the daemon does not answer, or uses another protocol version. */
  readonly version: string | undefined;
  /** Directory of the daemon's package. */
  readonly root: string | undefined;
}

const ANSWER_MS = 3_000;
const LOOK_AGAIN_MS = 20;

async function runningDaemon(where: Places): Promise<RunningDaemon | undefined> {
  const pid = lockOwner(where);
  if (pid === undefined) return undefined;
  const answer = await lastingAnswer(where, pid);
  if (!answer) return undefined;
  const { version, root } =
    answer.kind === "answered" && answer.status === 0 ? JSON.parse(answer.stdout) : {};
  return { pid, version, root };
}

/**
 * A killed daemon exists for a moment longer and still holds its lock. So a daemon that does not answer is asked again
 * until it answers or disappears, which returns undefined. Two rejections in a row are final.
 */
async function lastingAnswer(where: Places, pid: number): Promise<DaemonAnswer | undefined> {
  const deadline = performance.now() + ANSWER_MS;
  for (let refusals = 0; ; ) {
    const answer = await askDaemon(where.socket, ["up", "--json"], ANSWER_MS);
    if (answer.kind === "answered") return answer;
    if (lockOwner(where) !== pid) return undefined;
    if (answer.kind === "refused") refusals++;
    if (answer.kind === "silent" || refusals === 2 || performance.now() > deadline) return answer;
    await delay(LOOK_AGAIN_MS);
  }
}

/** States of all holders. */
function probeHolders({ holderDir }: Places): Promise<HolderState[]> {
  return Promise.all(socketsIn(holderDir).map(probeHolder));
}
