import type { DetachOptions } from "../../../core/face/face.ts";
import type { FaceHost, KeyQueue, PromptLines } from "../../../core/face/face-host.ts";
import type { CompletedWord, Completion } from "../../../core/face/prompt.ts";
import type { Mux } from "../../../core/mux.ts";
import type { Clock } from "../../../core/ports.ts";
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

export interface TerminalHostOptions {
  readonly door: Door;
  readonly call: Call;
  readonly queue: CommandQueue;
  readonly client: Client;
  readonly terminal: {
    detach(options: DetachOptions): void;
    afterKey(): () => void;
    settle<Result>(run: () => Result): Result;
  };
}

/** The door as the face of one terminal uses it. */
export class TerminalHost implements FaceHost {
  readonly mux: Mux;
  readonly clock: Clock;
  readonly client: Client;
  readonly queue: KeyQueue;
  readonly promptHistory: PromptLines;
  readonly #options: TerminalHostOptions;

  constructor(options: TerminalHostOptions) {
    const { door, queue, client } = options;
    this.mux = door.mux;
    this.clock = door.context.clock;
    this.client = client;
    this.queue = queue;
    this.promptHistory = door.promptHistory;
    this.#options = options;
  }

  expand(...[text, place]: Parameters<FaceHost["expand"]>): string {
    return this.#options.door.expand(text, place);
  }

  /** Runs the commands of a key next, at the place where the key was pressed. */
  run(command: string, press: KeyPress): void {
    const { door, queue, call, client, terminal } = this.#options;
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

  settle<Result>(run: () => Result): Result {
    return this.#options.terminal.settle(run);
  }

  log(text: string): void {
    this.#options.door.messages.add(text);
  }

  detach(options: DetachOptions): void {
    this.#options.terminal.detach(options);
  }

  complete(word: CompletedWord): Completion {
    const { server, commands } = this.#options.door;
    return complete({ server, client: this.client, commands }, word);
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
