import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { ControlTurns } from "./control-turns.ts";
import { NoServer, TmuxNotFound } from "./errors.ts";
import { type TmuxProgram, tmuxFailure } from "./exec-tmux.ts";

interface ControlListener {
  /**
   * Bytes that a pane printed. Absent: tmux does not send output, and so has no pending output when a session is
   * killed.
   */
  onOutput?(paneId: string, data: Buffer): void;
  /** Another change happened: read the state again. Also called when the session has ended. */
  onChange(): void;
}

interface ControlClientOptions extends ControlListener {
  readonly program: TmuxProgram;
  readonly sessionId: string;
  /** Counts until the client begins to connect. */
  readonly signal?: AbortSignal | undefined;
}

const TELL_NO_OUTPUT = "refresh-client -f no-output";

/** Longest wait for a server that no longer answers. */
const LEAVE_MS = 5_000;

/**
 * A tmux control client on one session: it receives the output of the session's panes and notifications of changes. It
 * counts as no terminal and does not affect the session's size. Its lines are read as Latin-1, so that every byte is
 * one character.
 */
export class TmuxControlClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #turns: ControlTurns;
  readonly #listener: ControlListener;
  /** Callers that wait for the replies to their commands. */
  readonly #barriers: (() => void)[] = [];
  /** Windows that it reports dead panes for. */
  readonly #watched = new Set<string>();
  #rest = "";
  #stderr = "";
  #reply: string[] | undefined;
  #attached: (() => void) | undefined;
  #refused: ((error: Error) => void) | undefined;
  #closed = false;
  #left: Promise<void> | undefined;

  private constructor({ program, sessionId, ...listener }: ControlClientOptions) {
    const { file, flags, env, turns } = program;
    this.#turns = turns;
    this.#listener = listener;
    this.#child = spawn(file, [...flags, "-C", "attach-session", "-E", "-t", sessionId], { env });
    this.#child.stdin.on("error", () => {}); // tmux may exit before it has read everything.
    this.#child.stdout.setEncoding("latin1").on("data", (text: string) => this.#take(text));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
    });
    this.#child.on("error", (error) =>
      this.#refused?.(new TmuxNotFound(`${file} cannot be run`, { cause: error })),
    );
    this.#child.on("close", () => this.#end());
  }

  /** Resolves when all further events are reported. */
  static open(options: ControlClientOptions): Promise<TmuxControlClient> {
    const { program, signal } = options;
    return program.turns.opening(() => new TmuxControlClient(options).#opened(), signal);
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
   * tmux reports closed panes, but not a pane whose process ended and that `remain-on-exit` keeps. It checks subscribed
   * formats once a second; before 3.2 it has no subscriptions and refuses this. Each window is named separately: tmux
   * 3.3a crashes, with all of its sessions, when it checks "all panes" for a client whose session is just ending.
   */
  tellDeathsIn(windowId: string): void {
    if (this.#watched.has(windowId)) return;
    this.#watched.add(windowId);
    void this.#command(`refresh-client -B 'deaths-in-${windowId}:${windowId}:#{P:#{pane_dead}}'`);
  }

  /** Resolves when everything that tmux has sent so far was delivered. */
  settled(): Promise<void> {
    return this.#command("display-message -p .");
  }

  /**
   * Disconnects when nothing is in flight: tmux 3.3a crashes, with all of its sessions, when a control client
   * disconnects with undelivered output. Resolves when it has disconnected.
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

  /** Resolves with any answer to the command; replies arrive in the order of the commands. */
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

  /** `%output %5 text`, with control characters and backslashes as a backslash and three octal digits. */
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
