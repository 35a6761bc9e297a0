import { type Key, makeKey, SPECIAL_START } from "./key.ts";
import { keypadSequences } from "./key-sequences.ts";

/**
 * Keys that are not characters, in tmux's order, each with its printed name and its other names. Names ignore case. A
 * key without `typed` cannot be given by name; `Any` can, but not with modifiers.
 */
export interface SpecialKey {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly typed: boolean;
  readonly mouse: boolean;
  /** Modifiers, including Meta, are part of the sequence that an application receives. */
  readonly function: boolean;
}

const WHERE = ["Pane", "Status", "StatusLeft", "StatusRight", "StatusDefault", "Border"];
const BUTTONS = [1, 2, 3, 6, 7, 8, 9, 10, 11];

function special(name: string, rest: Partial<SpecialKey> = {}): SpecialKey {
  return { name, aliases: [], typed: true, mouse: false, function: false, ...rest };
}

function functionKey(name: string, ...aliases: string[]): SpecialKey {
  return special(name, { aliases, function: true });
}

/** Mouse keys name the action and its place. */
function mouse(action: string, typed = true): SpecialKey[] {
  return WHERE.map((where) => special(`${action}${where}`, { mouse: true, typed }));
}

function buttons(action: string): SpecialKey[] {
  return BUTTONS.flatMap((button) => mouse(`${action}${button}`));
}

export const specialKeys: readonly SpecialKey[] = [
  ...["FocusIn", "FocusOut", "Any", "PasteStart", "PasteEnd"].map((name) => special(name, { typed: false })),
  ...["Mouse", "Dragging", "DoubleClick"].map((name) => special(name, { mouse: true, typed: false })),
  ...mouse("MouseMove", false),
  ...["MouseDown", "MouseUp", "MouseDrag", "MouseDragEnd"].flatMap(buttons),
  ...["WheelUp", "WheelDown"].flatMap((action) => mouse(action)),
  ...["SecondClick", "DoubleClick", "TripleClick"].flatMap(buttons),
  special("BSpace"),
  ...Array.from({ length: 12 }, (_, i) => functionKey(`F${i + 1}`)),
  functionKey("IC", "Insert"),
  functionKey("DC", "Delete"),
  functionKey("Home"),
  functionKey("End"),
  functionKey("NPage", "PageDown", "PgDn"),
  functionKey("PPage", "PageUp", "PgUp"),
  special("BTab"),
  ...["Up", "Down", "Left", "Right"].map((name) => functionKey(name)),
  ...Array.from(keypadSequences.keys(), (name) => special(name)),
];

const byName = new Map<string, Key>(
  specialKeys.flatMap(({ name, aliases, typed }, i) =>
    typed ? [name, ...aliases].map((text) => [text.toLowerCase(), makeKey(SPECIAL_START + i)] as const) : [],
  ),
);

export function specialKeyNamed(name: string): Key | undefined {
  return byName.get(name.toLowerCase());
}

/** A special key by its printed name, including keys that cannot be typed or bound by name. */
export function specialKeyCalled(name: string): Key {
  return makeKey(SPECIAL_START + specialKeys.findIndex((key) => key.name === name));
}

export const BACKSPACE = specialKeyCalled("BSpace");
/** The key that a table binds for every key without a binding of its own. */
export const ANY_KEY = specialKeyCalled("Any");

export function specialKeyOf(base: number): SpecialKey | undefined {
  return specialKeys[base - SPECIAL_START];
}

export function isMouseKey(base: number): boolean {
  return specialKeyOf(base)?.mouse ?? false;
}
