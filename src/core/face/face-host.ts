import type { FormatContext } from "../format/context.ts";
import type { Key } from "../keys/key.ts";
import type { KeyPress } from "../keys/key-press.ts";
import type { Mux } from "../mux.ts";
import type { Clock } from "../ports.ts";
import type { Client } from "../tree/client.ts";
import type { Pane } from "../tree/pane.ts";
import type { DetachOptions } from "./face.ts";
import type { CompletedWord, Completion, PromptType } from "./prompt.ts";

/** What a face needs of the door that its client came through. */
export interface FaceHost {
  readonly mux: Mux;
  readonly clock: Clock;
  readonly client: Client;
  expand(text: string, place: Omit<FormatContext, "server" | "host" | "now">): string;
  /** Runs when the commands of earlier keys have run; tells whether that takes more than this moment. */
  enqueue(run: () => void): boolean;
  /** Runs the commands of a binding next, in the name of the client; where the mouse was is where they happen. */
  run(command: string, press: KeyPress): void;
  /** Types keys into a pane, and into those that are synchronized with it; mouse keys are its own. */
  type(pane: Pane, presses: readonly KeyPress[]): void;
  /** What a key is in a pane, in the form that its application asked for; undefined where it is nothing. */
  keyBytes(pane: Pane, key: Key): Uint8Array | undefined;
  /** Commands of earlier keys have not run yet; `OpenFace.idle` tells when they have. */
  readonly busy: boolean;
  /** Kept for show-messages. */
  log(text: string): void;
  /** `Face.detach`: ends the client, as soon as its commands have run. */
  detach(options: DetachOptions): void;
  /** Of the server, oldest first; shared by all its clients. */
  promptHistory(type: PromptType): readonly string[];
  addPromptHistory(type: PromptType, line: string): void;
  complete(word: CompletedWord): Completion;
}
