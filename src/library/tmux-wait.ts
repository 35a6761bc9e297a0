import { stripVTControlCharacters } from "node:util";
import { processExists } from "../processes/process-mark.ts";
import { NoServer, SessionNotFound, Unsupported } from "./errors.ts";
import type { TmuxProgram } from "./exec-tmux.ts";
import { posixRegex } from "./posix-regex.ts";
import type { Condition, PaneTarget, WaitOutcome } from "./substrate.ts";
import { TmuxControlClient } from "./tmux-control-client.ts";

/** Shortest interval between checks of the screen while output streams. */
const LOOK_MS = 25;
/** How often a wait for an exit asks the system whether the pane's process still runs. */
const PROCESS_MS = 20;
/** How often it asks tmux as well: the pane may be killed while its process ignores the hangup. */
const PANE_MS = 500;
/** How often it asks tmux about a process that this one cannot see, as in a container that shares the socket. */
const UNSEEN_MS = 100;

interface Wait {
  readonly program: TmuxProgram;
  readonly pane: PaneTarget;
  readonly condition: Condition;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The pane's text, with wrapped lines joined, and its exit if the process ended; undefined if the pane is gone. */
  look(): Promise<PaneLook | undefined>;
}

export interface PaneLook {
  /** The pane's current window. */
  readonly windowId: string;
  /** The one of its sessions that was used last, and that session's name. */
  readonly sessionId: string;
  readonly session: string;
  /** Names of all sessions that have the window. */
  readonly linked: readonly string[];
  readonly screen: string;
  /** The process that the pane was started with. */
  readonly pid: number;
  readonly exit: Exit | undefined;
}

interface Exit {
  readonly exitCode?: number;
}

/** How a condition evaluates output. Each callback returns the outcome, if there is one. */
interface Watch {
  onOutput?(data: Buffer): WaitOutcome | undefined;
  onScreen?(screen: string): WaitOutcome | undefined;
  /** Holds after this time without output. */
  readonly idleMs?: number;
  /** The outcome of an exit. */
  onExit(exit: Exit): WaitOutcome;
}

export const NO_STATES =
  "tmux does not know whether a program works or waits: use the Mullion backend, or wait for text or silence";

/** Throws if tmux cannot wait for the condition. */
export function watchFor(condition: Condition): Watch {
  const exited = (exit: Exit): WaitOutcome => ({ outcome: "exited", ...exit });
  if ("prompt" in condition) throw new Unsupported("tmux does not know when a shell waits at its prompt");
  if ("state" in condition) throw new Unsupported(NO_STATES);
  if ("exit" in condition) return { onExit: (exit) => ({ outcome: "met", ...exit }) };
  if ("idleMs" in condition) return { idleMs: condition.idleMs, onExit: exited };
  return watchText(condition, exited);
}

function watchText(condition: { text: string } | { regex: string }, exited: Watch["onExit"]): Watch {
  const regex = "regex" in condition ? posixRegex(condition.regex) : undefined;
  const matches = (line: string) => regex?.test(line) ?? line.includes((condition as { text: string }).text);
  const lines = new LineWatch(matches);
  const met = (text: string | undefined): WaitOutcome | undefined =>
    text === undefined ? undefined : { outcome: "met", text };
  return {
    onOutput: (data) => met(lines.push(data)),
    onScreen: (screen) =>
      met(lines.unfinished() ?? screen.split("\n").find((line) => line !== "" && matches(line))),
    onExit: (exit) => met(lines.unfinished()) ?? exited(exit),
  };
}

export function waitInTmux(wait: Wait): Promise<WaitOutcome> {
  return new TmuxWait(wait, watchFor(wait.condition)).outcome;
}

/**
 * Waits for notifications: a control client reports that the pane printed or that something changed, and only then is
 * tmux queried again. A wait for an exit needs no output and does without the client: tmux 3.3a crashes, with all of
 * its sessions, when a session ends by itself while a client connects, and here it is about to end.
 */
class TmuxWait {
  readonly outcome: Promise<WaitOutcome>;
  readonly #wait: Wait;
  readonly #watch: Watch;
  readonly #endsAt: number;
  readonly #abort = () => this.#fail(this.#wait.signal.reason);
  #resolve!: (outcome: WaitOutcome) => void;
  #reject!: (error: Error) => void;
  #client: TmuxControlClient | undefined;
  /** The look that the newest client was opened for. */
  #place: PaneLook | undefined;
  #opening = false;
  #deadline: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #nextLook: NodeJS.Timeout | undefined;
  #nextProcessCheck: NodeJS.Timeout | undefined;
  #done = false;

