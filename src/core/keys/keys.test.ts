import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { property } from "../../../test/fixtures/property.ts";
import { encodeKey } from "./encode-key.ts";
import { bindable, CTRL, characterKey, literalKey, META, META_PREFIX, makeKey, SHIFT } from "./key.ts";
import { formatKey, parseKey } from "./key-name.ts";
import { KeyTables, printedCommands, writtenCommands } from "./key-tables.ts";
import { specialKeys } from "./special-keys.ts";

const plain = { applicationCursor: false, applicationKeypad: false, extendedKeys: false };

function bytesOf(name: string, modes = plain): string | undefined {
  const bytes = encodeKey(parseKey(name)!, modes);
  return bytes && Buffer.from(bytes).toString();
}

describe("names of keys", () => {
  const typed = specialKeys.filter((key) => key.typed).map((key) => key.name);
  const base = fc.oneof(
    fc.constantFrom(...typed, "Tab", "Space", "Enter", "User7"),
    fc.constantFrom(..."aZ1-^é日😀"),
  );
  const modifiers = fc.constantFrom("", "C-", "M-", "S-", "C-M-", "C-S-", "M-S-", "C-M-S-");

  property("are read back as they are written", {}, (check) =>
    check(
      fc.property(modifiers, base, (modifier, name) => {
        const key = parseKey(modifier + name);
        if (key !== undefined) expect(parseKey(formatKey(key))).toBe(key);
      }),
    ),
  );

  it("are no keys where tmux knows none", () => {
    for (const text of ["", "C-", "X-a", "ab", "C-$", "F13", "\t", "é é"])
      expect(parseKey(text)).toBeUndefined();
  });
});

describe("bytes of keys", () => {
  it("follow the modes of the application", () => {
    expect(bytesOf("Up")).toBe("\x1b[A");
    expect(bytesOf("Up", { ...plain, applicationCursor: true })).toBe("\x1bOA");
    expect(bytesOf("KP5", { ...plain, applicationKeypad: true })).toBe("\x1bOu");
    expect(bytesOf("C-S-Left")).toBe("\x1b[1;6D");
    expect(bytesOf("S-Tab", { ...plain, extendedKeys: true })).toBe("\x1b[9;2u");
    expect(bytesOf("S-Tab")).toBeUndefined();
  });

  it("are as typed for literal bytes and for Meta before a key", () => {
    expect(encodeKey(literalKey(0xff), plain)).toEqual(Uint8Array.of(0xff));
    const typedMeta = makeKey(parseKey("Up")!, META | META_PREFIX);
    expect(Buffer.from(encodeKey(typedMeta, plain)!).toString()).toBe("\x1b\x1b[A");
    expect(bindable(typedMeta)).toBe(parseKey("M-Up"));
  });

  it("are a control character for Control with a letter that a terminal reports separately", () => {
    expect(encodeKey(makeKey(0x61, CTRL), plain)).toEqual(Uint8Array.of(1));
    expect(encodeKey(makeKey(0x61, CTRL | SHIFT), plain)).toBeUndefined();
    expect(encodeKey(characterKey(0xe9, META), plain)).toEqual(Uint8Array.of(0x1b, 0xc3, 0xa9));
  });
});

describe("key tables", () => {
  it("save only what differs from the defaults", () => {
    let changes = 0;
    const tables = new KeyTables(() => changes++);
    expect(tables.toRecord()).toEqual({});
    tables.bind("mine", { key: parseKey("M-x")!, command: "kill-pane", note: undefined, repeat: false });
    tables.unbind("prefix", parseKey("d")!);
    tables.unbindAll("copy-mode");
    tables.unbindAll("nosuch");
    expect(changes).toBe(3);
    expect(tables.toRecord()).toEqual({
      mine: { "M-x": { command: "kill-pane" } },
      prefix: { d: null },
      "copy-mode": null,
    });
    expect(KeyTables.fromRecord(tables.toRecord()).toRecord()).toEqual(tables.toRecord());
  });

  it("give a key back what it was bound to at first", () => {
    const tables = new KeyTables();
    const [detach, own] = [parseKey("d")!, parseKey("M-x")!];
    for (const key of [detach, own])
      tables.bind("prefix", { key, command: "kill-pane", note: undefined, repeat: true });
    for (const key of [detach, own, parseKey("M-y")!]) tables.reset("prefix", key);
    expect(tables.toRecord()).toEqual({});
    tables.unbindAll("prefix");
    tables.bind("prefix", { key: detach, command: "kill-pane", note: undefined, repeat: false });
    expect(tables.standard("prefix", detach)).toBeUndefined();
  });
});

describe("the commands of a binding", () => {
  const command = 'display "a \\\\; b" \\; display c \\;\\; kill-pane';

  it("are printed without what keeps them from a shell", () => {
    expect(printedCommands(command)).toBe('display "a \\\\; b" ; display c ;; kill-pane');
  });

  it("are written as lines of groups", () => {
    expect(writtenCommands(command)).toBe('display "a \\\\; b" ; display c\nkill-pane');
  });
});
