import type { OpenFace } from "../../core/face/face.ts";
import type { ClientView } from "../../core/format/context.ts";
import type { Caller } from "../../core/target/target.ts";
import type { Client, Session } from "../../core/tree/tree.ts";
import type { Invocation } from "../../wire/invocation.ts";
import type { ControlOutput } from "./control/control-output.ts";
import type { Subscriptions } from "./control/subscriptions.ts";
import type { UnseenOverlay } from "./control/unseen-overlay.ts";
import type { CommandList } from "./parse-commands/command.ts";
import type { QueueState } from "./queue/queue-state.ts";
import { sanitize } from "./sanitize.ts";

/** Destination of a call's output. */
type Output = Pick<Invocation, "stdout" | "stderr">;

/** A client that stays after its call, as the rest of the door sees it: a control client or a terminal. */
export interface StayingClient {
  readonly name: string;
  /** The call of its commands; the client receives their output. */
  readonly call: Call;
  /** The client in the tree, while attached to a session. */
  readonly client: Client | undefined;
  keyTable: string;
  attach(session: Session, options?: { readonly newSession?: boolean; readonly resumed?: boolean }): void;
  setFlags(text: string): void;
  setReadonly(on: boolean): void;
  /** Runs commands as this client, after those that it has sent. */
  runCommands(list: CommandList, state: QueueState): void;
  /** The client's session has ended. */
  onSessionEnded(): void;
  leaveIfDue(): void;
}

export interface StayingControl extends StayingClient {
  readonly session: Session | undefined;
  readonly output: ControlOutput;
  readonly subscriptions: Subscriptions;
  /** `#{client_flags}`. */
  readonly flagNames: string;
  readonly overlay: UnseenOverlay | undefined;
  suspend(): void;
  openBlock(number: number, typed: boolean): ControlBlock;
  leave(leaving?: { readonly status?: number; readonly detached?: boolean }): void;
}

/** The lines around the answer of one command. */
export interface ControlBlock {
  end(): void;
  fail(): void;
}

export interface StayingTerminal extends StayingClient {
  readonly face: OpenFace | undefined;
  /** Resolves when the client has left; undefined before it attaches. */
  readonly staying: Promise<void> | undefined;
  readonly view: ClientView;
  setAccess(readonly: boolean): void;
  print(text: string): void;
  complain(sentence: string): void;
  /** Call when a key is handled: returns what to call when its commands have run. */
  afterKey(): () => void;
  leave(leaving: { readonly status: number; readonly sentence: string }): void;
}

export interface CallSetup {
  /** The calling process; undefined for commands of the server itself (configuration files, hooks). */
  readonly invocation?: Invocation;
  /** The control client that sent the commands. */
  readonly control?: StayingControl;
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
  readonly control: StayingControl | undefined;
  readonly caller: Caller;
  readonly utf8: boolean;
  readonly name: string;
  readonly features: readonly string[];
  /** Set once the call takes over the caller's terminal, which then shows all further output. */
  terminal: StayingTerminal | undefined;
  readonly #cwd: string;
  readonly #output: Output;
  /** Exit status; an error sets it. */
  status = 0;
  /** Number of delays that the call has begun and that the next daemon continues (`jobs/delay-names.ts`). */
  delays = 0;

  constructor({ invocation, control, caller, utf8, name, cwd, output, features = [] }: CallSetup) {
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
    if (this.terminal?.client)
      this.terminal.print(
        Buffer.from(data as Uint8Array)
          .toString()
          .replace(/\n$/, ""),
      );
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
