import type { Caller } from "../../core/target/target.ts";
import type { Invocation } from "../../wire/invocation.ts";
import type { ControlClient } from "./control/control-client.ts";
import { sanitize } from "./sanitize.ts";
import type { TerminalClient } from "./terminal/terminal-client.ts";

/** Where a call's lines go. */
export interface Output {
  stdout(data: string | Uint8Array): void;
  stderr(data: string | Uint8Array): void;
}

export interface CallOptions {
  /** The process that called; undefined for what the server does by itself (configuration files, hooks). */
  readonly invocation?: Invocation;
  /** The control client that it comes from. */
  readonly control?: ControlClient;
  readonly caller: Caller;
  readonly utf8: boolean;
  /** Stands in the log of messages. */
  readonly name: string;
  readonly cwd: string;
  readonly output: Output;
  /** Features of the terminal that were given. */
  readonly features?: readonly string[];
}

/** One call of tmux from outside, or one run of commands by the server itself: who asks, and where the answer goes. */
export class Call {
  readonly invocation: Invocation | undefined;
  readonly control: ControlClient | undefined;
  readonly caller: Caller;
  readonly utf8: boolean;
  readonly name: string;
  readonly features: readonly string[];
  /** Set once it takes the caller's terminal: what is said from then on is shown there. */
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

  /** The process that calls from outside; an attached client acts in its session instead. */
  get outside(): Invocation | undefined {
    return this.caller.client?.session ? undefined : this.invocation;
  }

  /** Where paths without a slash in front are looked for. */
  get cwd(): string {
    return this.caller.client?.session?.cwd ?? this.#cwd;
  }

  /** One line of answer. */
  print(line: string): void {
    if (this.terminal?.client) this.terminal.print(line);
    else this.#output.stdout(`${this.utf8 ? line : sanitize(line)}\n`);
  }

  /** Bytes of answer as they are. */
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
