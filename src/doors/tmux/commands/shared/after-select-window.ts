import type { Mux } from "../../../../core/mux.ts";
import { sessionTarget } from "../../../../core/target/current-target.ts";
import type { Caller, Target } from "../../../../core/target/target.ts";
import type { Command } from "../../parse-commands/command.ts";
import { insertHook } from "../../queue/prepare-run.ts";
import type { CommandQueue } from "../../queue/queue.ts";
import type { QueueState } from "../../queue/queue-state.ts";

/** Every command that selects a window makes it current for the commands that follow, and fires the same hook. */
export function afterSelectWindow(run: {
  readonly target: Target;
  readonly state: QueueState;
  readonly queue: CommandQueue;
  readonly command: Command;
  readonly caller: Caller;
  readonly mux: Mux;
}): void {
  const place = sessionTarget(run.target.session);
  const { client } = run.caller;
  if (client?.session) run.mux.useWindow(client, place.window);
  run.state.current = place;
  insertHook(run.queue, "after-select-window", { place, command: run.command });
}
