import { decodeCharacter } from "../../text/utf8.ts";
import {
  BASE_MASK,
  characterKey,
  type Key,
  literalKey,
  META,
  META_PREFIX,
  makeKey,
  SPECIAL_START,
  USER_START,
} from "../key.ts";
import { BACKSPACE, specialKeyOf } from "../special-keys.ts";
import { parseExtendedKey } from "./extended-key.ts";
import { type MouseReport, parseMouse } from "./mouse-report.ts";
import { type SequenceMatch, SequenceTree } from "./sequence-tree.ts";
import { parseReply, type TerminalReply } from "./terminal-reply.ts";
import { terminalSequences } from "./terminal-sequences.ts";

/**
 * Converts the bytes of a terminal to keys. Escape and the start of a sequence are the same byte, and only time
 * distinguishes them. The decoder has no clock: while `waiting`, the received bytes may be the start of a longer
 * sequence, and the caller must call `expire` when no more bytes arrived within escape-time.
 */
export type TerminalInput =
  | { readonly kind: "key"; readonly key: Key }
  | { readonly kind: "mouse"; readonly report: MouseReport }
  | { readonly kind: "reply"; readonly reply: TerminalReply };

export interface KeyDecoderOptions {
  /** The terminal's erase character (VERASE); 0x7f if absent. */
  readonly erase?: number | undefined;
  /** The option user-keys: sequences that mean User0, User1 … */
  readonly userKeys?: readonly (readonly [index: number, sequence: string])[];
}

interface Step {
  readonly input: TerminalInput | undefined;
  readonly length: number;
}

const ESCAPE = 0x1b;
const DELETE = 0x7f;
const standardTree = new SequenceTree(terminalSequences);

export class KeyDecoder {
  readonly #erase: number;
  readonly #tree: SequenceTree;
  /** Received bytes, one character each. */
  #text = "";
  #taken = 0;

  constructor({ erase = DELETE, userKeys = [] }: KeyDecoderOptions = {}) {
    this.#erase = erase;
    const own = userKeys.map(([index, sequence]) => [sequence, makeKey(USER_START + index)] as const);
    this.#tree = own.length === 0 ? standardTree : new SequenceTree([...terminalSequences, ...own]);
  }

  /** Whether received bytes do not form a complete key yet. */
  get waiting(): boolean {
    return this.#text !== "";
  }

  /** Total number of bytes decoded so far. */
  get takenBytes(): number {
    return this.#taken;
  }

  push(bytes: Uint8Array): Generator<TerminalInput> {
    this.#text += latin1(bytes);
    return this.#decode(false);
  }

  /** Decodes the rest as it is, because no more bytes arrived in time. */
  expire(): Generator<TerminalInput> {
    return this.#decode(true);
  }

  *#decode(expired: boolean): Generator<TerminalInput> {
    const text = this.#text;
    let at = 0;
    while (at < text.length) {
      const step = this.#step(text, at, expired);
      if (!step) break;
      at += step.length;
      this.#text = text.slice(at);
      this.#taken += step.length;
      if (step.input) yield step.input;
    }
  }

  /** Undefined: the rest may be the start of a longer sequence. */
  #step(text: string, at: number, expired: boolean): Step | undefined {
    const code = text.charCodeAt(at);
    if (code !== ESCAPE) {
      const plain = this.#one(text, at, expired);
      return plain === "partial" ? undefined : this.#keyStep(plain);
    }
    const whole = expired ? undefined : this.#sequence(text, at);
    if (whole === "partial") return undefined;
    return whole ?? this.#escapeStep(text, at, expired);
  }

  #sequence(text: string, at: number): Step | "partial" | undefined {
    const reply = parseReply(text, at);
    if (reply === "partial") return reply;
    if (reply) return { input: { kind: "reply", reply: reply.reply }, length: reply.length };
    const mouse = parseMouse(text, at);
    if (mouse === "partial") return mouse;
    if (mouse)
      return { input: mouse.report && { kind: "mouse", report: mouse.report }, length: mouse.length };
    const extended = parseExtendedKey(text, at, this.#erase);
    const inTree = extended === "partial" && this.#tree.find(text, at, true);
    const found = inTree ? this.#tree.find(text, at, false) : extended;
    return found === "partial" ? found : found && this.#keyStep(found);
  }

  /** A known sequence, Meta as an Escape before a key, or Escape itself. */
  #escapeStep(text: string, at: number, expired: boolean): Step | undefined {
    const known = this.#tree.find(text, at, expired);
    if (known === "partial") return undefined;
    if (known) return this.#keyStep(known);
    if (at + 1 === text.length) return this.#keyStep({ key: makeKey(ESCAPE), length: 1 });
    const behind = this.#one(text, at + 1, expired);
    if (behind === "partial") return undefined;
    // xterm's sequences for keys with Meta already contain the Escape: another one before them is a separate key.
    if (impliesMeta(behind.key)) return this.#keyStep({ key: makeKey(ESCAPE), length: 1 });
    return this.#keyStep({ key: makeKey(behind.key, metaFor(behind.key)), length: behind.length + 1 });
  }

  /** The key that starts here: a sequence, a character, or a literal byte. */
  #one(text: string, at: number, expired: boolean): SequenceMatch | "partial" {
    const code = text.charCodeAt(at);
    const known = this.#tree.find(text, at, expired);
    if (known) return known;
    return code < 0x80 ? { key: makeKey(code), length: 1 } : character(text, at, expired);
  }

  #keyStep({ key, length }: SequenceMatch): Step {
    const erased = (key & BASE_MASK) === this.#erase && this.#erase !== 0;
    const pressed = erased ? makeKey(BACKSPACE, key & ~BASE_MASK) : key;
    return { input: { kind: "key", key: pressed }, length };
  }
}

function character(text: string, at: number, expired: boolean): SequenceMatch | "partial" {
  const code = text.charCodeAt(at);
  const wanted = code >= 0xf0 && code < 0xf8 ? 4 : code >= 0xe0 ? 3 : code >= 0xc2 ? 2 : 1;
  if (text.length - at < wanted && code < 0xf8 && !expired) return "partial";
  const bytes = Uint8Array.from({ length: wanted }, (_, i) => text.charCodeAt(at + i) || 0);
  const decoded = at + wanted <= text.length ? decodeCharacter(bytes, 0) : undefined;
  if (!decoded) return { key: literalKey(code), length: 1 };
  return { key: characterKey(decoded.code), length: decoded.length };
}

function impliesMeta(key: Key): boolean {
  return (key & META) !== 0 && (key & META_PREFIX) === 0;
}

/** Before a special key the Escape is passed on as typed; a character with Meta has no other form. */
function metaFor(key: Key): number {
  const special = (key & BASE_MASK) >= SPECIAL_START && specialKeyOf(key & BASE_MASK)?.function;
  return special ? META | META_PREFIX : META;
}

function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 4096)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 4096)));
  return parts.join("");
}
