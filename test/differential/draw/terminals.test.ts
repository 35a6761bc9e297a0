import { afterEach, describe, it } from "vitest";
import { DrawnPair } from "./drawn-pair.ts";

let pair: DrawnPair;
afterEach(() => pair.close());

const STYLES =
  "\x1b[1mbold\x1b[0;2mdim\x1b[0;3mitalic\x1b[0;4mline\x1b[0;4:3mcurl\x1b[0;5mblink\x1b[0;7mback\x1b[0;8mhid\x1b[0;9mout\x1b[0m\r\n";
const COLOURS =
  "\x1b[31mred\x1b[92mgreen\x1b[38;5;208morange\x1b[44mon blue\x1b[48;5;52mon brown\x1b[107m white\x1b[0m\r\n" +
  "\x1b[38;2;10;200;30mrgb\x1b[48;2;90;90;90m on rgb\x1b[48;2;1;2;3m on black\x1b[0m\x1b[7;33mreversed\x1b[K\x1b[0m\r\n";
const LINES = "\x1b(0lqqwqqk\r\nx~ax`fx\r\nmqqvqqj\x1b(B ─│┼ ━┃ 漢字 é\r\n";

describe("on terminals of other kinds", () => {
  it.each([
    ["xterm", undefined],
    ["screen", undefined],
    ["screen-256color", undefined],
    ["tmux-256color", undefined],
    ["linux", undefined],
    ["vt100", undefined],
    ["vt220", undefined],
    ["rxvt-unicode-256color", undefined],
    ["xterm-256color", "xterm*:RGB"],
    ["xterm-256color", "xterm*:usstyle:overline"],
    ["screen", "screen*:256:strikethrough"],
  ] as const)("%s, with the features %s", async (term, features) => {
    pair = await DrawnPair.open({ cols: 60, rows: 16, term, ...(features ? { features } : {}) });
    await pair.run("split-window -h", "split-window -v");
    await pair.print(() => STYLES + COLOURS + LINES);
    await pair.alike();
  });

  it.each(["xterm", "vt100"])("%s, in all colours of the cube and all greys", async (term) => {
    const all = (kind: number) =>
      Array.from({ length: 240 }, (_, n) => `\x1b[${kind};5;${n + 16}mx`).join("");
    pair = await DrawnPair.open({ cols: 60, rows: 16, term });
    await pair.print(() => `${all(38)}\x1b[0m\r\n${all(48)}\x1b[0m`);
    await pair.alike();
  });

  it.each(["xterm", "linux", "vt100"])("%s without UTF-8", async (term) => {
    pair = await DrawnPair.open({ cols: 60, rows: 16, term, utf8: false });
    await pair.run("split-window -h", "split-window -v");
    await pair.print(() => STYLES + LINES);
    await pair.alike();
    await pair.set("-w", "pane-border-lines", "double");
    await pair.alike();
  });
});
