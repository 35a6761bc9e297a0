import type { Mux } from "../../core/mux.ts";
import type { Caller, PartialTarget, Place, Target, TargetFlags } from "../../core/target/target.ts";
import type { Client } from "../../core/tree/client.ts";
import type { Server } from "../../core/tree/server.ts";
import type { Call } from "./call.ts";
import type { DoorServer } from "./door-server.ts";
import type { ArgumentSpec, Arguments } from "./parse-arguments.ts";
import type { Command } from "./parse-commands/command.ts";
import type { CommandQueue } from "./queue.ts";
import type { QueueState } from "./queue-state.ts";

/**
 * A command is a declaration and one function. The declaration is tmux's own (name, alias, flags, operands, usage, what
 * -t and -s mean), and from it come parsing, the types of `args` and `target`, list-commands and the reference page. What
 * -t names is resolved before `run`, which gets objects and never looks anything up.
 */
export type TargetSpec =
  | "session"
  | "window"
  | "pane"
  /** A search that fails is no error: `run` gets what was found. */
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
  /** What -t means. */
  readonly target?: TargetKind;
  /** What -s means. */
  readonly source?: SourceKind;
  readonly sourceFlags?: TargetFlags;
  /** Which flag names a client that must be there; "c?" and "t?" where it may be missing. */
  readonly client?: "c" | "t" | "c?" | "t?";
  /** Starts a server where there is none. */
  readonly startsServer?: boolean;
  /** Others run while it waits for something outside; a letter: only with this flag. */
  readonly waits?: true | string;
  /** The hook `after-NAME` runs when it succeeded. */
  readonly afterHook?: boolean;
  /** A client that may only look may run it too. */
  readonly readonly?: boolean;
  /** Flags that do not do quite what they do in tmux, with the difference. */
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
  /** The client that the command is about, if there is one. */
  readonly client: Client | undefined;
  readonly caller: Caller;
  readonly state: QueueState;
  readonly queue: CommandQueue;
  readonly call: Call;
  readonly door: DoorServer;
  readonly mux: Mux;
  readonly server: Server;
}

/** An entry whose types were forgotten, as tables hold them. */
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
