import { type Key, NO_KEY } from "../../../../core/keys/key.ts";
import type { ModeCommand, PaneMode } from "../../../../core/tree/tree.ts";
import type { CommandRun } from "../../define-command.ts";
import { type AnyRun, expandForTarget } from "../../formats/expand.ts";
import { newState } from "../../queue/queue-state.ts";

type Run = AnyRun & Pick<CommandRun<string, "pane">, "client" | "queue" | "server" | "target">;

/** A command of `send-keys -X`, with the ports it may need outside the core. */
export function modeCommand(run: Run, words: readonly string[]): ModeCommand {
  const { client, door, state, target } = run;
  const face = client && door.faces.of(client);
  return {
    words,
    session: target.session,
    client,
    mouse: state.press?.mouse,
    ...(face && { drag: (drag) => face.keys.drag(drag) }),
    expand: (text) => expandForTarget(run, text),
    pipe(shellCommand, input) {
      const job = door.jobs.start(door.shellRequest(shellCommand, target.session), () => {});
      job.write(input);
      job.endInput();
    },
  };
}

/**
 * Sends keys to a pane that is in a mode. In a mode with a key table the keys run their bindings, right after this
 * command; any other mode receives the keys itself, if they come from a client.
 */
export function sendToMode(run: Run, mode: PaneMode, keys: readonly Key[]): void {
  const { client, door, queue, server, target } = run;
  if (mode.keyTable === undefined) {
    if (client) for (const key of keys) if (key !== NO_KEY) mode.key?.({ key, client });
    return;
  }
  const table = mode.keyTable;
  const bindings = keys.flatMap((key) => server.keys.get(table, key) ?? []);
  for (const { command } of bindings.toReversed())
    queue.insert(door.parseBinding(command), newState({ current: target }));
}
