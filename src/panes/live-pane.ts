import { type Clock, type ExitState, orLate, type PaneProcess } from "../core/ports.ts";
import type { Pane } from "../core/tree/tree.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { InputState, NativeServer, PaneOutput } from "./host.ts";
import type { PaneEnds } from "./pane-ends.ts";
import type { Prompts } from "./prompts.ts";
import type { Turns } from "./turns.ts";

/** A holder answers in a fraction of a millisecond, and within a few on a busy machine. */
const ANSWER_MS = 1_000;

/** What the operations on panes share. */
export interface PaneRoom {
  readonly clock: Clock;
  readonly prompts: Prompts;
  readonly ends: PaneEnds;
  readonly turns: Turns;
}

/** A pane and the program that runs in it now: every door types, waits and reads through this. */
export class LivePane {
  readonly room: PaneRoom;
  readonly server: NativeServer;
  readonly pane: Pane;
  /** The pane's name in error sentences: "pane %3". */
  readonly name: string;
  readonly #process: PaneProcess | undefined;

  constructor(room: PaneRoom, server: NativeServer, pane: Pane, name = `pane ${pane.id}`) {
    this.room = room;
    this.server = server;
    this.pane = pane;
    this.name = name;
    this.#process = pane.process;
  }

  /** Throws if the program has ended. */
  get process(): PaneProcess {
    if (!this.isRunning) throw this.ended();
    return this.#process!;
  }

  get isRunning(): boolean {
    return this.#process !== undefined && this.pane.process === this.#process;
  }

  ended(): ProtocolError {
    return new ProtocolError("context-exited", `${this.name} has ended`);
  }

  get place() {
    return { server: this.server.key, pane: this.pane.id };
  }

  /** Undefined for a closed pane. */
  get output(): PaneOutput | undefined {
    return this.server.outputOf(this.pane.id);
  }

  /** Bytes printed so far. */
  get offset(): number {
    return this.output?.end ?? 0;
  }

  /** Resolves when everything that the program printed before this call is on the screen. */
  flush(): Promise<void> {
    return this.server.flush(this.pane);
  }

  /** How the terminal reads its input; undefined if no answer comes. Throws if the program has ended. */
  async input(): Promise<InputState | undefined> {
    const answer = this.server.inputOf(this.pane.id);
    const input = await orLate(this.room.clock, answer, { limitMs: ANSWER_MS, late: () => undefined });
    if (!this.isRunning) throw this.ended();
    return input;
  }

  /** Calls `run` once, when the program ends. The returned function unsubscribes. */
  onEnd(run: (exit: ExitState | undefined) => void): () => void {
    return this.room.ends.onEnd(this.place, run);
  }
}
