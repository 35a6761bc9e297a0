import { expect, it } from "vitest";
import { createScreen } from "../core/screen/emulator.ts";
import type { Pane } from "../core/tree/tree.ts";
import { asTyped } from "./key-bytes.ts";

function pasted(text: string): string {
  const screen = createScreen({ cols: 80, rows: 24, historyLimit: 0 });
  screen.write(Buffer.from("\x1b[?2004h"));
  return asTyped({ screen } as Pane, Buffer.from(text)).toString("latin1");
}

it.each([
  "one\n\x1b[201~two",
  "one\n\x1b[20\x1b[201~1~two",
  "one\n\x1b\x1b[201~[201~two",
  "one\n\x03two",
  "one\n\x1b\x03[201~two",
  "one\n\x1b[20\x1a\x1c1~two",
])("no text ends the paste that it is sent as: %j", (text) => {
  const sent = pasted(text);
  expect(sent.startsWith("\x1b[200~one\r")).toBe(true);
  expect(sent.indexOf("\x1b[201~")).toBe(sent.length - "\x1b[201~".length);
  expect(sent).not.toMatch(/[\x03\x1a\x1c]/);
});

it("a short text keeps its keys: it is no paste", () => {
  expect(pasted("\x03")).toBe("\x03");
});
