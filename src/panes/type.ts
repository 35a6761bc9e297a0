import { MuxError } from "../core/errors.ts";
import { typeInto } from "../core/ports.ts";
import { ProtocolError } from "../protocol/errors.ts";
import { inputRead, pause } from "./input-read.ts";
import { asTyped } from "./key-bytes.ts";
import type { LivePane } from "./live-pane.ts";

const ENTER = Buffer.from("\r");
/** C-u. */
const DISCARD_LINE = Buffer.from("\x15");
/** Interval between checks of a starting program. */
const LOOK_MS = 10;
/** Longest time for which a text waits until the Enter before it was read. */
const ENTER_READ_MS = 2_000;

/** Enter has at least this long to reach the terminal: the text before it may have used up all the time. */
const ENTER_WRITTEN_MS = 1_000;

/** A call that is repeated when its time is nearly over has this long to find that the pane has what it typed. */
const REPEATED_MS = 1_000;

/** What to type, in this order: C-u, the text, the keys, Enter. */
export interface TypeOrder {
  readonly clear?: boolean;
  readonly text: Uint8Array;
  /** Pressed after the text: their bytes, encoded for the pane's input modes. */
  readonly keys?: () => readonly Uint8Array[];
  readonly enter: boolean;
  /** Without Enter, too, the call lasts until the program has read the text. */
  readonly untilRead?: boolean;
  /** How long to wait for a program that is still starting, before anything is typed. */
  readonly readyMs?: number;
  /** When the times began, in milliseconds since the epoch, if that was under a previous daemon. */
  readonly begunMs?: number | undefined;
  /** The offset of the output when the caller looked: nothing is typed if the program has printed more. */
  readonly seen?: number | undefined;
  /** For everything else. */
  readonly timeoutMs: number;
  /** Aborted when the caller is gone: a text that waits for its turn is not typed then. */
  readonly gone: AbortSignal;
}

/**
 * Types a text and, if requested, Enter; resolves to the offset of the output before it. An application that reads both
 * at once treats Enter as part of the text (a paste), so Enter is a separate write, sent when the application has read
 * the text and has had time to show it. If the terminal itself collects lines, there is no such application and nothing
 * to wait for. Texts for one pane take turns: the Enter of the first never submits the second. A key that
 * signals the program (C-c) takes no turn, because the program may never read what is typed before it.
 */
export function type(live: LivePane, order: TypeOrder): Promise<number> {
  const typing = new Typing(live, order);
  const { text, keys, enter } = order;
  if (!enter && text.length === 0 && isSignal(Buffer.concat(keys?.() ?? []))) return typing.run();
  const { turns } = live.room;
  const isWaiting = turns.isTaken(live);
  const typed = turns.take(
    live,
    () => typing.run(),
    () => typing.settle(),
  );
  return isWaiting ? Promise.race([typed, typing.expired()]) : typed;
}

/** Types as a keyboard does: at once, or after the text that is being typed, unless it signals the program. */
export function press(live: LivePane, bytes: Uint8Array): Promise<void> | undefined {
  const typeNow = () => typeInto([{ process: live.process, bytes }]);
  const { turns } = live.room;
  if (turns.isTaken(live) && !isSignal(bytes)) return turns.take(live, async () => typeNow());
  typeNow();
  return undefined;
}

/** C-c, C-z or C-\: the terminal turns it into a signal. */
function isSignal(bytes: Uint8Array): boolean {
  return bytes.length === 1 && [0x03, 0x1a, 0x1c].includes(bytes[0]!);
}

/** One text on its way into a pane. */
export class Typing {
  readonly #live: LivePane;
  readonly #order: TypeOrder;
  /** Milliseconds since the epoch. */
  readonly #deadline: number;
  #entered = false;
  #cancelExpiry: (() => void) | undefined;

  constructor(live: LivePane, order: TypeOrder) {
    this.#live = live;
    this.#order = order;
    const { readyMs = 0, timeoutMs } = order;
    const nowMs = live.room.clock.now();
    const endMs = (order.begunMs ?? nowMs) + readyMs + timeoutMs;
    this.#deadline = Math.max(endMs, nowMs + Math.min(timeoutMs, REPEATED_MS));
  }

