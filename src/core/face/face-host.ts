import type { FormatPlace } from "../format/context.ts";
import type { Mux } from "../mux.ts";
import type { Clock } from "../ports.ts";
import type { Client, KeyPress } from "../tree/tree.ts";
import type { DetachOptions } from "./face.ts";
import type { CompletedWord, Completion, PromptType } from "./prompt.ts";

/** The order in which the keys and commands of a client run. */
export interface KeyQueue {
  /** Calls `run` when the commands of earlier keys have run. Returns whether that is later than now. */
  enqueue(run: () => void): boolean;
  /** Whether commands of earlier keys are still pending; `OpenFace.onIdle` reports their end. */
  readonly pending: boolean;
}

/** The lines that users have entered at prompts, oldest first; all clients of a server share them. */
export interface PromptLines {
  lines(type: PromptType): readonly string[];
  add(type: PromptType, line: string): void;
}

/** The functions that a face uses of the door through which its client connected. */
export interface FaceHost {
  readonly mux: Mux;
  readonly clock: Clock;
  readonly client: Client;
  readonly queue: KeyQueue;
  readonly promptHistory: PromptLines;
  expand(text: string, place: FormatPlace): string;
  /** Runs the commands of a binding next, on behalf of the client; a mouse key gives them their target. */
  run(command: string, press: KeyPress): void;
  /**
   * Runs the effects of a key that no key table decides, and puts them on record together with the key. If `run` queues
   * commands, the record is written after those.
   */
  settle<Result>(run: () => Result): Result;
  /** Records a line for show-messages. */
  log(text: string): void;
  /** `Face.detach`: ends the client as soon as its commands have run. */
  detach(options: DetachOptions): void;
  complete(word: CompletedWord): Completion;
}
