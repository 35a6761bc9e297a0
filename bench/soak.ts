import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { examine, type Findings, PRINTER, READER } from "./numbered-lines.ts";
import { whenInterrupted } from "./when-interrupted.ts";

/**
 * Panes print numbered lines and receive numbered inputs while the daemon is repeatedly killed with -9. Afterwards
 * every pane's complete history must read 1, 2, 3 …, every input must be present once, in order, and every process must
 * be the original one.
 */
export interface SoakOptions {
  readonly kills: number;
  readonly panes: number;
  /** Root of the package. */
  readonly root: string;
}

export interface SoakFigures {
  readonly lines: number;
  readonly lost: number;
  readonly doubled: number;
  readonly reordered: number;
  readonly pidsChanged: number;
  readonly inputs: number;
  readonly inputsLost: number;
  readonly inputsDoubled: number;
  readonly inputsReordered: number;
  readonly reattachP50Ms: number;
  readonly reattachP99Ms: number;
}

const run = promisify(execFile);

const HISTORY_LINES = 1_000_000;
const MAX_PAUSE_MS = 200;

export async function soak({ kills, panes, root }: SoakOptions): Promise<SoakFigures> {
  const dir = mkdtempSync("/tmp/ms-");
  const env = { ...cleanEnvironment(), MULLION_DIR: join(dir, "m"), TMUX_TMPDIR: dir };
  const call = async (...argv: string[]) => {
    const options = { env, maxBuffer: 1 << 30 };
    return (
      await run(join(root, "bin/tmux"), ["-L", "soak", "-f", "/dev/null", ...argv], options)
    ).stdout.trimEnd();
  };
  const stop = () => {
    execFileSync(join(root, "bin/mullion"), ["down", "--force"], { env, stdio: "ignore" });
    rmSync(dir, { recursive: true, force: true });
  };
  const ended = whenInterrupted(stop);
  try {
    const { printers, readers } = await openPanes(call, panes);
    const pidsBefore = await pids(call);
    const inputs = new Map(readers.map((pane) => [pane, 0]));
    const times: number[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const typing = readers.map(async (pane) => {
        const number = inputs.get(pane)! + 1;
        inputs.set(pane, number);
        await call("send-keys", "-t", pane, `line ${number}`, "Enter");
      });
      await delay(Math.random() * 20);
      process.kill(daemonPid(env.MULLION_DIR), "SIGKILL");
      const begun = performance.now();
      await call("display-message", "-p", "-t", printers[0]!, "#{pane_id}");
      times.push(performance.now() - begun);
      await Promise.all(typing);
      await delay(Math.random() * MAX_PAUSE_MS);
    }
    const pidsAfter = await pids(call);
    const printed = await Promise.all(printers.map(async (pane) => examine(await history(call, pane))));
    const typed = await Promise.all(
      readers.map(async (pane) => examine(await whole(call, pane, inputs.get(pane)!), inputs.get(pane)!)),
    );
    return {
      lines: sum(printed, "lines"),
      lost: sum(printed, "lost"),
      doubled: sum(printed, "doubled"),
      reordered: sum(printed, "reordered"),
      pidsChanged: pidsBefore.filter((line) => !pidsAfter.includes(line)).length,
      inputs: [...inputs.values()].reduce((total, count) => total + count, 0),
      inputsLost: sum(typed, "lost"),
      inputsDoubled: sum(typed, "doubled"),
      inputsReordered: sum(typed, "reordered"),
      reattachP50Ms: percentile(times, 0.5),
      reattachP99Ms: percentile(times, 0.99),
    };
  } finally {
    stop();
    ended();
  }
}

type Call = (...argv: string[]) => Promise<string>;

async function openPanes(call: Call, panes: number): Promise<{ printers: string[]; readers: string[] }> {
  const printers: string[] = [];
  const readers: string[] = [];
  await call(
    "start-server",
    ";",
    "set-option",
    "-g",
    "exit-empty",
    "off",
    ";",
    "set-option",
    "-g",
    "history-limit",
    String(HISTORY_LINES),
  );
  for (let i = 0; i < panes; i++) {
    const reads = i % 10 === 9;
    const argv = reads ? ["sh", "-c", READER] : ["perl", "-e", PRINTER];
    const make = i === 0 ? ["new-session", "-d", "-s", "soak"] : ["new-window", "-d", "-t", "soak:"];
    const pane = await call(...make, "-P", "-F", "#{pane_id}", "--", ...argv);
    (reads ? readers : printers).push(pane);
  }
  return { printers, readers };
}

async function pids(call: Call): Promise<string[]> {
  return (await call("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}")).split("\n").sort();
}

function history(call: Call, pane: string): Promise<string> {
  return call("capture-pane", "-p", "-t", pane, "-S", "-", "-E", "-");
}

/** The history once it contains the last input; inputs that never arrive count as lost. */
async function whole(call: Call, pane: string, last: number): Promise<string> {
  const deadline = Date.now() + 10_000;
  let text = await history(call, pane);
  while (!text.split("\n").includes(`line ${last}`) && Date.now() < deadline) {
    await delay(20);
    text = await history(call, pane);
  }
  return text;
}

function sum(findings: readonly Findings[], name: keyof Findings): number {
  return findings.reduce((total, found) => total + found[name], 0);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function daemonPid(mullionDir: string): number {
  return Number.parseInt(readFileSync(join(mullionDir, "daemon.lock"), "utf8"), 10);
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(TMUX|MULLION|CLAUDE_PANE)/.test(name)),
  );
}

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = join(import.meta.dirname, "../..");
  const figures = await soak({ kills: option("kills", 25), panes: option("panes", 50), root });
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(18)} ${Math.round(value)}`);
  const { lost, doubled, reordered, pidsChanged, inputsLost, inputsDoubled, inputsReordered } = figures;
  const wrong = lost + doubled + reordered + pidsChanged + inputsLost + inputsDoubled + inputsReordered;
  if (wrong > 0 || figures.reattachP99Ms >= 1000) process.exit(1);
}
