import type { FormatContext } from "../format/context.ts";
import type { Key } from "../keys/key.ts";
import type { Mux } from "../mux.ts";
import type { Clock } from "../ports.ts";
import type { Client, KeyPress, Pane } from "../tree/tree.ts";
import type { DetachOptions } from "./face.ts";
import type { CompletedWord, Completion, PromptType } from "./prompt.ts";

/** The functions that a face uses of the door through which its client connected. */
export interface FaceHost {
  readonly mux: Mux;
  readonly clock: Clock;
  readonly client: Client;
  expand(text: string, place: Omit<FormatContext, "server" | "host" | "now">): string;
  /** Calls `run` when the commands of earlier keys have run. Returns whether that is later than now. */
  enqueue(run: () => void): boolean;
  /** Runs the commands of a binding next, on behalf of the client; a mouse key gives them their target. */
  run(command: string, press: KeyPress): void;
  /**
   * Runs the effects of a key that no key table decides, and puts them on record together with the key. If `run` queues
   * commands, the record is written after those.
   */
  settle<Result>(run: () => Result): Result;
  /** Types keys into a pane and the panes synchronized with it; mouse keys go to that pane alone. */
  type(pane: Pane, presses: readonly KeyPress[]): void;
  /** The bytes of a key in the form that the pane's application requested; undefined if the key has none. */
  keyBytes(pane: Pane, key: Key): Uint8Array | undefined;
  /** Whether commands of earlier keys are still pending; `OpenFace.idle` reports their end. */
  readonly busy: boolean;
  /** Records a line for show-messages. */
  log(text: string): void;
  /** `Face.detach`: ends the client as soon as its commands have run. */
  detach(options: DetachOptions): void;
  /** The server's prompt history, oldest first; shared by all clients. */
  promptHistory(type: PromptType): readonly string[];
  addPromptHistory(type: PromptType, line: string): void;
  complete(word: CompletedWord): Completion;
}
