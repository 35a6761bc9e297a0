import { CommandError } from "./command-error.ts";
import { type CommandEntry, defineCommand, type TargetSpec } from "./define-command.ts";

/** A command of tmux that makes no sense here, or not yet: known, parsed and resolved as any other, then refused. */
export function refuseCommand<
  const Flags extends string,
  const Target extends TargetSpec | undefined = undefined,
>(
  entry: Omit<CommandEntry<Flags, Target, undefined>, "run"> & { readonly refused: string },
): CommandEntry<Flags, Target, undefined> {
  return defineCommand<Flags, Target>({
    ...entry,
    run() {
      throw new CommandError(`${entry.name} is not supported: ${entry.refused}`);
    },
  });
}
