import { encodeKey } from "../core/keys/encode-key.ts";
import { characterKey, type Key, makeKey, NO_KEY } from "../core/keys/key.ts";
import { parseKey } from "../core/keys/key-name.ts";
import { codePointOf } from "../core/text/utf8.ts";
import type { Pane } from "../core/tree/tree.ts";
import { ProtocolError } from "../protocol/errors.ts";

/** Longer texts are sent as a paste, even on one line. */
const TYPED_BYTES = 200;
const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
const INNER_END = /\x1b+(?=\[201~)/g;
/** Ctrl-C, Ctrl-Z and Ctrl-\: the terminal itself turns them into signals, unless its program reads them as keys. */
const SIGNAL_KEYS = /[\x03\x1a\x1c]/g;

/** Encodes a key for the pane's current input modes. */
export function encodeNamedKey(pane: Pane, name: string): Uint8Array {
  const bytes = encodeKey(keyNamed(name), pane.screen.modes);
  if (!bytes) throw unknownKey(name);
  return bytes;
}

function keyNamed(name: string): Key {
  const key = parseKey(name);
  if (key !== undefined && key !== NO_KEY) return key;
  const [only, ...more] = Array.from(name, (character) => codePointOf(character));
  if (only !== undefined && more.length === 0) return only < 0x80 ? makeKey(only) : characterKey(only);
  throw unknownKey(name);
}

function unknownKey(name: string): ProtocolError {
  return new ProtocolError("unknown-key", `there is no key ${JSON.stringify(name)}`);
}

/**
 * Sends lines, and text that no user types, as a paste if the application supports it; otherwise each line ends with
 * Enter. An end mark inside the text would end the paste early, so it loses its escape character; without its other
 * characters, what surrounds it could become one. A key that sends a signal ends the paste too, because the program
 * stops reading it: a paste loses these keys, before the end marks, which could form around them.
 */
export function asTyped({ screen }: Pane, text: Uint8Array): Buffer {
  const lines = Buffer.from(text)
    .toString("latin1")
    .replace(/\r\n?|\n/g, "\r");
  const short = lines.length <= TYPED_BYTES && !lines.replace(/\r$/, "").includes("\r");
  if (short || !screen.modes.bracketedPaste) return Buffer.from(lines, "latin1");
  const inner = lines.replace(SIGNAL_KEYS, "").replace(INNER_END, "");
  return Buffer.from(`${PASTE_START}${inner}${PASTE_END}`, "latin1");
}
