import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { property } from "../../../../test/fixtures/property.ts";
import { META_PREFIX } from "../key.ts";
import { formatKey } from "../key-name.ts";
import { KeyDecoder, type KeyDecoderOptions, type TerminalInput } from "./key-decoder.ts";
import { terminalSequences } from "./terminal-sequences.ts";

function decode(text: string, options?: KeyDecoderOptions): TerminalInput[] {
  const decoder = new KeyDecoder(options);
  const came = [...decoder.push(Buffer.from(text))];
  return [...came, ...decoder.expire()];
}

function names(text: string, options?: KeyDecoderOptions): string[] {
  return decode(text, options).map((input) => (input.kind === "key" ? formatKey(input.key) : input.kind));
}

describe("keys", () => {
  it.each([
    ["aé日😀", ["a", "é", "日", "😀"]],
    ["\x00\x01\t\r\x1f", ["C-Space", "C-a", "Tab", "Enter", "C-_"]],
    ["\x1b", ["Escape"]],
    ["\x1b\x1b", ["M-Escape"]],
    ["\x1ba\x1bé", ["M-a", "M-é"]],
    ["\x1b[A\x1bOA\x1b[1;5A\x1b[1;3D", ["Up", "Up", "C-Up", "M-Left"]],
    ["\x1b\x1b[1;3D", ["Escape", "M-Left"]],
    ["\x1b\x1b[A\x1b\x1b[5~", ["M-Up", "M-PPage"]],
    ["\x1bOP\x1b[15~\x1b[24;6~\x1b[[A\x1b[25~", ["F1", "F5", "C-S-F12", "F1", "S-F1"]],
    ["\x1b[Z\x1bOM\x1b[3~\x1b[7^\x1bOa", ["BTab", "KPEnter", "DC", "C-Home", "C-Up"]],
    ["\x1b[200~x\x1b[201~", ["PasteStart", "x", "PasteEnd"]],
    ["\x1b[I\x1b[O", ["FocusIn", "FocusOut"]],
    ["\x1b[97;5u\x1b[65;5u\x1b[27;5;9~\x1b[32;5u\x1b[233;3u", ["C-a", "C-a", "C-Tab", "C-Space", "M-é"]],
    ["\x7f\x1b\x7f\x1b[127;5u", ["BSpace", "M-BSpace", "C-BSpace"]],
    ["\x1b[x", ["M-[", "x"]],
  ])("%j", (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it("know the erase character and the user's own sequences", () => {
    expect(names("\b\x7f", { erase: 8 })).toEqual(["BSpace", "C-?"]);
    expect(names("\x1b[9z\x1bx", { userKeys: [[3, "\x1b[9z"]] })).toEqual(["User3", "M-x"]);
  });

  it("keep how Meta was typed", () => {
    const [typed, sent] = decode("\x1b\x1b[5~\x1b[5;3~");
    expect(typed?.kind === "key" && typed.key & META_PREFIX).toBeTruthy();
    expect(sent?.kind === "key" && sent.key & META_PREFIX).toBe(0);
  });

  it("pass on bytes that are no UTF-8", () => {
    expect(decode("").length).toBe(0);
    const decoder = new KeyDecoder();
    const inputs = [...decoder.push(Uint8Array.of(0xff, 0x41, 0xc3)), ...decoder.expire()];
    expect(inputs.map((input) => input.kind === "key" && input.key & 0xff)).toEqual([0xff, 0x41, 0xc3]);
  });
});

describe("time", () => {
  it("decides between Escape and a sequence", () => {
    const decoder = new KeyDecoder();
    expect([...decoder.push(Buffer.from("x\x1b"))]).toHaveLength(1);
    expect(decoder.waiting).toBe(true);
    expect([...decoder.push(Buffer.from("[A"))]).toHaveLength(1);
    expect(decoder.waiting).toBe(false);
    expect(decoder.takenBytes).toBe(4);
  });

  property("does not matter for anything else: any cut gives the same", {}, (check) => {
    const piece = fc.constantFrom(
      ...[...terminalSequences.keys()].filter((sequence) => !sequence.startsWith("\x1b\x1b")),
      "a",
      "é",
      "😀",
      "\x1b[<0;3;4M",
      "\x1b[M !!",
      "\x1b[>41;1;0c",
      "\x1bP>|x 1\x1b\\",
      "\x1b[97;5u",
    );
    return check(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.integer({ min: 0, max: 60 }), (pieces, cut) => {
        const bytes = Buffer.from(pieces.join(""));
        const decoder = new KeyDecoder();
        const inputs = [...decoder.push(bytes.subarray(0, cut)), ...decoder.push(bytes.subarray(cut))];
        expect([...inputs, ...decoder.expire()]).toEqual(decode(pieces.join("")));
      }),
    );
  });
});

describe("what is no key", () => {
  it("is a mouse report in either form", () => {
    expect(decode("\x1b[<0;3;4M\x1b[<0;3;4m\x1b[M !!\x1b[<64;1;1m")).toEqual([
      { kind: "mouse", report: { x: 2, y: 3, buttons: 0, sgr: { buttons: 0, release: false } } },
      { kind: "mouse", report: { x: 2, y: 3, buttons: 3, sgr: { buttons: 0, release: true } } },
      { kind: "mouse", report: { x: 0, y: 0, buttons: 0, sgr: undefined } },
    ]);
  });

  it("is an answer of the terminal", () => {
    expect(decode("\x1b[?62;c\x1b[>84;0;0c\x1bP>|XTerm(379)\x1b\\\x1b]52;c;aGk=\x07")).toEqual([
      { kind: "reply", reply: { kind: "attributes", secondary: false, parameters: [62, 0] } },
      { kind: "reply", reply: { kind: "attributes", secondary: true, parameters: [84, 0, 0] } },
      { kind: "reply", reply: { kind: "version", text: "XTerm(379)" } },
      { kind: "reply", reply: { kind: "clipboard", selection: "c", data: "aGk=" } },
    ]);
  });
});
