import { sessionTarget } from "../../core/target/current-target.ts";
import type { Target } from "../../core/target/target.ts";
import type { Command } from "./parse-commands/command.ts";
import { insertHook } from "./prepare-run.ts";
import type { CommandQueue } from "./queue.ts";
import type { QueueState } from "./queue-state.ts";

/** Every way to another window makes it current for what follows, and fires the same hook. */
export function afterSelectWindow(run: {
  readonly target: Target;
  readonly state: QueueState;
  readonly queue: CommandQueue;
  readonly command: Command;
}): void {
  const place = sessionTarget(run.target.session);
  run.state.current = place;
  insertHook(run.queue, "after-select-window", { place, command: run.command });
}
