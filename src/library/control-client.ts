import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { ControlTurns } from "./control-turns.ts";
import { NoServer, TmuxNotFound } from "./errors.ts";
import type { TmuxProgram } from "./exec-tmux.ts";
import { tmuxFailure } from "./tmux-failure.ts";

export interface ControlListener {
  /** Bytes that a pane printed. Absent: tmux is not to tell them, and has nothing left to tell when a session is killed. */
  onOutput?(paneId: string, data: Buffer): void;
  /** Something else happened: look again. Also when the session has ended. */
  onChange(): void;
}

const TELL_NO_OUTPUT = "refresh-client -f no-output";

/** A server that does not answer any more is not waited for. */
const LEAVE_MS = 5_000;

/**
 * A control client of tmux on one session: it is told what the session's panes print, and that something changed. It
 * counts as no terminal and gives the session no size. Its lines are read as Latin-1, so that every byte is one character.
 */
export class ControlClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #turns: ControlTurns;
  readonly #listener: ControlListener;
  /** Those who wait for the replies to their commands. */
  readonly #barriers: (() => void)[] = [];
  /** Windows whose dead panes it is told of. */
  readonly #watched = new Set<string>();
  #rest = "";
  #stderr = "";
  #reply: string[] | undefined;
  #attached: (() => void) | undefined;
  #refused: ((error: Error) => void) | undefined;
  #closed = false;
  #left: Promise<void> | undefined;

  private constructor(program: TmuxProgram, sessionId: string, listener: ControlListener) {
    const { file, flags, env, turns } = program;
    this.#turns = turns;
    this.#listener = listener;
    this.#child = spawn(file, [...flags, "-C", "attach-session", "-E", "-t", sessionId], { env });
    this.#child.stdin.on("error", () => {}); // It may end before it has read everything.
    this.#child.stdout.setEncoding("latin1").on("data", (text: string) => this.#take(text));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
    });
    this.#child.on("error", (error) =>
      this.#refused?.(new TmuxNotFound(`${file} cannot be run`, { cause: error })),
    );
    this.#child.on("close", () => this.#end());
  }

  /** Settled when everything from now on is told. */
  static open(program: TmuxProgram, sessionId: string, listener: ControlListener): Promise<ControlClient> {
    return program.turns.opening(() => new ControlClient(program, sessionId, listener).#opened());
  }

  #opened(): Promise<this> {
    return new Promise((resolve, reject) => {
      this.#attached = () => {
        if (!this.#listener.onOutput) void this.#command(TELL_NO_OUTPUT);
        resolve(this);
      };
      this.#refused = reject;
    });
  }

  get closed(): boolean {
    return this.#closed;
  }

  /**
   * tmux tells of panes that are closed, but not of one whose process ended and that is kept (`remain-on-exit`). It looks
   * at what somebody subscribed to once a second; before 3.2 it knows no subscriptions and refuses this. A window is named
   * each time: tmux 3.3a crashes, with all of its sessions, when it looks at "all panes" for a client whose session is
   * just ending.
   */
  tellDeathsIn(windowId: string): void {
    if (this.#watched.has(windowId)) return;
    this.#watched.add(windowId);
    void this.#command(`refresh-client -B 'deaths-in-${windowId}:${windowId}:#{P:#{pane_dead}}'`);
  }

  /** Settled when everything that tmux has sent by now was handed out. */
  settled(): Promise<void> {
    return this.#command("display-message -p .");
  }

  /**
   * Leaves when nothing is on its way any more: tmux 3.3a crashes, with all of its sessions, when a control client goes
   * that it has not told everything. Settled when it has left.
   */
  close(): Promise<void> {
    this.#left ??= this.#turns.leaving(() => this.#leave());
    return this.#left;
  }

  async #leave(): Promise<void> {
    const late = setTimeout(() => this.#child.kill(), LEAVE_MS);
    await this.#command(TELL_NO_OUTPUT);
    await this.settled();
    this.#child.stdin.end();
    if (!this.#closed) await once(this.#child, "close");
    clearTimeout(late);
  }

  /** Settled when it was answered, whatever the answer is; replies come in the order of the commands. */
  #command(line: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#closed) return resolve();
      this.#barriers.push(resolve);
      this.#child.stdin.write(`${line}\n`);
    });
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop()!;
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    if (this.#reply && !/^%(end|error) /.test(line)) this.#reply.push(line);
    else if (line.startsWith("%begin ")) this.#reply = [];
    else if (/^%(end|error) /.test(line)) this.#replied(line.startsWith("%error"));
    else if (line.startsWith("%output ")) this.#output(line);
    else if (line.startsWith("%")) this.#listener.onChange();
  }

  #replied(isError: boolean): void {
    const said = (this.#reply ?? []).join("\n");
    this.#reply = undefined;
    if (!this.#attached) this.#barriers.shift()?.();
    else if (isError) this.#refused?.(tmuxFailure(said));
    else this.#attached();
    this.#attached = undefined;
  }

  /** `%output %5 text`, where control characters and backslashes are three octal digits after a backslash. */
  #output(line: string): void {
    const end = line.indexOf(" ", 8);
    const text = line
      .slice(end + 1)
      .replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
    this.#listener.onOutput?.(line.slice(8, end), Buffer.from(text, "latin1"));
  }

  #end(): void {
    this.#closed = true;
    this.#refused?.(
      this.#stderr ? tmuxFailure(this.#stderr.trim()) : new NoServer("tmux ended before it attached"),
    );
    for (const settle of this.#barriers.splice(0)) settle();
    void this.close();
    this.#listener.onChange();
  }
}
