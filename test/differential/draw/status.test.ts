import { afterAll, beforeAll, describe, it } from "vitest";
import { DrawnPair } from "./drawn-pair.ts";

let pair: DrawnPair;
afterAll(() => pair.close());

type Setting = readonly [flags: string, name: string, value: string];

/** What each of these sets is taken back before the next. */
const SETTINGS: Readonly<Record<string, readonly Setting[]>> = {
  "the default": [],
  "two lines": [["", "status", "2"]],
  "five lines, some of them empty": [["", "status", "5"]],
  none: [["", "status", "off"]],
  "at the top": [["", "status-position", "top"]],
  "three at the top": [
    ["", "status-position", "top"],
    ["", "status", "3"],
    ["", "status-format[2]", "#[align=right]third #{session_name}"],
  ],
  "centred windows": [["", "status-justify", "centre"]],
  "windows on the right": [["", "status-justify", "right"]],
  "windows in the absolute centre": [["", "status-justify", "absolute-centre"]],
  colours: [
    ["", "status-style", "fg=colour231,bg=#303050,italics"],
    ["-w", "window-status-current-style", "fg=red,bold,underscore"],
    ["-w", "window-status-style", "bg=colour17"],
    ["-w", "window-status-last-style", "dim"],
    ["", "status-left-style", "reverse"],
    ["", "status-right-style", "fg=brightyellow,strikethrough"],
  ],
  "the older colours": [
    ["", "status-fg", "cyan"],
    ["", "status-bg", "colour88"],
  ],
  "wide characters and marks": [
    ["", "status-left", "漢字 e\u0301👩\u200d💻 "],
    ["", "status-right", "한글"],
    ["-w", "window-status-separator", " ﹖ "],
  ],
  "long sides": [
    ["", "status-left", "a very long left side that goes on and on"],
    ["", "status-left-length", "60"],
    ["", "status-right", "a very long right side that goes on and on and on"],
    ["", "status-right-length", "70"],
  ],
  "styles in formats": [
    ["", "status-left", "#[fg=red]r#[bg=blue]b#[default]d#[bold,push-default]p#[default]q#[pop-default]o "],
    ["-w", "window-status-format", "#[fg=green]#I#[nobold]:#[underscore]#W#[noattr]"],
    ["-w", "window-status-current-format", "#[reverse]##[x] ###[bold]y#,z"],
  ],
  "a fill": [["", "status-format[0]", "#[fill=red]left#[align=centre,bg=blue]mid#[align=right]right"]],
  "all alignments": [
    [
      "",
      "status-format[0]",
      "L#[align=centre]centre text#[align=right]RR#[align=absolute-centre,fg=red]ABSOLUTE",
    ],
  ],
  "a list with text behind": [
    [
      "",
      "status-format[0]",
      "#[align=left]L#[list=on align=left]#[list=left-marker]<<#[list=right-marker]>>#[list=on]aaa bbb ccc ddd " +
        "#[list=focus]FOCUS#[list=on] eee fff ggg hhh iii jjj kkk lll mmm nnn ooo ppp qqq rrr sss ttt uuu vvv#[nolist]after" +
        "#[align=right]R",
    ],
  ],
  "a list in the centre": [
    [
      "",
      "status-format[0]",
      "left#[align=centre]C#[list=on align=centre]one two #[list=focus]three#[list=on] four#[nolist]A#[align=right]right",
    ],
  ],
  "a list on the right": [
    [
      "",
      "status-format[0]",
      "left#[align=right]R#[list=on align=right]one #[list=focus]two#[list=on] three#[nolist align=right]A#[align=centre]mid",
    ],
  ],
  "a style that never ends": [["", "status-format[0]", "text #[fg=red and so on"]],
  "bad styles": [["", "status-format[0]", "text #[fg=nosuch]still#[nosuch]here#[]!"]],
  "ignored text": [["", "status-format[0]", "a#[ignore]b#[fg=red]c#[noignore]d"]],
};

describe.each([
  [80, 24],
  [43, 12],
  [140, 10],
])("status lines on a terminal of %i by %i", (cols, rows) => {
  beforeAll(async () => {
    await pair?.close();
    pair = await DrawnPair.open({ cols, rows });
    await pair.run("new-window -d -n second", "new-window -d -n third-and-longer", "new-window -n four");
  });

  it.each(Object.entries(SETTINGS))("%s", async (_, settings) => {
    for (const setting of settings) await pair.set(...(setting as [string, string, string]));
    await pair.alike();
    await pair.run("select-window -t work:1", "rename-window é漢");
    await pair.alike();
    await pair.run("rename-window second", "select-window -t work:3");
    for (const [flags, name] of settings) await pair.unset(flags, name);
    await pair.alike();
  });
});
