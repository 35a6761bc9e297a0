import { describe, expect, it } from "vitest";
import { createScreen } from "./emulator.ts";
import type { ScreenListener } from "./screen.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The calls of one listener method while the text was parsed. */
function callsTo<K extends keyof ScreenListener>(name: K, text: string | Uint8Array): unknown[][] {
  const calls: unknown[][] = [];
  const screen = createScreen({ cols: 80, rows: 24, historyLimit: 100 });
  screen.listener = { [name]: (...args: unknown[]) => calls.push(args) };
  screen.write(typeof text === "string" ? encode(text) : text);
  return calls;
}

describe("a listener", () => {
  it("receives the bell, but not one that ends a string", () => {
    expect(callsTo("bell", "\x07a\x07\x1b]2;t\x07")).toHaveLength(2);
  });

  it("receives titles from OSC and APC with any terminator", () => {
    expect(callsTo("title", "\x1b]2;one\x07\x1b]0;zwei ü\x1b\\\x1b_three\x1b\\\x1b]1;icon\x07")).toEqual([
      ["one"],
      ["zwei ü"],
      ["three"],
    ]);
  });

  it("receives a title up to its last character, of any length", () => {
    for (const text of ["é", "漢", "a🚀"]) expect(callsTo("title", `\x1b]2;${text}\x07`)).toEqual([[text]]);
  });

  it("receives one request for focus reports, when they are switched on", () => {
    expect(callsTo("focusWanted", "\x1b[?1004l")).toHaveLength(0);
    expect(callsTo("focusWanted", "\x1b[?1004h\x1b[?1004h")).toHaveLength(1);
    expect(callsTo("focusWanted", "\x1b[?1004h\x1b[?1004l\x1b[?1004h")).toHaveLength(2);
  });

  it("receives no title where none was pushed", () => {
    expect(callsTo("title", "\x1b[23;0t")).toEqual([]);
    expect(callsTo("title", "\x1b[22;0t\x1b[23;0t\x1b[23;0t")).toHaveLength(1);
  });

  it("receives no title with an unprintable character", () => {
    for (const bytes of [[0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0xc3]])
      expect(callsTo("title", Uint8Array.from([...encode("\x1b]2;a"), ...bytes, 0x07]))).toEqual([]);
    expect(callsTo("title", "\x1b]2;a\u0085b\x07")).toEqual([]);
    expect(callsTo("title", Uint8Array.from([0x1b, 0x5d, 0x32, 0x3b, 0xff, 0x07]))).toEqual([]);
  });

  it("receives a title of bounded length", () => {
    const [[title]] = callsTo("title", `\x1b]2;${"x".repeat(100_000)}\x07`) as [[string]];
    expect(title).toHaveLength(4096);
  });

  it("receives nothing from a string longer than a megabyte", () => {
    expect(callsTo("title", `\x1b]2;${"x".repeat(1_100_000)}\x07`)).toEqual([]);
  });

  it("receives a pushed title when it is popped", () => {
    expect(callsTo("title", "\x1b]2;one\x07\x1b[22;0t\x1b]2;two\x07\x1b[23;0t\x1b[23;0t")).toEqual([
      ["one"],
      ["two"],
      ["one"],
    ]);
  });

  it("receives window names and paths", () => {
    expect(callsTo("windowName", "\x1bkname\x1b\\")).toEqual([["name"]]);
    expect(callsTo("path", "\x1b]7;file:///tmp\x07")).toEqual([["file:///tmp"]]);
  });

  it("receives clipboard writes decoded, and no clipboard reads", () => {
    expect(callsTo("clipboard", "\x1b]52;c;aGVsbG8=\x07\x1b]52;c;?\x07\x1b]52;c;!!\x07")).toEqual([
      ["c", encode("hello")],
    ]);
    expect(callsTo("reply", "\x1b]52;c;?\x07")).toEqual([]);
  });

  it("receives prompt marks", () => {
    expect(
      callsTo(
        "prompt",
        "\x1b]133;A\x07\x1b]133;B\x07\x1b]133;C\x07\x1b]133;D;3\x07\x1b]133;D\x07\x1b]133;Z\x07",
      ),
    ).toEqual([
      [{ kind: "prompt" }],
      [{ kind: "input" }],
      [{ kind: "output" }],
      [{ kind: "done", status: 3 }],
      [{ kind: "done" }],
    ]);
  });

  it("receives notifications", () => {
    expect(
      callsTo("notification", "\x1b]9;look\x07\x1b]777;notify;Title;Body\x07\x1b]777;other;x\x07"),
    ).toEqual([["look"], ["Title: Body"]]);
  });

  it("receives desktop notifications, encoded ones too, but no control character", () => {
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    expect(callsTo("notification", `\x1b]99;i=1:p=body;one\x07\x1b]99;e=1;${base64("two")}\x07`)).toEqual([
      ["one"],
      ["two"],
    ]);
    expect(callsTo("notification", "\x1b]99;p=icon;x\x07\x1b]99;no separator\x07")).toEqual([]);
    for (const text of ["\x1b[2J", "a\nb", "\x7f"])
      expect(callsTo("notification", `\x1b]99;e=1;${base64(text)}\x07`)).toEqual([]);
  });

  it("receives passthrough bytes with escapes removed", () => {
    expect(callsTo("passthrough", "\x1bPtmux;\x1b\x1b]0;t\x07\x1b\\\x1bPother\x1b\\")).toEqual([
      [encode("\x1b]0;t\x07")],
    ]);
  });

  it("receives no reply that contains printed text", () => {
    const texts = [
      "secret",
      "\x1b]2;secret\x07",
      "\x1bksecret\x1b\\",
      "\x1b]4;1;rgb:aa/bb/cc\x07",
      "\x1b]10;#aabbcc\x07",
    ];
    const questions = [
      "\x1b[21t",
      "\x1b[20t",
      "\x1b]4;1;?\x07",
      "\x1b]10;?\x07",
      "\x1bP$qsecret\x1b\\",
      "\x1b[?123456$p",
    ];
    const asked = [...texts, ...questions].join("");
    expect(callsTo("reply", asked)).toEqual([]);
    expect(callsTo("colourAsked", asked)).toEqual([["foreground", true]]);
  });

  it("receives replies with the state of modes", () => {
    const text = "\x1b[?2004h\x1b[?2004$p\x1b[?1000$p\x1b[?1049h\x1b[?1049$p";
    const answers = callsTo("reply", text).flat() as Uint8Array[];
    expect(answers.map((bytes) => new TextDecoder().decode(bytes))).toEqual([
      "\x1b[?2004;1$y",
      "\x1b[?1000;2$y",
      "\x1b[?1049;1$y",
    ]);
  });
});

it("is optional, and so is each of its methods", () => {
  const everything =
    "\x07\x1b]0;t\x07\x1bkn\x1b\\\x1b]7;file:///\x07\x1b]52;c;aGk=\x07\x1b]133;A\x07\x1b]9;n\x07\x1b]9;4;1\x07" +
    "\x1bPtmux;x\x1b\\\x1b[?1004h\x1b]10;?\x07\x1b[c\x1b[>c\x1b[>q\x1b[5n\x1b[6n\x1b[18t\x1b[?2004$p\x1b[22;0t\x1b[23;0t";
  const screen = createScreen({ cols: 80, rows: 24, historyLimit: 100 });
  screen.write(encode(`${everything}shown`));
  expect(screen.lineText(0)).toBe("shown");
});
