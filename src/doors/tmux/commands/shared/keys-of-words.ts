import { encodeKey } from "../../../../core/keys/encode-key.ts";
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
import { keyModes } from "../../../../core/keys/type-keys.ts";
import { codePointOf } from "../../../../core/text/utf8.ts";
import type { Pane } from "../../../../core/tree/tree.ts";

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
    const code = codePointOf(character);
    return code < 0x80 ? makeKey(code) : characterKey(code);
  });
}

/** The keys of a word in a pane: a key without bytes there (of the mouse, for example) is typed as its name. */
export function keysFor(pane: Pane, word: { text: string; kind: WordKind }): readonly Key[] {
  const keys = keysOf(word.text, word.kind);
  const modes = keyModes(pane);
  return keys.every((key) => encodeKey(key, modes) !== undefined) ? keys : charactersOf(word.text);
}

/** Whether the key's bytes depend on the application's modes: plain characters never do. */
export function dependsOnModes(key: Key): boolean {
  return !isCharacter(key) && (key < 0 || key >= SPECIAL_START);
}
