import type { Mux } from "../../core/mux.ts";
import type { Caller, PartialTarget, Place, Target } from "../../core/target/target.ts";
import type { Client, Server } from "../../core/tree/tree.ts";
import type { Call } from "./call.ts";
import type { Door } from "./door.ts";
import type { Arguments, Command, CommandDeclaration, TargetSpec } from "./parse-commands/command.ts";
import type { CommandQueue } from "./queue/queue.ts";
import type { QueueState } from "./queue/queue-state.ts";

/**
 * A command is a declaration and one function. The declaration is tmux's own (name, alias, flags, operands, usage,
 * kinds of -t and -s). Parsing, the types of `args` and `target`, list-commands and the reference page derive from it.
 * -t is resolved before `run`, which receives objects and never looks anything up.
 */
export interface CommandEntry<
  Flags extends string = string,
  TargetKind extends TargetSpec | undefined = TargetSpec | undefined,
  SourceKind extends TargetSpec | undefined = TargetSpec | undefined,
> extends CommandDeclaration<Flags, TargetKind, SourceKind> {
  run(run: CommandRun<Flags, TargetKind, SourceKind>): void | Promise<void>;
}

export type ResolvedTarget<Spec> = Spec extends "place"
  ? Place
  : Spec extends `${string}?`
    ? PartialTarget
    : Spec extends string
      ? Target
      : undefined;

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
  readonly door: Door;
  readonly mux: Mux;
  readonly server: Server;
}

export function defineCommand<
  const Flags extends string,
  const TargetKind extends TargetSpec | undefined = undefined,
  const SourceKind extends TargetSpec | undefined = undefined,
>(entry: CommandEntry<Flags, TargetKind, SourceKind>): CommandEntry<Flags, TargetKind, SourceKind> {
  return entry;
}
