import { readFileSync } from "node:fs";
import { examine, PRINTER, READER } from "../../bench/numbered-lines.ts";
import type { TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import type { Tally } from "./attack.ts";

const HISTORY_LINES = 1_000_000;

interface Pane {
  readonly id: string;
  readonly pid: number;
}

/**
 * The load under an attack: panes that print numbered lines endlessly, and panes that echo numbered input. After any
 * attack, each must read 1, 2, 3 …, in the same process as before.
 */
export class NumberedPanes {
  readonly #daemon: TestDaemon;
  readonly printers: readonly Pane[];
  readonly readers: readonly Pane[];
  #typed = 0;

  private constructor(daemon: TestDaemon, printers: readonly Pane[], readers: readonly Pane[]) {
    this.#daemon = daemon;
    this.printers = printers;
    this.readers = readers;
  }

  static async open(daemon: TestDaemon, { printers = 4, readers = 2 } = {}): Promise<NumberedPanes> {
    const stays = ["start-server", ";", "set-option", "-s", "exit-empty", "off", ";"];
    await daemon.tmux(...stays, "set-option", "-g", "history-limit", String(HISTORY_LINES));
    const printing: Pane[] = [];
    const reading: Pane[] = [];
    for (let i = 0; i < printers; i++) printing.push(await open(daemon, i === 0, ["perl", "-e", PRINTER]));
    for (let i = 0; i < readers; i++) reading.push(await open(daemon, false, ["sh", "-c", READER]));
    return new NumberedPanes(daemon, printing, reading);
  }

  /** Types the next numbered line into every reader. Resolves when each call was answered. */
  async type(): Promise<void> {
    this.#typed += 1;
    const number = this.#typed;
    await Promise.all(
      this.readers.map(async ({ id }) => {
        const { status, stderr } = await this.#daemon.tmux("send-keys", "-t", id, `line ${number}`, "Enter");
        if (status !== 0) throw new Error(`send-keys: ${stderr}`);
      }),
    );
  }

  /** Counts what is missing. `gone`: panes that the attack has ended on purpose. */
  async judge(tally: Tally, gone: ReadonlySet<string> = new Set()): Promise<void> {
    const { stdout } = await this.#daemon.tmux(
      "list-panes",
      "-a",
      "-F",
      "#{pane_id} #{pane_pid} #{pane_dead}",
    );
    const there = new Set(stdout.trimEnd().split("\n"));
    for (const { id, pid } of [...this.printers, ...this.readers]) {
      if (gone.has(id)) continue;
      if (!there.has(`${id} ${pid} 0`)) tally.found("lost", `pane ${id} with process ${pid}`);
    }
    for (const { id } of this.printers) if (!gone.has(id)) this.#count(tally, id, await this.#history(id));
    for (const { id } of this.readers) {
      if (gone.has(id)) continue;
      const last = `line ${this.#typed}`;
      const arrived = async () => (await this.#history(id)).split("\n").includes(last);
      if (this.#typed > 0) await waitFor(arrived, last, 20_000).catch(() => {});
      this.#count(tally, id, await this.#history(id), this.#typed);
    }
  }

  #count(tally: Tally, id: string, text: string, expected?: number): void {
    const { lost, doubled, reordered } = examine(text, expected);
    if (lost > 0) tally.found("lost", `${lost} lines of ${id}`, lost);
    if (doubled + reordered > 0) tally.found("doubled", `lines of ${id}`, doubled + reordered);
  }

  async #history(pane: string): Promise<string> {
    const { stdout } = await this.#daemon.tmux("capture-pane", "-p", "-t", pane, "-S", "-", "-E", "-");
    return stdout;
  }
}

async function open(daemon: TestDaemon, first: boolean, argv: readonly string[]): Promise<Pane> {
  const make = first ? ["new-session", "-d", "-s", "numbered"] : ["new-window", "-d", "-t", "numbered:"];
  const { stdout, stderr } = await daemon.tmux(...make, "-P", "-F", "#{pane_id} #{pane_pid}", "--", ...argv);
  const [id, pid] = stdout.trim().split(" ");
  if (id === undefined || pid === undefined) throw new Error(`cannot open a pane: ${stderr}`);
  return { id, pid: Number(pid) };
}

/** The daemon's resident size, in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}
