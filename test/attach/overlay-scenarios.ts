import {
  DOWN,
  ENTER,
  ESCAPE,
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
const four: readonly Step[] = [
  FIRST,
  prefixed("%"),
  SETTLED,
  prefixed('"'),
  SETTLED,
  prefixed(LEFT),
  prefixed('"'),
  SETTLED,
];
const withMouse = ["set -g mouse on"];
/** The third button, pressed and released. */
const third = (kind: "press" | "drag" | "release", x: number, y: number): string =>
  `\x1b[<${kind === "drag" ? 34 : 2};${x};${y}${kind === "release" ? "m" : "M"}`;
const menu = (flags: string): readonly string[] => [
  `bind x display-menu ${flags} -T '#[align=centre]menu of #S' 'First item' a 'set -g @done first' 'Second' b 'display "chosen #{window_name}"' '' '-Disabled' c 'display no' '#{?0,never,}' z 'display no' 'Last #[fg=red]red' C-l 'split-window'`,
];
const atPrompt = (...keys: readonly Step[]): readonly Step[] => [
  FIRST,
  prefixed(":"),
  SETTLED,
  ...keys,
  SETTLED,
];
const otherSession =
  "bind x new-window -d -n second 'exec cat' \\; new-session -d -s other -n far 'exec cat' \\; display made";
const withOther: readonly Step[] = [FIRST, prefixed("x"), { see: "made" }, "\x03", SETTLED];
const atOther = (...keys: readonly Step[]): readonly Step[] => [
  ...withOther,
  prefixed(":"),
  SETTLED,
  ...keys,
  SETTLED,
];
const long = "set -g display-panes-time 60000";

/** What is laid over the picture: numbers of panes and menus. */
export const overlayScenarios: Readonly<Record<string, Scenario>> = {
  "a history of prompts": {
    steps: [
      ...["set -g @a 1", "set -g @a 1", "display two"].flatMap((line) => atPrompt(line + ENTER)),
      ...atPrompt(`show-prompt-history${ENTER}`),
    ],
  },
  "a history of prompts that was cleared": {
    configuration: ["bind x command-prompt -T search -p find 'display found'"],
    steps: [
      ...atPrompt(`display one${ENTER}`),
      prefixed("x"),
      SETTLED,
      `needle${ENTER}`,
      SETTLED,
      ...atPrompt(`clear-prompt-history -T command${ENTER}`),
      ...atPrompt(`show-prompt-history${ENTER}`),
    ],
  },
  "all histories of prompts cleared": {
    steps: [
      ...["display one", "clear-prompt-history", "show-prompt-history -T command"].flatMap((line) =>
        atPrompt(line + ENTER),
      ),
    ],
  },
  "numbers of panes": { configuration: [long], steps: [...four, prefixed("q"), { see: "40x1" }] },
  "numbers in a small terminal": {
    cols: 24,
    rows: 12,
    configuration: [long],
    steps: [...four, prefixed("q"), SETTLED],
  },
  "a pane by its number": { configuration: [long], steps: [...four, prefixed("q"), SETTLED, "3"] },
  "a number that no pane has": { configuration: [long], steps: [...four, prefixed("q"), SETTLED, "8"] },
  "another key than a number": { configuration: [long], steps: [FIRST, prefixed("q"), SETTLED, "X"] },
  "numbers from another first one, at the top": {
    configuration: [long, "set -g pane-base-index 9", "set -g status-position top"],
    steps: [...four, prefixed("q"), SETTLED],
  },
  "numbers that run a template": {
    configuration: ["bind x display-panes -d 0 { display 'pane %%' }"],
    steps: [FIRST, prefixed("%"), SETTLED, prefixed("x"), SETTLED, "0"],
  },
  "numbers that take no keys": {
    configuration: ["bind x display-panes -N -d 60000"],
    steps: [FIRST, prefixed("%"), SETTLED, prefixed("x"), SETTLED, "0"],
  },
  "a menu": { configuration: menu(""), steps: [FIRST, prefixed("x"), SETTLED] },
  "a menu at the pane": { configuration: menu("-x P -y P"), steps: [...four, prefixed("x"), SETTLED] },
  "a menu at the right": { configuration: menu("-x R -y S"), steps: [...four, prefixed("x"), SETTLED] },
  "a menu at the window's name": { configuration: menu("-x W -y W"), steps: [FIRST, prefixed("x"), SETTLED] },
  "a menu at the window's name, at the top": {
    configuration: [...menu("-x W -y W"), "set -g status-position top"],
    steps: [FIRST, prefixed("x"), SETTLED],
  },
  "a menu at a place": { configuration: menu("-x 3 -y 12"), steps: [FIRST, prefixed("x"), SETTLED] },
  "a menu's items one after the other": {
    configuration: menu(""),
    steps: [FIRST, prefixed("x"), SETTLED, DOWN, "j", SETTLED],
  },
  "a menu's last item from the first": {
    configuration: menu(""),
    steps: [FIRST, prefixed("x"), SETTLED, UP, SETTLED],
  },
  "a menu's pages": { configuration: menu(""), steps: [FIRST, prefixed("x"), SETTLED, "G", SETTLED] },
  "an item of a menu": { configuration: menu(""), steps: [FIRST, prefixed("x"), SETTLED, DOWN, ENTER] },
  "an item of a menu by its key": { configuration: menu(""), steps: [FIRST, prefixed("x"), SETTLED, "\x0c"] },
  "a menu given up": {
    configuration: menu(""),
    steps: [FIRST, prefixed("x"), SETTLED, ESCAPE, SETTLED, "ok"],
  },
  "words to choose from at the prompt": { steps: atPrompt("select-", "\t") },
  "more words than there is room for": { rows: 10, steps: atPrompt("s", "\t", SETTLED, "\t") },
  "the next word by tab": { steps: atPrompt("select-", "\t", SETTLED, "\t\t") },
  "behind the last word": { steps: atPrompt("select-", "\t", SETTLED, "\t\t\t\t") },
  "words given up": { steps: atPrompt("select-", "\t", SETTLED, "\x7f", SETTLED, "p", "\t") },
  "a word that is chosen": {
    steps: atPrompt("display x ; select-", "\t", SETTLED, DOWN, ENTER, SETTLED, "-L"),
  },
  "a word that is chosen by its key": { steps: atPrompt("select-", "\t", SETTLED, "1") },
  "an option to choose": { steps: atPrompt("set status-l", "\t") },
  "words with the status line at the top": {
    configuration: ["set -g status-position top", "set -g status 2"],
    steps: atPrompt("select-", "\t"),
  },
  "sessions to choose from": { configuration: [otherSession], steps: atOther("kill-session -t", "\t") },
  "a session as far as it is clear": {
    configuration: [otherSession],
    steps: atOther("kill-session -to", "\t"),
  },
  "a session by its number": { configuration: [otherSession], steps: atOther("kill-session -t$", "\t") },
  "windows to choose from": { configuration: [otherSession], steps: atOther("kill-window -t:", "\t") },
  "a window that is chosen": {
    configuration: [otherSession],
    steps: atOther("kill-window -t:", "\t", SETTLED, DOWN, ENTER),
  },
  "a window of another session": {
    configuration: [otherSession],
    steps: atOther("kill-window -tother:", "\t"),
  },
  "a target at a prompt for one": {
    configuration: [otherSession, "bind y command-prompt -T target -p 'where to' 'display \"%%\"'"],
    steps: [...withOther, prefixed("y"), SETTLED, "\t", SETTLED],
  },
  "a window at a prompt for one": {
    configuration: [otherSession, "bind y command-prompt -T window-target -p 'which one' 'display \"%%\"'"],
    steps: [...withOther, prefixed("y"), SETTLED, "\t", SETTLED, "1", SETTLED],
  },
  "the menu of a window": { steps: [FIRST, prefixed("<"), SETTLED] },
  "the menu of a pane": { steps: [...four, prefixed(">"), SETTLED] },
  "a click elsewhere with a menu": {
    configuration: [...menu(""), ...withMouse],
    steps: [FIRST, prefixed("x"), SETTLED, mouse("press", 2, 2), mouse("release", 2, 2), SETTLED],
  },
  "the menu of a pane under the mouse": {
    configuration: withMouse,
    steps: [...four, third("press", 60, 5), SETTLED],
  },
  "an item under the mouse": {
    configuration: withMouse,
    steps: [...four, third("press", 60, 5), SETTLED, third("drag", 61, 9), SETTLED],
  },
  "the menu of a window under the mouse": {
    configuration: withMouse,
    steps: [FIRST, third("press", 6, 24), SETTLED, third("drag", 8, 20), SETTLED],
  },
  "the menu of a session": { configuration: withMouse, steps: [FIRST, third("press", 2, 24), SETTLED] },
  "a menu that the mouse leaves": {
    configuration: withMouse,
    steps: [
      FIRST,
      third("press", 40, 5),
      SETTLED,
      third("drag", 1, 1),
      third("release", 1, 1),
      SETTLED,
      RIGHT,
    ],
  },
};
