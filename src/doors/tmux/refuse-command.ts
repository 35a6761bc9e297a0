import { CommandError } from "./command-error.ts";
import { type CommandEntry, defineCommand, type TargetSpec } from "./define-command.ts";

/** A command of tmux that makes no sense here, or not yet: known, parsed and resolved as any other, then refused. */
export function refuseCommand<
  const Flags extends string,
  const Target extends TargetSpec | undefined = undefined,
>(
  entry: Omit<CommandEntry<Flags, Target, undefined>, "run"> & { readonly why: string },
): CommandEntry<Flags, Target, undefined> {
  const { why, ...rest } = entry;
  return defineCommand<Flags, Target>({
    ...rest,
    run() {
      throw new CommandError(`${entry.name} is not supported: ${why}`);
    },
  });
}
