import type { Face, OverlayFace } from "../../../core/face/face.ts";
import type { Size } from "../../../core/ports.ts";
import type { StayingTerminal } from "../call.ts";
import { CommandError, ParseError } from "../command-error.ts";
import type { CommandRun } from "../define-command.ts";
import type { CommandList } from "../parse-commands/command.ts";
import { newState } from "../queue/queue-state.ts";

type Run = Pick<CommandRun, "door" | "client" | "queue" | "state" | "command">;

/** The terminal that shows a prompt. */
export function askingFace({ door, client, command }: Run): Face {
  const face = client && door.faces.of(client);
  if (!face) throw new CommandError(`${command.entry.name} is not supported: the client has no terminal`);
  return face;
}

/** The client that has an overlay: a terminal, or a control client, which shows nothing. */
export function overlayFace(run: Run): OverlayFace {
  const { door, client } = run;
  return (client && door.controls.of(client)?.overlay) ?? askingFace(run);
}

/** The size available to overlays; a control client has tmux's default until it sets another. */
export function overlaySize({ client }: OverlayFace): Size {
  return client.size ?? { cols: 80, rows: 24 };
}

/** Runs the commands of an answer: next in the caller's queue if the caller waits, else in the client's own. */
export function runAnswer(run: Run, make: () => CommandList, { waits }: { readonly waits: boolean }): void {
  const { door, client, queue, state } = run;
  const terminal = client && door.faces.terminalOf(client);
  orComplain(terminal, () => {
    const list = make();
    if (waits) {
      if (terminal) queue.insertCallback(terminal.afterKey());
      queue.insert(list, state);
    } else terminal?.runCommands(list, newState());
  });
}

/** Shows on the terminal why a text is no list of commands. */
export function orComplain(terminal: StayingTerminal | undefined, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    terminal?.complain(error.message);
  }
}
