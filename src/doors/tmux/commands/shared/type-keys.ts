import { encodeKey } from "../../../../core/keys/encode-key.ts";
import { encodeMouse } from "../../../../core/keys/encode-mouse.ts";
import {
  characterKey,
  isCharacter,
  type Key,
  literalKey,
  makeKey,
  NO_KEY,
  SPECIAL_START,
} from "../../../../core/keys/key.ts";
import { parseKey } from "../../../../core/keys/key-name.ts";
import { specialKeyCalled } from "../../../../core/keys/special-keys.ts";
import type { KeyPress, Pane } from "../../../../core/tree/tree.ts";
import { typeInto } from "../../../../core/type-into.ts";
import type { Door } from "../../door.ts";

export interface WordKind {
  /** -H: a byte in hexadecimal; an invalid word is ignored. */
  readonly hex: boolean;
  /** -l: literal characters, even if they name a key. */
  readonly literal: boolean;
}

/** The keys of one word of send-keys: a named key, or every character of the word. */
export function keysOf(word: string, { hex, literal }: WordKind): readonly Key[] {
  if (hex)
    return /^\s*\+?(0[xX])?[0-9a-fA-F]{1,2}$/.test(word) ? [literalKey(Number.parseInt(word, 16))] : [];
  const key = literal ? undefined : parseKey(word);
  return key !== undefined && key !== NO_KEY ? [key] : charactersOf(word);
}

function charactersOf(word: string): readonly Key[] {
  return Array.from(word, (character) => {
    const code = character.codePointAt(0)!;
    return code < 0x80 ? makeKey(code) : characterKey(code);
  });
}

/** The keys of a word in a pane: a key without bytes there (of the mouse, for example) is typed as its name. */
export function keysFor(door: Door, pane: Pane, word: { text: string; kind: WordKind }): readonly Key[] {
  const keys = keysOf(word.text, word.kind);
  const modes = keyModes(door, pane);
  return keys.every((key) => encodeKey(key, modes) !== undefined) ? keys : charactersOf(word.text);
}

/** Whether the key's bytes depend on the application's modes: plain characters never do. */
export function dependsOnModes(key: Key): boolean {
  return !isCharacter(key) && (key < 0 || key >= SPECIAL_START);
}

const NOTHING = new Uint8Array();

/**
 * Types keys into a pane in the encoding of its application's modes, and into every other pane of its window that takes
 * part in synchronize-panes. All bytes of one call reach the pane in one write.
 */
export function typeKeys(door: Door, pane: Pane, keys: readonly Key[]): void {
  const writes = receivers(pane).map((receiver) => {
    const modes = keyModes(door, receiver);
    return {
      process: receiver.process!,
      bytes: Buffer.concat(keys.map((key) => encodeKey(key, modes) ?? NOTHING)),
    };
  });
  typeInto(writes.filter(({ bytes }) => bytes.length > 0));
}

/**
 * Types keys that a client's terminal sent: mouse reports are relative to the pane, in the encoding that its
 * application asked for.
 */
export function typePresses(door: Door, pane: Pane, presses: readonly KeyPress[]): void {
  for (const receiver of receivers(pane)) {
    const modes = keyModes(door, receiver);
    const screenModes = receiver.screen.modes;
    const encode = ({ key, mouse }: KeyPress) => {
      if (mouse) return receiver === mouse.pane ? encodeMouse(mouse, screenModes) : undefined;
      return isPasteMark(key) && !screenModes.bracketedPaste ? undefined : encodeKey(key, modes);
    };
    const bytes = Buffer.concat(presses.map((press) => encode(press) ?? NOTHING));
    if (bytes.length > 0) void receiver.process?.write(bytes);
  }
}

const PASTE_MARKS = new Set<Key>([specialKeyCalled("PasteStart"), specialKeyCalled("PasteEnd")]);

function isPasteMark(key: Key): boolean {
  return PASTE_MARKS.has(key);
}

function receivers(pane: Pane): readonly Pane[] {
  const takesInput = (each: Pane) => each.process !== undefined && !each.inputOff;
  if (!takesInput(pane)) return [];
  if (!pane.options.flag("synchronize-panes")) return [pane];
  const others = pane.window.panes.filter(
    (each) =>
      each !== pane && each.modes.length === 0 && takesInput(each) && each.options.flag("synchronize-panes"),
  );
  return [pane, ...others];
}

/** Bytes of a key in a pane, in the encoding that its application asked for. */
export function keyBytes(door: Door, pane: Pane, key: Key): Uint8Array | undefined {
  return encodeKey(key, keyModes(door, pane));
}

function keyModes(door: Door, pane: Pane) {
  const { applicationCursor, applicationKeypad, extendedKeys } = pane.screen.modes;
  const backspace = parseKey(door.server.options.get("backspace") ?? "");
  return {
    applicationCursor,
    applicationKeypad,
    extendedKeys,
    ...(backspace !== undefined && { backspace }),
  };
}
