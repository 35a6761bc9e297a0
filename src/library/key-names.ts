import { InvalidKey } from "./errors.ts";

/** tmux types an unknown key name letter by letter. So this table lists the names, and a wrong one is refused. */
const NAMES: ReadonlySet<string> = new Set(
  [
    ["enter", "escape", "tab", "btab", "space", "bspace"],
    ["up", "down", "left", "right", "home", "end"],
    ["ppage", "pageup", "pgup", "npage", "pagedown", "pgdn", "ic", "insert", "dc", "delete"],
    Array.from({ length: 12 }, (_, index) => `f${index + 1}`),
    ["kp/", "kp*", "kp-", "kp+", "kpenter", "kp.", ...Array.from({ length: 10 }, (_, digit) => `kp${digit}`)],
  ].flat(),
);

const MODIFIERS = /^(?:[cms]-)+(?=.)/i;

/** Throws `InvalidKey` unless the key is a tmux name or a single character, optionally with C-, M- and S- before it. */
export function validateKey(key: string): void {
  if (typeof key === "string" && isKey(key.replace(/^\^(?=.)/, "C-"))) return;
  throw new InvalidKey(`there is no key ${JSON.stringify(key)}`);
}

function isKey(key: string): boolean {
  const base = key.replace(MODIFIERS, "");
  const characters = Array.from(base);
  if (characters.length !== 1) return NAMES.has(base.toLowerCase());
  return !/\p{C}/u.test(base);
}
