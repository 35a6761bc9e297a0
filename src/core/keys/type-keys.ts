import { typeInto } from "../ports.ts";
import { concatBytes } from "../text/concat-bytes.ts";
import type { KeyPress, Pane } from "../tree/tree.ts";
import { encodeKey, type KeyModes } from "./encode-key.ts";
import { encodeMouse } from "./encode-mouse.ts";
import type { Key } from "./key.ts";
import { parseKey } from "./key-name.ts";
import { specialKeyCalled } from "./special-keys.ts";

const NOTHING = new Uint8Array();

/**
 * Types keys into a pane in the encoding of its application's modes, and into every other pane of its window that takes
 * part in synchronize-panes. All bytes of one call reach the pane in one write.
 */
export function typeKeys(pane: Pane, keys: readonly Key[]): void {
  const writes = receivers(pane).map((receiver) => {
    const modes = keyModes(receiver);
    return {
      process: receiver.process!,
      bytes: concatBytes(keys.map((key) => encodeKey(key, modes) ?? NOTHING)),
    };
  });
  typeInto(writes.filter(({ bytes }) => bytes.length > 0));
}

/**
 * Types keys that a client's terminal sent: mouse reports are relative to the pane, in the encoding that its
 * application asked for.
 */
export function typePresses(pane: Pane, presses: readonly KeyPress[]): void {
  for (const receiver of receivers(pane)) {
    const modes = keyModes(receiver);
    const screenModes = receiver.screen.modes;
    const encode = ({ key, mouse }: KeyPress) => {
      if (mouse) return receiver === mouse.pane ? encodeMouse(mouse, screenModes) : undefined;
      return PASTE_MARKS.has(key) && !screenModes.bracketedPaste ? undefined : encodeKey(key, modes);
    };
    const bytes = concatBytes(presses.map((press) => encode(press) ?? NOTHING));
    if (bytes.length > 0) void receiver.process?.write(bytes);
  }
}

const PASTE_MARKS = new Set<Key>([specialKeyCalled("PasteStart"), specialKeyCalled("PasteEnd")]);

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

/** What the encoding of keys in a pane depends on. */
export function keyModes(pane: Pane): KeyModes {
  const { applicationCursor, applicationKeypad, extendedKeys } = pane.screen.modes;
  const backspace = backspaceOf(pane.window.server.options.get("backspace") ?? "");
  return { applicationCursor, applicationKeypad, extendedKeys, backspace };
}

/** The last value of the option `backspace`: every key asks for it, and it hardly ever changes. */
let lastBackspace: { readonly text: string; readonly key: Key | undefined } = { text: "", key: undefined };

function backspaceOf(text: string): Key | undefined {
  if (lastBackspace.text !== text) lastBackspace = { text, key: parseKey(text) };
  return lastBackspace.key;
}
