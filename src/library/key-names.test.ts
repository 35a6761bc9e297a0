import { expect, test } from "vitest";
import { parseKey } from "../core/keys/key-name.ts";
import { specialKeys } from "../core/keys/special-keys.ts";
import { InvalidKey } from "./errors.ts";
import { validateKey } from "./key-names.ts";

const isKey = (name: string) => {
  try {
    validateKey(name);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidKey);
    return false;
  }
};

test("whatever can be pressed on a keyboard has its name here", () => {
  const typed = specialKeys.filter((key) => key.typed && !key.mouse);
  for (const name of typed.flatMap(({ name, aliases }) => [name, ...aliases])) {
    expect(isKey(name), name).toBe(true);
    expect(isKey(`C-M-${name.toUpperCase()}`), name).toBe(true);
  }
});

test("what is a key here is one to tmux", () => {
  const names = [
    "a",
    "Z",
    "0",
    ";",
    "-",
    "^",
    "é",
    "漢",
    "🚀",
    "Enter",
    "escape",
    "TAB",
    "Space",
    "BSpace",
    "KP0",
    "F12",
  ];
  for (const name of names.flatMap((name) => [name, `C-${name}`, `M-${name}`, `C-M-S-${name}`])) {
    expect(isKey(name), name).toBe(true);
    if (Array.from(name.replace(/^([CMS]-)+/, "")).length > 1) expect(parseKey(name), name).toBeDefined();
  }
  for (const name of ["^A", "^a", "^"]) expect(isKey(name), name).toBe(true);
});

test("tmux would type the name of what is none", () => {
  const wrong = [
    "",
    "Nope",
    "C-",
    "M-C-",
    "F0",
    "F13",
    "ab",
    "Enter ",
    "X-a",
    "\n",
    "\x1b",
    "\x7f",
    "\u202e",
    "C-\0",
  ];
  for (const name of wrong) expect(isKey(name), JSON.stringify(name)).toBe(false);
  expect(isKey(5 as never)).toBe(false);
});