  /** Rejects if the turn has not come by the deadline. */
  expired(): Promise<never> {
    const { clock } = this.#live.room;
    return new Promise((_, reject) => {
      this.#cancelExpiry = clock.after(this.#deadline - clock.now(), () => reject(this.#late()));
    });
  }

  /** Types everything; the pane's turn is the caller's. */
  async run(): Promise<number> {
    const live = this.#live;
    const { text, keys, enter, clear, untilRead, gone } = this.#order;
    this.#cancelExpiry?.();
    if (gone.aborted) throw new ProtocolError("not-taken", "the caller has disconnected before its turn");
    await this.#started();
    if (enter && (text.length > 0 || keys)) await this.#earlierRead();
    await live.flush(); // The program may just have turned on bracketed paste, or printed something.
    const offset = this.#unchanged();
    const typed = asTyped(live.pane, text);
    const parts = [typed, ...(keys?.() ?? [])].filter(({ length }) => length > 0);
    if (live.room.clock.now() >= this.#deadline) throw this.#late();
    if (clear) {
      const before = live.offset;
      await this.#write(DISCARD_LINE);
      await this.#read(before);
    }
    const before = live.offset;
    await Promise.all(parts.map((part) => this.#write(part)));
    if (parts.length > 0 && (enter || untilRead)) await this.#read(before);
    if (enter) await this.enter();
    return offset;
  }

  /** The end of the output; throws if it is not where the caller saw it. */
  #unchanged(): number {
    const { offset, name } = this.#live;
    const { seen = offset } = this.#order;
    if (offset === seen) return offset;
    const printed = `${name} has printed ${offset} bytes, not ${seen} as when you looked`;
    throw new ProtocolError("out-of-date", `${printed}, so nothing was typed`);
  }

  /** Presses Enter; the pane's turn is still the caller's. */
  enter(): Promise<void> {
    return this.#write(ENTER, ENTER_WRITTEN_MS);
  }

  /** The next text must not share a read with this text's Enter. */
  async settle(): Promise<void> {
    if (!this.#entered) return;
    await this.#read(this.#live.offset, this.#live.room.clock.now() + ENTER_READ_MS);
  }

  /**
   * Waits until a program has taken over its terminal. Text typed before that is mangled: the terminal echoes lines and
   * turns Enter into a line end, which an application in raw mode does not treat as Enter. If the program takes too
   * long, or the system does not report its state, the text is typed anyway.
   */
  async #started(): Promise<void> {
    const { clock } = this.#live.room;
    const deadline = this.#deadline - this.#order.timeoutMs;
    for (let waited = false; clock.now() < deadline; waited = true) {
      const input = await this.#live.input();
      if (!input?.canonical) {
        // The program has just taken over and is about to set its input modes, such as bracketed paste.
        if (waited) await this.#read(this.#live.offset, deadline);
        return;
      }
      if (this.#live.server.isAwaitingLine(this.#live.pane.id) !== false) return;
      await pause(clock, LOOK_MS);
    }
  }

  /** Waits until the program has read earlier keys: a text must not share a read with their Enter. */
  async #earlierRead(): Promise<void> {
    const { clock } = this.#live.room;
    for (;;) {
      const input = await this.#live.input();
      if (!input || input.canonical || input.unreadBytes === 0) return;
      if (clock.now() >= this.#deadline) return;
      await pause(clock, LOOK_MS);
    }
  }

  #read(before: number, deadline = this.#deadline): Promise<void> {
    return inputRead(this.#live, { before, deadline, late: () => this.#late() });
  }

  /** Resolves when the terminal has all of it. */
  #write(bytes: Uint8Array, leastMs = 1): Promise<void> {
    const live = this.#live;
    const { clock } = live.room;
    this.#entered ||= bytes.includes(ENTER[0]!);
    return new Promise((resolve, reject) => {
      const cancel = clock.after(Math.max(this.#deadline - clock.now(), leastMs), () => reject(this.#late()));
      const failed = (error: unknown) => reject(error instanceof MuxError ? live.ended() : error);
      live.process.write(bytes).then(resolve, failed).finally(cancel);
    });
  }

  #late(): ProtocolError {
    const { timeoutMs, enter } = this.#order;
    const rest = enter ? "; Enter was not sent" : "";
    return new ProtocolError(
      "not-taken",
      `${this.#live.name} did not read everything within ${timeoutMs / 1000} s${rest}`,
    );
  }
}
