import { afterAll, beforeAll, describe, it } from "vitest";
import { DrawnPair } from "./drawn-pair.ts";

/** From one pane; each leaves another shape of borders. */
const LAYOUTS: readonly (readonly string[])[] = [
  [],
  ["split-window -h"],
  ["split-window -v"],
  ["split-window -h -b"],
  ["split-window -v -b -l 3"],
  ["split-window -h", "split-window -v"],
  ["split-window -v", "split-window -h"],
  ["split-window -h", "split-window -v", "select-pane -L", "split-window -v"],
  ["split-window -v", "split-window -h", "select-pane -U", "split-window -h"],
  ["split-window -v", "split-window -h", "select-pane -U", "split-window -h -l 10"],
  ["split-window -h", "split-window -v", "split-window -h", "split-window -v"],
  ["split-window -h", "split-window -h", "split-window -h", "select-layout tiled"],
  ["split-window -v", "split-window -v", "split-window -v", "select-layout main-horizontal"],
  ["split-window -h -l 1", "split-window -v -l 2"],
  ["split-window -f -v", "split-window -f -h", "split-window -f -v -b"],
  ["split-window -h", "split-window -v", "resize-pane -Z"],
];

type Settings = Readonly<Record<string, string>>;

const WITHOUT_TITLES: readonly Settings[] = [
  {},
  { "pane-border-lines": "double", "pane-border-indicators": "both" },
  { "pane-border-lines": "number", "pane-border-indicators": "off", "pane-base-index": "7" },
  { "pane-border-style": "bg=yellow,underscore", "fill-character": "x" },
];
const WITH_TITLES: readonly Settings[] = [
  { "pane-border-lines": "heavy", "pane-border-indicators": "arrows", "pane-border-status": "top" },
  { "pane-border-lines": "simple", "pane-border-status": "bottom" },
  {
    "pane-border-status": "top",
    "pane-border-format":
      "#[align=centre]#{pane_index}: 漢字 #[fg=red,bg=blue,bold]#T#[default]x#[align=right]right",
    "pane-border-style": "fg=colour240,bg=colour52",
    "pane-active-border-style": "#{?#{==:#{pane_index},1},fg=#ff8800,fg=cyan} italics",
  },
  { "pane-border-indicators": "both", "pane-border-style": "fg=red", "pane-border-status": "bottom" },
];
const NAMES = [...new Set([...WITHOUT_TITLES, ...WITH_TITLES].flatMap(Object.keys))];

/** Every layout as it is made, and with another pane active and marked. */
async function compare(pair: DrawnPair, options: Settings, layouts = LAYOUTS): Promise<void> {
  await pair.run("kill-pane -a", "select-pane -M");
  for (const name of NAMES) await pair.unset("-w", name);
  for (const [name, value] of Object.entries(options)) await pair.set("-w", name, value);
  for (const layout of layouts) {
    await pair.run(...layout);
    await pair.alike();
    if (layout.length === 0) continue;
    await pair.run("select-pane -R", "select-pane -m");
    await pair.alike();
    await pair.run("select-pane -M", "kill-pane -a");
  }
}

let pair: DrawnPair;
afterAll(() => pair.close());

describe("borders on a terminal as large as its window", () => {
  beforeAll(async () => {
    pair = await DrawnPair.open();
    // tmux makes panes without any line where the main one takes too many.
    await pair.set("-gw", "main-pane-height", "8");
  });

  it.each([...WITHOUT_TITLES, ...WITH_TITLES])("with %o", { timeout: 60_000 }, (options) =>
    compare(pair, options),
  );
});

describe("borders on a terminal larger than its window", () => {
  beforeAll(async () => {
    await pair.close();
    pair = await DrawnPair.open({ cols: 90, rows: 30 });
    await pair.run("resize-window -x 70 -y 20");
  });

  it.each([...WITHOUT_TITLES, ...WITH_TITLES])("with %o", { timeout: 60_000 }, (options) =>
    compare(pair, options, LAYOUTS.slice(0, 7)),
  );
});

/** Titles are left out: of one that is cut on the right, tmux loses a column. */
describe("borders on a terminal smaller than its window", () => {
  beforeAll(async () => {
    await pair.close();
    pair = await DrawnPair.open({ cols: 50, rows: 14 });
    await pair.run("resize-window -x 70 -y 20");
  });

  it.each(WITHOUT_TITLES)("with %o", { timeout: 60_000 }, (options) =>
    compare(pair, options, LAYOUTS.slice(4, 11)),
  );
});
