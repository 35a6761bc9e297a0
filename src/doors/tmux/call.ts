import type { Caller } from "../../core/target/target.ts";
import type { Invocation } from "../../wire/invocation.ts";
import { sanitize } from "./sanitize.ts";

/** Where a call's lines go. */
export interface Output {
  stdout(data: string | Uint8Array): void;
  stderr(data: string | Uint8Array): void;
}

export interface CallOptions {
  /** The process that called; undefined for what the server does by itself (configuration files, hooks). */
  readonly invocation?: Invocation;
  readonly caller: Caller;
  readonly utf8: boolean;
  /** Stands in the log of messages. */
  readonly name: string;
  readonly cwd: string;
  readonly output: Output;
}

/** One call of tmux from outside, or one run of commands by the server itself: who asks, and where the answer goes. */
export class Call {
  readonly invocation: Invocation | undefined;
  readonly caller: Caller;
  readonly utf8: boolean;
  readonly name: string;
  readonly cwd: string;
  readonly #output: Output;
  /** Exit status; an error sets it. */
  status = 0;

  constructor({ invocation, caller, utf8, name, cwd, output }: CallOptions) {
    this.invocation = invocation;
    this.caller = caller;
    this.utf8 = utf8;
    this.name = name;
    this.cwd = cwd;
    this.#output = output;
  }

  /** One line of answer. */
  print(line: string): void {
    this.#output.stdout(`${this.utf8 ? line : sanitize(line)}\n`);
  }

  /** Bytes of answer as they are. */
  write(data: string | Uint8Array): void {
    this.#output.stdout(data);
  }

  error(sentence: string): void {
    this.#output.stderr(`${this.utf8 ? sentence : sanitize(sentence)}\n`);
    this.status = 1;
  }
}
