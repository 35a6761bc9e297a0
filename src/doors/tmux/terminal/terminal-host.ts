import type { FaceHost } from "../../../core/face/face-host.ts";
import { bestLink, clientTarget } from "../../../core/target/current-target.ts";
import type { Target } from "../../../core/target/target.ts";
import type { Client, KeyPress } from "../../../core/tree/tree.ts";
import { permit } from "../access/permit.ts";
import type { Call } from "../call.ts";
import { CommandError, ParseError } from "../command-error.ts";
import type { Door } from "../door.ts";
import type { CommandQueue } from "../queue/queue.ts";
import { newState } from "../queue/queue-state.ts";
import { complete } from "./completions.ts";

interface TerminalHostOptions {
  readonly door: Door;
  readonly call: Call;
  readonly queue: CommandQueue;
  readonly client: Client;
  readonly terminal: Pick<FaceHost, "detach" | "settle"> & { afterKey(): () => void };
}

/** The door as the face of one terminal uses it. */
export function terminalHost(options: TerminalHostOptions): FaceHost {
  const { door, queue, client, terminal } = options;
  const { mux, server, commands, promptHistory, messages } = door;
  return {
    mux,
    clock: door.context.clock,
    client,
    queue,
    promptHistory,
    expand: (text, place) => door.expand(text, place),
    run: (command, press) => runBinding(options, command, press),
    settle: (run) => terminal.settle(run),
    log: (text) => messages.add(text),
    detach: (how) => terminal.detach(how),
    complete: (word) => complete({ server, client, commands }, word),
  };
}

/** Runs the commands of a key next, at the place where the key was pressed. */
function runBinding(options: TerminalHostOptions, command: string, press: KeyPress): void {
  const { door, queue, call, client, terminal } = options;
  try {
    const list = door.parseBinding(command);
    permit(door, call, list);
    if (client.readonly && !list.commands.every(({ entry }) => entry.readonly))
      throw new CommandError("client is read-only");
    const place = placeOfPress(press, client);
    queue.insertCallback(terminal.afterKey());
    queue.insert(list, newState({ current: place, press, ...(press.mouse && { mouse: place }) }));
  } catch (error) {
    if (!(error instanceof ParseError || error instanceof CommandError)) throw error;
    call.error(error.message);
  }
}

/** The target for the commands of a key: under the mouse, or else the client's current pane. */
function placeOfPress({ mouse }: KeyPress, client: Client): Target | undefined {
  const { session } = client;
  if (!session) return undefined;
  const window = mouse?.pane?.window ?? mouse?.link?.window;
  const link = window && (mouse?.link ?? bestLink(session, window));
  if (!window || !link) return clientTarget(client);
  return { session, link, window, pane: mouse?.pane ?? window.active };
}
