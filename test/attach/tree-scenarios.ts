import {
  DOWN,
  ENTER,
  LEFT,
  mouse,
  prefixed,
  prompts,
  RIGHT,
  type Scenario,
  SETTLED,
  type Step,
  UP,
} from "./scenario.ts";

const FIRST = prompts(1);
/** Two sessions; the first has three windows, and the first of these two panes. */
const several = [
  "set -g automatic-rename off",
  "bind x split-window -h 'exec cat' \\; new-window -d -n two 'exec cat' \\; new-window -d -n three 'exec cat' \\; new-session -d -s other -n far 'exec cat' \\; display made",
];
const made: readonly Step[] = [FIRST, prefixed("x"), { see: "made" }, SETTLED];
const tree = (...keys: readonly Step[]): readonly Step[] => [
  ...made,
  prefixed("w"),
  SETTLED,
  ...keys,
  SETTLED,
];
const scenario = (...keys: readonly Step[]): Scenario => ({ configuration: several, steps: tree(...keys) });
const bound = (command: string, ...keys: readonly Step[]): Scenario => ({
  configuration: [...several, `bind z ${command}`],
  steps: [...made, prefixed("z"), SETTLED, ...keys, SETTLED],
});
const buffers = [
  "bind x set-buffer -b one 'first line\nsecond\tline' \\; set-buffer -b two 'more \\\\ text' \\; display made",
];
const buffer = (...keys: readonly Step[]): Scenario => ({
  configuration: [...buffers, "bind z choose-buffer -F '#{buffer_size}'"],
  steps: [...made, prefixed("z"), SETTLED, ...keys, SETTLED],
});
/** An editor that shows the text, and takes the line that is typed for the new one. */
const editor = `set -s editor "sh -c 'cat $1; echo; echo edit:; read line; [ -n \\"$line\\" ] && echo $line >$1' sh"`;
const edited = (line: string): Scenario => {
  const { configuration = [], steps } = buffer("e", { see: "edit:" }, SETTLED, `${line}${ENTER}`);
  return { configuration: [...configuration, editor], steps };
};
const third = (kind: "press" | "drag" | "release", x: number, y: number): string =>
  `\x1b[<${kind === "drag" ? 34 : 2};${x};${y}${kind === "release" ? "m" : "M"}`;
const withMouse = (of: Scenario): Scenario => ({
  ...of,
  configuration: [...(of.configuration ?? []), "set -g mouse on"],
});

/** Trees to choose from: choose-tree, choose-buffer, choose-client, find-window. */
export const treeScenarios: Readonly<Record<string, Scenario>> = {
  "a tree of windows": scenario(),
  "a tree of sessions": { configuration: several, steps: [...made, prefixed("s"), SETTLED] },
  "a tree that fills a small terminal": { ...scenario(), cols: 50, rows: 12 },
  "a tree without a preview": bound("choose-tree -N"),
  "a tree sorted by name, reversed": bound("choose-tree -r -O name"),
  "a tree with formats and keys of its own": bound(
    "choose-tree -F '#{window_id} #[fg=red]red' -K 'F#{line}'",
  ),
  "a tree in a pane with colours of its own": {
    ...scenario(),
    configuration: [
      ...several,
      "setw -g window-style fg=colour100,bg=colour235",
      "setw -g window-active-style bg=black",
    ],
  },
  "down a tree": scenario(DOWN, "j"),
  "the ends of a tree": scenario("G", SETTLED, "g"),
  "a branch folded": scenario(LEFT, SETTLED, LEFT),
  "a branch unfolded": scenario(RIGHT, SETTLED, DOWN),
  "everything folded": scenario("\x1b-"),
  "another order": scenario("O", SETTLED, "r"),
  tags: scenario("g", "t", SETTLED, DOWN, "t"),
  "a search": scenario("/", SETTLED, "thr", SETTLED, ENTER, SETTLED, "n"),
  "a filter": scenario("f", SETTLED, "#{==:#{window_name},two}", SETTLED, ENTER),
  "a filter that nothing matches": scenario("f", SETTLED, "#{==:1,2}", SETTLED, ENTER),
  "a window chosen": scenario("G", "k", ENTER, SETTLED),
  "killing a window": scenario("/", SETTLED, "thr", SETTLED, ENTER, SETTLED, "x", SETTLED, "y"),
  "a command for what is chosen": scenario(
    "/",
    SETTLED,
    "two",
    SETTLED,
    ENTER,
    SETTLED,
    ":",
    SETTLED,
    "rename-window -t '%%' other",
    SETTLED,
    ENTER,
  ),
  // The real tmux shows the mark with the next status line.
  "a mark": { ...scenario("m", SETTLED), configuration: [...several, "set -g status-interval 1"] },
  home: scenario("G", SETTLED, "H"),
  "a tree that zooms": bound("choose-tree -Z", SETTLED, "q"),
  "a tree of names that are wide": bound("rename-window 漢字 \\; choose-tree", "g"),
  "a tree over copy mode": {
    steps: [
      FIRST,
      prefixed('"'),
      prompts(2),
      prefixed("["),
      UP,
      SETTLED,
      prefixed("s"),
      SETTLED,
      "q",
      SETTLED,
    ],
  },
  "a tree with a template": bound("choose-tree -w { display 'got %%' }", ENTER),
  "a window found": bound("find-window two"),
  "no window found": bound("find-window -N nosuch"),
  "a line clicked": withMouse(scenario(mouse("press", 20, 3), mouse("release", 20, 3))),
  "a preview clicked": withMouse(scenario("g", SETTLED, mouse("press", 60, 18), mouse("release", 60, 18))),
  "the menu of a line": withMouse(scenario(third("press", 30, 3))),
  "a menu beside the lines": withMouse(scenario(third("press", 30, 20))),
  buffers: buffer(),
  "the last buffer deleted": buffer("dd"),
  "a buffer searched for": buffer("/", SETTLED, "second", SETTLED, ENTER),
  "buffers by name": buffer("O"),
  "a buffer pasted": buffer(DOWN, ENTER),
  "a buffer edited": edited("something else"),
  "a buffer that is left as it was": edited(""),
  "no buffers": { configuration: ["bind z choose-buffer"], steps: [FIRST, prefixed("z"), SETTLED, "ok"] },
};
