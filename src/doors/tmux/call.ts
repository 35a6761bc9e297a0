import type { Caller } from "../../core/target/target.ts";
import type { Invocation } from "../../wire/invocation.ts";
import type { ControlClient } from "./control/control-client.ts";
import { sanitize } from "./sanitize.ts";
import type { TerminalClient } from "./terminal/terminal-client.ts";

/** Destination of a call's output. */
export interface Output {
  stdout(data: string | Uint8Array): void;
  stderr(data: string | Uint8Array): void;
}

export interface CallOptions {
  /** The calling process; undefined for commands of the server itself (configuration files, hooks). */
  readonly invocation?: Invocation;
  /** The control client that sent the commands. */
  readonly control?: ControlClient;
  readonly caller: Caller;
  readonly utf8: boolean;
  /** Name of the caller in the log of messages. */
  readonly name: string;
  readonly cwd: string;
  readonly output: Output;
  /** Terminal features given on the command line. */
  readonly features?: readonly string[];
}

/**
 * One call of tmux from outside, or one run of commands by the server itself: the caller, and the destination of the
 * answer.
 */
export class Call {
  readonly invocation: Invocation | undefined;
  readonly control: ControlClient | undefined;
  readonly caller: Caller;
  readonly utf8: boolean;
  readonly name: string;
  readonly features: readonly string[];
  /** Set once the call takes over the caller's terminal, which then shows all further output. */
  terminal: TerminalClient | undefined;
  readonly #cwd: string;
  readonly #output: Output;
  /** Exit status; an error sets it. */
  status = 0;

  constructor({ invocation, control, caller, utf8, name, cwd, output, features = [] }: CallOptions) {
    this.invocation = invocation;
    this.control = control;
    this.caller = caller;
    this.utf8 = utf8;
    this.name = name;
    this.features = features;
    this.#cwd = cwd;
    this.#output = output;
  }

  /** The calling process if it is outside; an attached client acts in its session instead. */
  get outside(): Invocation | undefined {
    return this.caller.client?.session ? undefined : this.invocation;
  }

  /** Directory that relative paths refer to. */
  get cwd(): string {
    return this.caller.client?.session?.cwd ?? this.#cwd;
  }

  /** Writes one line of the answer. */
  print(line: string): void {
    if (this.terminal?.client) this.terminal.print(line);
    else this.#output.stdout(`${this.utf8 ? line : sanitize(line)}\n`);
  }

  /** Writes bytes of the answer unchanged. */
  write(data: string | Uint8Array): void {
    if (this.terminal?.client) this.terminal.print(Buffer.from(data as Uint8Array).toString());
    else this.#output.stdout(data);
  }

  error(sentence: string): void {
    if (this.terminal?.client) {
      this.terminal.complain(sentence);
      return;
    }
    this.#output.stderr(`${this.utf8 ? sentence : sanitize(sentence)}\n`);
    this.status = 1;
  }
}
