import { ControlClient } from "./control-client.ts";
import { SubstrateError, Unsupported } from "./errors.ts";
import type { TmuxProgram } from "./exec-tmux.ts";
import { LineWatch } from "./line-watch.ts";
import { posixRegex } from "./posix-regex.ts";
import type { Condition, WaitOutcome } from "./substrate.ts";
import type { TmuxPane } from "./tmux-views.ts";

/** The screen is looked at no oftener than this while output streams. */
const LOOK_MS = 25;

interface Wait {
  readonly program: TmuxProgram;
  readonly found: TmuxPane;
  readonly condition: Condition;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What the pane shows, wrapped lines in one, and how its process ended where it did; undefined where it has gone. */
  look(): Promise<Look | undefined>;
}

export interface Look {
  /** Where the pane is now. */
  readonly windowId: string;
  readonly screen: string;
  readonly exit: Exit | undefined;
}

interface Exit {
  readonly exitCode?: number;
}

/** What a condition makes of output. Each gives the outcome that it has come to, if any. */
interface Watch {
  onOutput?(data: Buffer): WaitOutcome | undefined;
  onScreen?(screen: string): WaitOutcome | undefined;
  /** Met when nothing was printed for so long. */
  readonly idleMs?: number;
  /** What an exit means. */
  onExit(exit: Exit): WaitOutcome;
}

/** Throws where tmux cannot wait for it. */
export function watchFor(condition: Condition): Watch {
  const exited = (exit: Exit): WaitOutcome => ({ outcome: "exited", ...exit });
  if ("prompt" in condition) throw new Unsupported("tmux does not know when a shell waits at its prompt");
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
 * Waits by being told: a control client says that the pane printed something, or that something changed, and only then is
 * tmux asked again.
 */
class TmuxWait {
  readonly outcome: Promise<WaitOutcome>;
  readonly #wait: Wait;
  readonly #watch: Watch;
  readonly #deadline: NodeJS.Timeout;
  readonly #abort = () => this.#fail(this.#wait.signal.reason);
  #resolve!: (outcome: WaitOutcome) => void;
  #reject!: (error: Error) => void;
  #client: ControlClient | undefined;
  #idle: NodeJS.Timeout | undefined;
  #nextLook: NodeJS.Timeout | undefined;
  #done = false;

  constructor(wait: Wait, watch: Watch) {
    this.#wait = wait;
    this.#watch = watch;
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#deadline = setTimeout(() => this.#end({ outcome: "timed-out" }), wait.timeoutMs);
    wait.signal.addEventListener("abort", this.#abort, { once: true });
    this.#begin().catch((error) => this.#fail(error));
  }

  async #begin(): Promise<void> {
    const { program, found } = this.#wait;
    const listener = {
      onOutput: (from: string, data: Buffer) => this.#printed(from, data),
      onChange: () => this.#look(),
    };
    this.#client = await ControlClient.open(program, found.sessionId, listener).catch(undefinedIfGone);
    if (this.#done) return void this.#client?.close();
    this.#restartIdle();
    this.#look();
  }

  #printed(from: string, data: Buffer): void {
    if (from !== this.#wait.found.pane.paneId || this.#done) return;
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
    if (now && !now.exit) {
      this.#client?.tellDeathsIn(now.windowId);
      return this.#end(this.#watch.onScreen?.(now.screen));
    }
    await this.#client?.settled(); // What it printed last has been read.
    this.#end(this.#watch.onExit(now?.exit ?? {}));
  }

  #restartIdle(): void {
    const { idleMs } = this.#watch;
    clearTimeout(this.#idle);
    if (idleMs !== undefined) this.#idle = setTimeout(() => this.#end({ outcome: "met" }), idleMs);
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
    for (const timer of [this.#deadline, this.#idle, this.#nextLook]) clearTimeout(timer);
    this.#wait.signal.removeEventListener("abort", this.#abort);
    void this.#client?.close();
  }
}

/** The session that was to be attached to has ended. */
function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof SubstrateError)) throw error;
}
