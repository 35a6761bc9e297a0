import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageLine, PromptLine } from "../../../src/faces/tui/own-picture.ts";
import { DrawnPair } from "./drawn-pair.ts";

let pair: DrawnPair;
beforeAll(async () => {
  pair = await DrawnPair.open({ cols: 61, rows: 20 });
});
afterAll(() => pair.close());

const PRINTED: Readonly<Record<string, string>> = {
  text: "hello\r\nworld\r\n",
  "a long line": "0123456789".repeat(9),
  "wide characters": "漢字かな交じり文".repeat(8),
  "marks and emoji": "e\u0301 👩\u200d💻 🚀 ❤\ufe0f x\r\n",
  styles:
    "\x1b[1mbold\x1b[0;2mdim\x1b[0;3mitalic\x1b[0;4mline\x1b[0;5mblink\x1b[0;7mback\x1b[0;8mhid\x1b[0;9mout\x1b[0m\r\n",
  colours:
    "\x1b[31mred\x1b[92mgreen\x1b[38;5;208morange\x1b[44mon blue\x1b[48;5;52mon brown\x1b[107m white\x1b[0m\r\n",
  "a coloured line": "\x1b[41mred to the end\x1b[K\x1b[0m\r\n\x1b[7mreversed\x1b[K\x1b[0m",
  "line drawing": "\x1b(0lqqwqqk\r\nx  x  x\r\nmqqvqqj\x1b(B\r\n",
  scrolling: Array.from({ length: 40 }, (_, i) => `line ${i}\r\n`).join(""),
  "scrolling in a region": "\x1b[2;6r\x1b[6;1Ha\r\nb\r\nc\r\n\x1b[r\x1b[9;1H",
  "lines inserted and deleted": "\x1b[3;1H\x1b[2L\x1b[6;1H\x1b[M\x1b[9;1H",
  "the alternate screen": "\x1b[?1049h\x1b[H\x1b[2Jother screen",
  "the first screen again": "\x1b[?1049l",
  "a hidden cursor": "\x1b[?25l",
  "a cursor again": "\x1b[?25h\x1b[5;5H",
  "a cursor in the last column": `\x1b[7;1H${"x".repeat(61)}`,
  "everything cleared": "\x1b[H\x1b[2J",
  "paste in brackets": "\x1b[?2004h",
  "a mouse": "\x1b[?1002h\x1b[?1006h",
  "every move of the mouse": "\x1b[?1003h",
  "no mouse": "\x1b[?1003l\x1b[?1002l\x1b[?2004l",
  "a bar for a cursor": "\x1b[5 q",
};

describe("panes that print", () => {
  it.each([
    ["alone", []],
    ["beside another", ["split-window -h"]],
    ["among several", ["split-window -v", "split-window -h"]],
  ] as const)("%s", async (_, layout) => {
    await pair.run("kill-pane -a", ...layout);
    for (const text of Object.values(PRINTED)) {
      await pair.print(() => text);
      await pair.alike();
    }
    await pair.print(() => "\x1bc");
    await pair.alike();
  });

  it.each([
    ["window-style", "bg=colour235,fg=colour250"],
    ["window-active-style", "bg=black"],
    ["window-active-style", "fg=red"],
    ["pane-colours[1]", "#112233"],
    ["pane-colours[9]", "colour99"],
    ["cursor-style", "blinking-underline"],
  ])("in the colours of %s", async (name, value) => {
    await pair.run("kill-pane -a", "split-window -h");
    await pair.set("-w", name, value);
    await pair.print(
      () => "\x1bc\x1b[31mred\x1b[1m bold red\x1b[0m plain \x1b[42mon green\x1b[K\x1b[0m\r\n\x1b[7mreversed",
    );
    await pair.alike();
    await pair.run("select-pane -L");
    await pair.alike();
    await pair.unset("-w", name);
    await pair.alike();
  });
});

describe("the terminal's modes", () => {
  it("follow options", async () => {
    await pair.print(() => "\x1bc");
    await pair.set("", "mouse", "on");
    await pair.alike();
    await pair.print((_, index) => (index === 0 ? "\x1b[?1003h" : ""));
    await pair.alike();
    await pair.print(() => "\x1bc");
    await pair.unset("", "mouse");
    await pair.alike();
  });

  it("follow the title that options say", async () => {
    await pair.set("", "set-titles", "on");
    await pair.alike();
    await pair.set("", "set-titles-string", "#S:#W é %%");
    await pair.alike();
    await pair.run("rename-window renamed");
    await pair.alike();
    await pair.unset("", "set-titles");
  });
});

describe("in place of the status line", () => {
  const message = (text: string): MessageLine => ({ kind: "message", text, plain: false });
  const prompt = (text: string): PromptLine => ({
    kind: "prompt",
    message: "#[fg=red](ask)#[default] ",
    text,
    cursor: [...text].length,
    command: false,
  });

  it.each(["", "2", "off"])("stands what is said, with status '%s'", async (status) => {
    if (status !== "") await pair.set("", "status", status);
    await pair.print(() => "\x1bc text below\r\n".repeat(30));
    await pair.alike();
    for (const text of ["hello", "a #[fg=blue]styled#[default] one ##", "漢".repeat(40)]) {
      await pair.tmux.lines("display-message", "-c", await clientName(), "-d", "0", text);
      pair.own.line = message(text);
      await pair.alike();
      // Another one that goes by itself: a key would go on to the pane.
      await pair.tmux.lines("display-message", "-c", await clientName(), "-d", "1", "");
      pair.own.line = undefined;
      await pair.alike();
    }
    if (status !== "") await pair.unset("", "status");
    await pair.alike();
  });

  it.each(["typed", "漢字é", "a very long answer that is longer than the whole line and goes on"])(
    "stands a prompt with %s",
    async (text) => {
      await pair.tmux.lines(
        "command-prompt",
        "-t",
        await clientName(),
        "-p",
        "#[fg=red](ask)#[default]",
        "-I",
        text,
      );
      pair.own.line = prompt(text);
      await pair.alike();
      pair.press("\x03");
      pair.own.line = undefined;
      await pair.alike();
    },
  );

  async function clientName(): Promise<string> {
    const [name] = await pair.tmux.lines("list-clients", "-t", "work", "-F", "#{client_name}");
    expect(name).toBeTruthy();
    return name!;
  }
});
