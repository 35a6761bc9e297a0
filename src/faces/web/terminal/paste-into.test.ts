import type { Terminal } from "@xterm/xterm";
import { expect, test } from "vitest";
import { pasteInto } from "./paste-into.ts";

function pasted(text: string): string {
  let taken = "";
  const terminal = {
    paste(given: string) {
      taken = given;
    },
  };
  pasteInto(terminal as Terminal, text);
  return taken;
}

test("a text is pasted as it is, with its tabs and its ends of lines", () => {
  const text = "if x:\r\n\tprint('漢字 👩‍🚀 é')\n";
  expect(pasted(text)).toBe(text);
});

test.each([
  ["the mark of its end", "ls\x1b[201~\nevil\n", "ls␛[201~\nevil\n"],
  ["a mark that forms around another one", "\x1b[20\x1b[201~1~", "␛[20␛[201~1~"],
  ["a mark of one character fewer", "ls\x9b201~evil", "ls\ufffd201~evil"],
  ["the interrupt of a shell, which ends its paste too", "ls\x03evil\n", "ls␃evil\n"],
  ["the end of a file, and a deletion", "\x04\x7f", "␄␡"],
])("no character of a text is a command: %s", (_what, text, wanted) => {
  expect(pasted(text)).toBe(wanted);
});
