import { describe, expect, it } from "vitest";
import { unfinishedLine } from "./unfinished-line.ts";

const lineOf = (text: string, wrapped = "") =>
  unfinishedLine({ rows: [text], cursor: { x: 1_000, y: 0 }, wrappedBefore: () => wrapped });

const endOf = (text: string) => {
  const rows = text.split("\n");
  return unfinishedLine({ rows, cursor: { x: 1_000, y: rows.length - 1 } });
};

describe("the line before the cursor", () => {
  it.each([
    ">>> ",
    "In [12]: ",
    "   ...: ",
    "(gdb) ",
    "(Pdb++) ",
    "MariaDB [(none)]> ",
    "Atlas atlas-x [primary] test> ",
    "127.0.0.1:6379[1]> ",
    "postgres=# ",
    "    '> ",
    "[1] pry(main)> ",
    "scheme@(guile-user)> ",
    "smb: \\> ",
    "  DB<1> ",
    "(%i1) ",
    "irb(main):002:0* ",
    "* ",
    "% ",
    "user@host ~ » ",
    "├─ ~/src ➤ ",
    "0] ",
    "Command (m for help): ",
    "Command (? for help): ",
    "(reverse-i-search)`tr': ",
    "(failed reverse-i-search)`x': ",
    '>>> name = "who?',
    "root@vm:/tmp# scp host:",
    "sqlite> select 'what?",
  ])("is a prompt: %j", (text) => expect(lineOf(text)).toEqual({ kind: "prompt", text: text.trim() }));

  it.each([
    "Enter your choice> ",
    "Please select an option > ",
    "Type a ticket #",
    "What now> ",
    "Choice> ",
    "Your selection > ",
    "#? ",
    "続けますか？ ",
    "هل تريد المتابعة؟ ",
    "パスワード：",
    "Continuer [o/N] ",
    "Fortfahren (J/n): ",
    "Quit anyway? (y or n) ",
    "Make breakpoint pending on future load? (y or [n]) ",
    "Allow? [y/N]",
  ])("is a question: %j", (text) => expect(lineOf(text)).toEqual({ kind: "question", text: text.trim() }));

  it.each(["Compiling main.c ... ", "Downloading 14%", "hello"])("is neither: %j", (text) =>
    expect(lineOf(text)).toEqual({ kind: "text", text: text.trim() }),
  );

  it.each([
    ["What is your name?\n> ", "What is your name?", "field"],
    ["Choose an option:\n-> ", "Choose an option:", "field"],
    ["Pick a shell:\n  1) bash\n  [q] quit\n\n> ", "Pick a shell:", "field"],
    ["What next?\n> 3\nWhat next?\n> ", "What next?", "field"],
    ["Delete it?\n\n  (y) yes   (n) no\n", "Delete it?", "empty"],
  ])("asks what stands above a field or choices: %j", (text, question, above) =>
    expect(endOf(text)).toEqual({ kind: "question", text: question, above }),
  );

  it.each(["> cat('sure?')\nsure?\n> ", "mysql> select 'what?\n    -> ", "It is ready.\n> "])(
    "is the prompt of a REPL below its output: %j",
    (text) => expect(endOf(text)?.kind).toBe("prompt"),
  );

  it("has the question above it, if only its default stands there", () => {
    expect(endOf("Use the defaults?\n[Y/n]: ")?.text).toBe("Use the defaults? [Y/n]:");
    expect(endOf("Built in 3 s.\n[Y/n]: ")?.text).toBe("[Y/n]:");
    expect(endOf("All data will be lost. Continue?\nYes/No? ")?.text).toBe(
      "All data will be lost. Continue? Yes/No?",
    );
  });

  it("begins in the rows above if it is longer than the screen is wide", () => {
    expect(lineOf("e? [y/N] ", "Do you want to delet")).toEqual({
      kind: "question",
      text: "Do you want to delete? [y/N]",
    });
  });
});
