import { describe, expect, it } from "vitest";
import { unfinishedLine } from "./unfinished-line.ts";

const lineOf = (text: string, wrapped = "") =>
  unfinishedLine({ rows: [text], cursor: { x: 1_000, y: 0 }, wrappedBefore: () => wrapped });

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
    '>>> name = "who?',
    "root@vm:/tmp# scp host:",
    "sqlite> select 'what?",
  ])("is a prompt: %j", (text) => expect(lineOf(text)).toEqual({ kind: "prompt", text: text.trim() }));

  it.each([
    "Enter your choice> ",
    "Please select an option > ",
    "Type a ticket #",
    "What now> ",
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

  it("begins in the rows above if it is longer than the screen is wide", () => {
    expect(lineOf("e? [y/N] ", "Do you want to delet")).toEqual({
      kind: "question",
      text: "Do you want to delete? [y/N]",
    });
  });
});
