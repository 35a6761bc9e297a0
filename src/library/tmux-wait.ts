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

/**
 * Waits by being told: a control client says that the pane printed something, or that something changed, and only then is
 * tmux asked again.
 */
export async function waitInTmux({
  program,
  found,
  condition,
  timeoutMs,
  signal,
  look,
}: Wait): Promise<WaitOutcome> {
  const watch = watchFor(condition);
  const { paneId } = found.pane;
  return await new Promise<WaitOutcome>((resolve, reject) => {
    let client: ControlClient | undefined;
    let done = false;
    const timers: { idle?: NodeJS.Timeout; look?: NodeJS.Timeout } = {};
    const finish = (settle: () => void) => {
      if (done) return;
      done = true;
      clearTimeout(deadline);
      clearTimeout(timers.idle);
      clearTimeout(timers.look);
      signal.removeEventListener("abort", abort);
      client?.close();
      settle();
    };
    const end = (outcome: WaitOutcome | undefined) => outcome && finish(() => resolve(outcome));
    const fail = (error: unknown) => finish(() => reject(error as Error));
    const abort = () => fail(signal.reason);
    const deadline = setTimeout(() => end({ outcome: "timed-out" }), timeoutMs);
    signal.addEventListener("abort", abort, { once: true });

    const restartIdle = () => {
      clearTimeout(timers.idle);
      if (watch.idleMs !== undefined && !done)
        timers.idle = setTimeout(() => end({ outcome: "met" }), watch.idleMs);
    };
    const see = async () => {
      if (done) return;
      const now = await look();
      if (now && !now.exit) return void end(watch.onScreen?.(now.screen));
      await client?.settled(); // What it printed last has been read.
      end(watch.onExit(now?.exit ?? {}));
    };

    const listener = {
      onOutput(from: string, data: Buffer) {
        if (from !== paneId || done) return;
        restartIdle();
        end(watch.onOutput?.(data));
        if (watch.onScreen) timers.look ??= setTimeout(seeLater, LOOK_MS);
      },
      onChange: () => void see().catch(fail),
    };
    const seeLater = () => {
      delete timers.look;
      see().catch(fail);
    };
    const begin = (opened: ControlClient | undefined) => {
      client = opened;
      if (done) opened?.close();
      restartIdle();
      return see();
    };
    ControlClient.open(program, found.sessionId, listener)
      .catch((error) => (error instanceof SubstrateError ? undefined : Promise.reject(error))) // The session has gone.
      .then(begin)
      .catch(fail);
  });
}
