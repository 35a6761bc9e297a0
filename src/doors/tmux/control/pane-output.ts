import type { PaneId } from "../../../core/ids.ts";
import type { Pane } from "../../../core/tree/pane.ts";
import type { Invocation } from "../../../wire/invocation.ts";

/** Beyond this much unsent, output waits in blocks of its own instead of the connection's buffer. */
const BUFFER_HIGH_BYTES = 8192;
/** A client that does not pause and is further behind than this is sent away. */
const MAX_AGE_MS = 300_000;

interface Block {
  readonly bytes: Uint8Array;
  /** When it was printed, in milliseconds. */
  readonly time: number;
}

interface PaneState {
  readonly untap: () => void;
  off: boolean;
  paused: boolean;
  blocks: Block[];
}

export interface PaneOutputOptions {
  readonly line: Pick<Invocation, "stdout" | "unsentBytes" | "onDrained">;
  readonly now: () => number;
  readonly tap: (pane: Pane, onOutput: (bytes: Uint8Array) => void) => () => void;
  /** A whole line that is no output. */
  readonly notify: (line: string) => void;
  readonly tooFarBehind: () => void;
}

/**
 * What panes print, told to a control client as `%output`. A client that reads too slowly gets it later; with pause-after
 * a pane that is too far behind is paused and what it printed meanwhile is left out, until the client says `continue`.
 */
export class PaneOutput {
  readonly #options: PaneOutputOptions;
  readonly #panes = new Map<PaneId, PaneState>();
  /** Set by the flag pause-after: how old output may get; `%extended-output` tells the age. */
  pauseAfterMs: number | undefined;
  /** The flag no-output. */
  muted = false;

  constructor(options: PaneOutputOptions) {
    this.#options = options;
    options.line.onDrained(() => this.#flush());
  }

  /** The panes whose output is told from now on. */
  watch(panes: readonly Pane[]): void {
    const wanted = new Set(panes.map(({ id }) => id));
    for (const [id, state] of this.#panes) {
      if (wanted.has(id)) continue;
      state.untap();
      this.#panes.delete(id);
    }
    for (const pane of panes) if (!this.#panes.has(pane.id) && pane.process) this.#add(pane);
  }

  /** `refresh-client -A`. */
  set(id: PaneId, state: string): void {
    const pane = this.#panes.get(id);
    if (!pane) return;
    if (state === "on") pane.off = false;
    else if (state === "off") pane.off = true;
    else if (state === "continue" && pane.paused) {
      pane.paused = false;
      this.#options.notify(`%continue ${id}`);
    } else if (state === "pause" && !pane.paused) this.#pause(id, pane);
  }

  close(): void {
    this.watch([]);
  }

  #add(pane: Pane): void {
    const state: PaneState = {
      off: false,
      paused: false,
      blocks: [],
      untap: this.#options.tap(pane, (bytes) => this.#printed(pane.id, state, bytes)),
    };
    this.#panes.set(pane.id, state);
  }

  #printed(id: PaneId, state: PaneState, bytes: Uint8Array): void {
    if (this.muted || state.off || state.paused) return;
    state.blocks.push({ bytes: Uint8Array.from(bytes), time: this.#options.now() });
    if (this.#options.line.unsentBytes < BUFFER_HIGH_BYTES) this.#send(id, state);
    else this.#checkAge(id, state);
  }

  #flush(): void {
    for (const [id, state] of this.#panes) {
      if (this.#options.line.unsentBytes >= BUFFER_HIGH_BYTES) return;
      this.#send(id, state);
    }
  }

  #send(id: PaneId, state: PaneState): void {
    const [oldest] = state.blocks;
    if (!oldest || this.#checkAge(id, state)) return;
    const age = Math.max(0, this.#options.now() - oldest.time);
    const head = this.pauseAfterMs === undefined ? `%output ${id} ` : `%extended-output ${id} ${age} : `;
    const data = state.blocks.map(({ bytes }) => escapeOutput(bytes));
    state.blocks = [];
    this.#options.line.stdout(Buffer.concat([Buffer.from(head), ...data, Buffer.from("\n")]));
  }

  #checkAge(id: PaneId, state: PaneState): boolean {
    const age = this.#options.now() - (state.blocks[0]?.time ?? this.#options.now());
    if (this.pauseAfterMs !== undefined) {
      if (age < this.pauseAfterMs || age === 0) return false;
      this.#pause(id, state);
      return true;
    }
    if (age < MAX_AGE_MS) return false;
    this.#options.tooFarBehind();
    return true;
  }

  #pause(id: PaneId, state: PaneState): void {
    state.paused = true;
    state.blocks = [];
    this.#options.notify(`%pause ${id}`);
  }
}

const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** Control characters and backslashes in octal; everything else, UTF-8 too, as it is. */
export function escapeOutput(bytes: Uint8Array): Buffer {
  let extra = 0;
  for (const byte of bytes) if (byte < SPACE || byte === BACKSLASH) extra += 3;
  const out = Buffer.allocUnsafe(bytes.length + extra);
  let at = 0;
  for (const byte of bytes) {
    if (byte < SPACE || byte === BACKSLASH) at += out.write(`\\${byte.toString(8).padStart(3, "0")}`, at, "latin1");
    else out[at++] = byte;
  }
  return out;
}
