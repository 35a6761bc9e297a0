import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeKey, type KeyModes } from "../../../src/core/keys/encode-key.ts";
import { literalKey } from "../../../src/core/keys/key.ts";
import { parseKey } from "../../../src/core/keys/key-name.ts";
import { specialKeys } from "../../../src/core/keys/special-keys.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { need } from "../../setup/need.ts";
import { RealTmux } from "../options/real-tmux.ts";

const typed = specialKeys
  .filter((key) => key.typed && !key.mouse)
  .flatMap((key) => [key.name, ...key.aliases]);
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i));
const others = [
  "Tab",
  "Space",
  "Enter",
  "Escape",
  "User0",
  "User999",
  "é",
  "日",
  "😀",
  "MouseDown1Pane",
  "WheelUpStatus",
];
const modifiers = ["", "S-", "M-", "M-S-", "C-", "C-S-", "C-M-", "C-M-S-"];
const names = [
  ...[...typed, ...ascii, ...others].flatMap((name) => modifiers.map((modifier) => modifier + name)),
  ...[
    "^a",
    "^[",
    "^?",
    "^",
    "^^",
    "M-^a",
    "^M-a",
    "0x41",
    "0x7f",
    "0xe9",
    "0x1",
    "0x1f600",
    "0x20",
    "None",
    "none",
  ],
  ...[
    "c-a",
    "m-x",
    "s-up",
    "up",
    "PAGEUP",
    "bspace",
    "hello",
    "C-hello",
    "a-b",
    "User1000",
    "F13",
    "0xzz",
    "0x80",
  ],
];

/** Separates keys: no key is ever encoded with this byte, and -H sends it as it is. */
const SEPARATOR = 0xff;

const bits = [false, true];
const modes: readonly KeyModes[] = bits.flatMap((applicationCursor) =>
  bits.flatMap((applicationKeypad) =>
    bits.map((extendedKeys) => ({ applicationCursor, applicationKeypad, extendedKeys })),
  ),
);

function label({ applicationCursor, applicationKeypad, extendedKeys }: KeyModes): string {
  const set = [applicationCursor && "cursor", applicationKeypad && "keypad", extendedKeys && "extended"];
  return set.filter((name) => name !== false).join(", ") || "normal";
}

/** A program that asks its terminal for these modes and writes what it reads into a file. */
function reader(file: string, { applicationCursor, applicationKeypad, extendedKeys }: KeyModes): string {
  const asked = `${applicationCursor ? "\\033[?1h" : ""}${applicationKeypad ? "\\033=" : ""}${extendedKeys ? "\\033[>4;1m" : ""}`;
  return `stty raw -echo; printf '${asked}ready'; exec cat >${file}`;
}

/** What is no key, or none in these modes, is typed as text. */
function expected(name: string, keyModes: KeyModes): string {
  const key = parseKey(name);
  const bytes = key === undefined ? undefined : encodeKey(key, keyModes);
  return Buffer.from(bytes ?? Buffer.from(name)).toString("hex");
}

describe.runIf(need("tmux"))("an application receives for each key what tmux sends", () => {
  let real: RealTmux;
  const dir = mkdtempSync(join(process.env.MULLION_TEST_RUN ?? tmpdir(), "k"));
  beforeAll(async () => {
    real = new RealTmux();
    await real.run("set-option", "-s", "extended-keys", "on");
  });
  afterAll(() => real.stop());

  /** A key may have flags of send-keys before it. */
  async function received(file: string, program: string, keys: readonly string[][]): Promise<string[]> {
    const [target] = (await real.run("new-window", "-dP", "-F", "#{pane_id}", program)).lines;
    await waitFor(
      async () => (await real.run("capture-pane", "-p", "-t", target!)).lines[0] === "ready",
      "the reader",
    );
    for (const key of keys) {
      void real.run("send-keys", "-t", target!, ...key);
      void real.run("send-keys", "-t", target!, "-H", "ff");
    }
    const bytes = await waitFor(() => {
      const data = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
      return data.filter((byte) => byte === SEPARATOR).length === keys.length ? data : undefined;
    }, "all keys");
    return split(bytes);
  }

  it.each(modes.map((keyModes) => [label(keyModes), keyModes] as const))("%s", async (title, keyModes) => {
    const file = join(dir, title.replaceAll(", ", "-"));
    const theirs = await received(file, reader(file, keyModes), names.map(asKey));
    const wrong = names
      .map((name, i) => ({ name, ours: expected(name, keyModes), theirs: theirs[i] }))
      .filter(({ ours, theirs }) => ours !== theirs);
    expect(wrong).toEqual([]);
  });

  it("bytes as they are", async () => {
    const file = join(dir, "bytes");
    const bytes = Array.from({ length: SEPARATOR }, (_, i) => i.toString(16).padStart(2, "0"));
    const theirs = await received(
      file,
      reader(file, modes[0]!),
      bytes.map((byte) => ["-H", byte]),
    );
    const ours = bytes.map((byte) => encodeKey(literalKey(Number.parseInt(byte, 16)), modes[0]!)!);
    expect(ours.map((each) => Buffer.from(each).toString("hex"))).toEqual(theirs);
  });

  it.each(["C-h", "C-?", "BSpace", "C-a", "é", "F1"])("backspace %s", async (backspace) => {
    await real.run("set-option", "-s", "backspace", backspace);
    const keyModes = { ...modes[0]!, backspace: parseKey(backspace)! };
    const keys = ["BSpace", "M-BSpace", "C-BSpace", "S-BSpace"];
    const file = join(dir, `backspace-${backspace.replace("?", "q")}`);
    const theirs = await received(file, reader(file, keyModes), keys.map(asKey));
    expect(keys.map((name) => expected(name, keyModes))).toEqual(theirs);
  });
});

function asKey(name: string): string[] {
  return ["--", name];
}

function split(bytes: Buffer): string[] {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(SEPARATOR, at);
    parts.push(bytes.subarray(at, end).toString("hex"));
    at = end + 1;
  }
  return parts;
}
