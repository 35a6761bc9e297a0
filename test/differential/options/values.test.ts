import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OptionEntry } from "../../../src/core/options/option-entry.ts";
import { optionTable } from "../../../src/core/options/option-table.ts";
import { showOption } from "../../../src/core/options/show-options.ts";
import { need } from "../../setup/need.ts";
import { Comparison } from "./comparison.ts";
import { ourOptions } from "./our-options.ts";
import { RealTmux } from "./real-tmux.ts";

/** Good for some type and bad for the others: every option is given all of them. */
const common = [
  ...[
    "",
    " ",
    "0",
    "1",
    "2",
    "5",
    "-1",
    "+7",
    " 12",
    "12 ",
    "007",
    "1x",
    "32767",
    "32768",
    "65536",
    "2147483647",
  ],
  ...[
    "2147483648",
    "99999999999999999999",
    "on",
    "ON",
    "yes",
    "off",
    "No",
    "true",
    "default",
    "terminal",
    "none",
  ],
  ...[
    "red",
    "Red",
    "brightred",
    "90",
    "8",
    "colour5",
    "color255",
    "colour256",
    "colour-0",
    "colour 3",
    "colour",
  ],
  ...[
    "#ff00AA",
    "#ff00a",
    "#ff00ag",
    "alice blue",
    "AliceBlue",
    "red3",
    "grey",
    "gray50",
    "grey101",
    "greyish",
  ],
  ...[
    "fg=red,bg=colour3,bold",
    "fg=red bg=blue",
    "fg=nosuch",
    "bold,nobold",
    "nosuch",
    "align=left",
    "align=x",
  ],
  ...[
    "range=window|3",
    "range=window",
    "list=on",
    "fill=#000000",
    "push-default",
    "#{?a,b,c}",
    "italics,,dim",
  ],
  ...["80x24", "x", "1x", "9x9y", "/bin/sh", "/bin/cat", "/etc/passwd", "sh", "/nonexistent", "/tmp/tmux"],
  ...[
    "C-a",
    "M-x",
    "C-Space",
    "BSpace",
    "C-$",
    "F13",
    "None",
    "Any",
    "é",
    "0x41",
    "^a",
    "C-M-S-Up",
    "MouseDown1Pane",
  ],
  ...[
    "a,b",
    "a b",
    ",x,",
    "xterm*:Tc",
    "it's",
    'a"b',
    "a;b",
    "$HOME",
    "${x}",
    "a$",
    "~",
    "~/x",
    "%",
    "a%b",
    "{",
    "#",
  ],
  ...[
    "back\\slash",
    "new\nline",
    "tab\there",
    "esc\x1b[0m",
    "grün",
    "日本",
    "😀",
    "\x7f",
    "'",
    '"',
    ";",
    "a'\"$b",
  ],
];

function valuesFor(entry: OptionEntry): readonly string[] {
  // Hooks do run here: nothing may come of it.
  if (entry.hook) return ["start-server", "set-buffer -b hook x", ""];
  return [...common, ...entry.choices];
}

const flags = { server: "-s", session: "-g", window: "-gw", pane: "-gw" };

describe.runIf(need("tmux"))("values are taken, refused and printed as tmux does", () => {
  let real: RealTmux;
  beforeAll(() => {
    real = new RealTmux();
  });
  afterAll(() => real.stop());

  const entries = optionTable.filter((entry) => entry.name !== "pane-room");
  it.each(entries.map((entry) => [entry.name, entry] as const))("%s", async (name, entry) => {
    const all = ourOptions();
    const store = {
      server: all.server,
      session: all.globalSession,
      window: all.globalWindow,
      pane: all.globalWindow,
    };
    const target = store[entry.scope];
    const flag = flags[entry.scope];
    const both = new Comparison(real);
    const show = () => {
      both.step(["show-options", flag, name], () => showOption(target, name));
      both.step(["show-options", `${flag}v`, name], () => showOption(target, name, { valuesOnly: true }));
    };
    both.step(["set-option", flag, name], () => target.set(name, undefined));
    show();
    for (const value of valuesFor(entry)) {
      both.step(["set-option", flag, "--", name, value], () => target.set(name, value));
      show();
      both.step(["set-option", `${flag}a`, "--", name, value], () =>
        target.set(name, value, { append: true }),
      );
      show();
    }
    const element = entry.hook ? "start-server" : "red";
    both.step(["set-option", flag, `${name}[3]`, element], () => target.set(`${name}[3]`, element));
    both.step(["set-option", flag, name], () => target.set(name, undefined));
    show();
    both.step(["set-option", `${flag}u`, name], () => target.unset(name));
    show();
    expect(await both.mismatches()).toEqual([]);
  });
});