  constructor(wait: Wait, watch: Watch) {
    this.#wait = wait;
    this.#watch = watch;
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#endsAt = performance.now() + wait.timeoutMs;
    wait.signal.addEventListener("abort", this.#abort, { once: true });
    this.#look();
  }

  #printed(from: string, data: Buffer): void {
    if (from !== this.#wait.pane.paneId || this.#done) return;
    this.#restartIdle();
    this.#end(this.#watch.onOutput?.(data));
    if (this.#watch.onScreen && !this.#done) this.#nextLook ??= setTimeout(() => this.#look(), LOOK_MS);
  }

  #look(): void {
    clearTimeout(this.#nextLook);
    this.#nextLook = undefined;
    if (!this.#done) this.#see().catch((error) => this.#fail(error));
  }

  async #see(): Promise<void> {
    const now = await this.#wait.look();
    if (!now || now.exit) {
      await this.#client?.settled(); // The last output has been read.
      return this.#end(this.#watch.onExit(now?.exit ?? {}));
    }
    this.#end(this.#watch.onScreen?.(now.screen));
    this.#limit();
    if (this.#done) return;
    if (this.#needsOutput()) await this.#listen(now);
    else this.#watchProcess(now.pid);
  }

  #needsOutput(): boolean {
    return this.#watch.onOutput !== undefined || this.#watch.idleMs !== undefined;
  }

  /** Looks at the pane when its process has ended. */
  #watchProcess(pid: number): void {
    const seen = processExists(pid);
    this.#nextLook ??= setTimeout(() => this.#look(), seen ? PANE_MS : UNSEEN_MS);
    const check = () => (processExists(pid) ? this.#nextProcessCheck?.refresh() : this.#look());
    clearTimeout(this.#nextProcessCheck);
    this.#nextProcessCheck = seen ? setTimeout(check, PROCESS_MS) : undefined;
  }

  /** Ends the wait when its time is over, but not before the first look: a condition that holds already is always met. */
  #limit(): void {
    const restMs = this.#endsAt - performance.now();
    const over = () => this.#end({ outcome: "timed-out" });
    if (restMs <= 0) over();
    else if (!this.#done) this.#deadline ??= setTimeout(over, restMs);
  }

  /** Keeps a client on a session that has the pane: anybody may detach the client, or move the pane. */
  async #listen(now: PaneLook): Promise<void> {
    if (this.#opening) return; // Another look follows.
    if (this.#hears(now)) return this.#client!.tellDeathsIn(now.windowId);
    this.#opening = true;
    void this.#client?.close();
    this.#client = undefined;
    this.#place = now;
    this.#client = await TmuxControlClient.open({
      program: this.#wait.program,
      sessionId: now.sessionId,
      signal: this.#wait.signal,
      onOutput: (from, data) => this.#printed(from, data),
      onChange: () => this.#look(),
    }).catch(undefinedIfGone);
    this.#opening = false;
    if (this.#done) return void this.#client?.close();
    this.#restartIdle();
    this.#look();
  }

  /** Several sessions may have the pane, and tmux names the one that was used last: a client on any of them will do. */
  #hears({ sessionId, linked }: PaneLook): boolean {
    if (!this.#place || !this.#isListening()) return false;
    return sessionId === this.#place.sessionId || linked.includes(this.#place.session);
  }

  #isListening(): boolean {
    return this.#client !== undefined && !this.#client.closed;
  }

  /** Silence counts only while a client would report output. */
  #restartIdle(): void {
    const { idleMs } = this.#watch;
    clearTimeout(this.#idle);
    const silent = () => this.#end(this.#isListening() ? { outcome: "met" } : undefined);
    if (idleMs !== undefined) this.#idle = setTimeout(silent, idleMs);
  }

  #end(outcome: WaitOutcome | undefined): void {
    if (!outcome) return;
    this.#stop();
    this.#resolve(outcome);
  }

  #fail(error: unknown): void {
    this.#stop();
    this.#reject(error as Error);
  }

  #stop(): void {
    this.#done = true;
    for (const timer of [this.#deadline, this.#idle, this.#nextLook, this.#nextProcessCheck])
      clearTimeout(timer);
    this.#wait.signal.removeEventListener("abort", this.#abort);
    void this.#client?.close();
  }
}

/** Undefined if the session to attach to has ended, or another caller has ended the client. */
function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof SessionNotFound || error instanceof NoServer)) throw error;
}

const MAX_LINE = 16 * 1024;

/** Finds the first matching line in output that arrives in pieces, so that a line that scrolls by is not missed. */
export class LineWatch {
  readonly #matches: (line: string) => boolean;
  readonly #decoder = new TextDecoder();
  #unfinished = "";

  constructor(matches: (line: string) => boolean) {
    this.#matches = matches;
  }

  push(data: Uint8Array): string | undefined {
    const lines = (this.#unfinished + this.#decoder.decode(data, { stream: true })).split("\n");
    this.#unfinished = lines.pop()!.slice(-MAX_LINE);
    return lines.map(plain).find((line) => line !== "" && this.#matches(line));
  }

  /** The line that has not ended yet. */
  unfinished(): string | undefined {
    const line = plain(this.#unfinished);
    return line !== "" && this.#matches(line) ? line : undefined;
  }
}

function plain(line: string): string {
  return stripVTControlCharacters(line).replaceAll("\r", "");
}
