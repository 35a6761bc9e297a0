import type { Mux } from "../../core/mux.ts";
import type { Caller, PartialTarget, Place, Target, TargetFlags } from "../../core/target/target.ts";
import type { Client, Server } from "../../core/tree/tree.ts";
import type { Call } from "./call.ts";
import type { Command } from "./parse-commands/command.ts";
import type { ArgumentSpec, Arguments, Operands } from "./parse-commands/parse-arguments.ts";
import type { CommandQueue } from "./queue/queue.ts";
import type { QueueState } from "./queue/queue-state.ts";
import type { DoorServer } from "./server/door-server.ts";

/**
 * A command is a declaration and one function. The declaration is tmux's own (name, alias, flags, operands, usage,
 * kinds of -t and -s). Parsing, the types of `args` and `target`, list-commands and the reference page derive from it.
 * -t is resolved before `run`, which receives objects and never looks anything up.
 */
export type TargetSpec =
  | "session"
  | "window"
  | "pane"
  /** A failed search is no error: `run` receives what was found. */
  | "session?"
  | "window?"
  | "pane?"
  /** An index that may be free. */
  | "place";

export type ResolvedTarget<Spec> = Spec extends "place"
  ? Place
  : Spec extends `${string}?`
    ? PartialTarget
    : Spec extends string
      ? Target
      : undefined;

export interface CommandEntry<
  Flags extends string = string,
  TargetKind extends TargetSpec | undefined = TargetSpec | undefined,
  SourceKind extends TargetSpec | undefined = TargetSpec | undefined,
> extends ArgumentSpec<Flags> {
  readonly name: string;
  readonly alias?: string;
  readonly usage: string;
  /** Kind of thing that -t names. */
  readonly target?: TargetKind;
  /** Kind of thing that -s names. */
  readonly source?: SourceKind;
  readonly sourceFlags?: TargetFlags;
  /** The flag that names a client, which must exist; "c?" and "t?" if it may be missing. */
  readonly client?: "c" | "t" | "c?" | "t?";
  /** Starts a server if there is none. */
  readonly startsServer?: boolean;
  /**
   * Whether a promise from `run` waits for something outside, where tmux's command returns CMD_RETURN_WAIT: other
   * commands run meanwhile. Without it the promise is work of the daemon, such as a start, which nothing interrupts.
   * `run` returns no promise, and throws at once, when it does not wait after all.
   */
  waits?(args: Operands): boolean;
  /** The hook `after-NAME` runs after success. */
  readonly afterHook?: boolean;
  /** A read-only client may run the command too. */
  readonly readonly?: boolean;
  /** Flags that differ from tmux's, with the difference. */
  readonly differingFlags?: Readonly<Record<string, string>>;
  /** Flags that only later versions of tmux have. */
  readonly laterFlags?: string;
  run(run: CommandRun<Flags, TargetKind, SourceKind>): void | Promise<void>;
}

export interface CommandRun<
  Flags extends string = string,
  TargetKind extends TargetSpec | undefined = undefined,
  SourceKind extends TargetSpec | undefined = undefined,
> {
  readonly command: Command;
  readonly args: Arguments<Flags>;
  readonly target: ResolvedTarget<TargetKind>;
  readonly source: ResolvedTarget<SourceKind>;
  /** The client that the command acts on, if there is one. */
  readonly client: Client | undefined;
  readonly caller: Caller;
  readonly state: QueueState;
  readonly queue: CommandQueue;
  readonly call: Call;
  readonly door: DoorServer;
  readonly mux: Mux;
  readonly server: Server;
}

/** An entry without its specific types, as tables hold it. */
export interface AnyCommandEntry extends Omit<CommandEntry, "run"> {
  run(run: never): void | Promise<void>;
}

export function defineCommand<
  const Flags extends string,
  const TargetKind extends TargetSpec | undefined = undefined,
  const SourceKind extends TargetSpec | undefined = undefined,
>(entry: CommandEntry<Flags, TargetKind, SourceKind>): CommandEntry<Flags, TargetKind, SourceKind> {
  return entry;
}
