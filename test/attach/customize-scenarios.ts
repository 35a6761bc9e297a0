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
/** The one option that tmux does not have is left out. */
const CUSTOMIZE = "customize-mode -f '#{!=:#{option_name},pane-room}'";

/** After some configuration and commands the mode is opened, and given keys. */
function opened(command: string, ...keys: readonly Step[]): Scenario {
  return {
    configuration: [`bind z ${command}`],
    steps: [FIRST, prefixed("z"), SETTLED, ...keys, SETTLED],
    mask: withoutProse,
  };
}

const scenario = (...keys: readonly Step[]): Scenario => opened(CUSTOMIZE, ...keys);
const after = (command: string, ...keys: readonly Step[]): Scenario =>
  opened(`${command} \\; ${CUSTOMIZE}`, ...keys);
const withMouse = (...keys: readonly Step[]): Scenario => after("set -g mouse on", ...keys);
const find = (text: string): readonly Step[] => ["/", SETTLED, text + ENTER];
/** What stands in the prompt is erased first. */
const answer = (text: string): readonly Step[] => [SETTLED, `\x15${text}${ENTER}`];
const confirm = (key: string): readonly Step[] => [SETTLED, key];
const firstKey: readonly Step[] = [...find("Key Table - prefix"), RIGHT, DOWN];
const third = (x: number, y: number): string => `\x1b[<2;${x};${y}M`;

/**
 * Our preview begins with our own description of an option; the lines about its value below are the same as in tmux.
 */
function withoutProse(picture: string): string {
  const lines = picture.split("\n");
  const top = lines.findIndex((line) => line.startsWith("┌"));
  const bottom = lines.findIndex((line) => line.startsWith("└"));
  if (top < 0 || bottom < 0) return picture;
  const isBlank = (line: string) => /^│ *│$/.test(line);
  const inside = lines.slice(top + 1, bottom);
  const told = inside.slice(inside.findIndex(isBlank));
  while (told.length > 0 && isBlank(told.at(-1)!)) told.pop();
  return [...lines.slice(0, top + 1), ...told, ...lines.slice(bottom)].join("\n");
}

/** customize-mode: options and keys in a tree. */
export const customizeScenarios: Readonly<Record<string, Scenario>> = {
  "everything folded": opened("customize-mode"),
  "options of the server": scenario(RIGHT, DOWN),
  "options of sessions": opened("customize-mode", DOWN, RIGHT, DOWN),
  "options of windows and panes": scenario(DOWN, DOWN, RIGHT, "\x06"),
  "a table of keys": scenario("G", UP, RIGHT, DOWN, RIGHT, DOWN),
  "the ends": scenario("\x1b+", "G", SETTLED, "\x02"),
  "all folded again": scenario("\x1b+", SETTLED, "\x1b-"),
  "an array": scenario(...find("update-env"), RIGHT, DOWN, DOWN),
  "a search": scenario(...find("history"), "n", "n"),
  "a small terminal": { ...scenario(DOWN, RIGHT), cols: 50, rows: 20 },
  "a resized terminal": scenario(DOWN, RIGHT, SETTLED, { resize: [70, 40] }),
  "no preview": opened("customize-mode -N", DOWN, RIGHT),
  "a preview after all": opened("customize-mode -N", DOWN, RIGHT, "v"),
  zoomed: opened("split-window -h \\; customize-mode -Z"),
  "zoomed no more": opened("split-window -h \\; customize-mode -Z", "q"),
  "a format": opened(
    "customize-mode -F '#{option_name}|#{key}|#{option_is_array}|#{option_scope}'",
    DOWN,
    RIGHT,
    ...find("Key Table - root"),
    RIGHT,
  ),
  // A filter that a key does not match hangs tmux 3.3a.
  "a filter": opened(
    "customize-mode",
    "f",
    ...answer("#{||:#{is_key},#{m:*mouse*,#{option_name}}}"),
    DOWN,
    RIGHT,
  ),
  "user options": after(
    "set -g @mine '#{window_name}' \\; set -w @other text",
    DOWN,
    DOWN,
    RIGHT,
    ...find("@mine"),
  ),
  "nothing global": after(
    "set status-left-length 20 \\; set -p allow-rename on",
    "H",
    DOWN,
    RIGHT,
    ...find("allow"),
  ),
  "a value of a pane, of its window and of all": {
    ...after("set -p remain-on-exit failed \\; set remain-on-exit on", ...find("remain-on-exit")),
    cols: 120,
  },
  "a colour": scenario(...find("display-panes-colour")),
  "a style": scenario(...find("mode-style")),
  "a style that is a format": scenario(...find("pane-active-border-style")),
  "a text that wraps": scenario(...find("status-right")),
  "a flag set for the session": scenario(...find("mouse"), ENTER),
  "a flag set for all": scenario(...find("renumber"), "S"),
  "a choice": scenario(...find("status-position"), "sss", "S"),
  "a flag set for the pane": scenario(...find("allow-rename"), "s"),
  "a flag set for the window": scenario(...find("allow-rename"), "w"),
  "a number asked for": scenario(...find("history-limit"), ENTER),
  "a number given": scenario(...find("history-limit"), ENTER, ...answer("77")),
  "a number that is none": scenario(...find("history-limit"), ENTER, ...answer("many")),
  "a shell that is none": scenario(...find("default-shell"), "S", ...answer("/nosuch")),
  "a text for all": scenario(...find("status-left"), "S", ...answer("left ")),
  "a text of the server": scenario(...find("copy-command"), ENTER, SETTLED),
  "an element more": scenario(...find("update-env"), ENTER, ...answer("MORE"), RIGHT, ...find("[8]")),
  "an element changed": scenario(...find("update-env"), RIGHT, DOWN, DOWN, ENTER, ...answer("OTHER")),
  "an element gone": scenario(...find("update-env"), RIGHT, DOWN, DOWN, "d", "u", ...confirm("y")),
  "unset, after all": after("set base-index 3", ...find("base-index"), "u", ...confirm("y")),
  "unset, and not": after("set base-index 3", ...find("base-index"), "u", ...confirm("n")),
  reset: after("set -g base-index 3", ...find("base-index"), "d", ...confirm("y")),
  "tagged ones reset": after(
    "set -g base-index 1 \\; set -g bell-action none",
    ...find("base-index"),
    "tt",
    "D",
    ...confirm("y"),
  ),
  "all tagged": scenario(DOWN, RIGHT, "\x14"),
  "a heading is nothing to change": scenario("t", ENTER, "s", "u", "d"),
  "a user option set nearer": after("set -g @mine text", ...find("@mine"), ENTER, ...answer("near")),
  "a user option of a window": after("set -w @mine text", ...find("@mine"), "w"),
  "a key that repeats": scenario(...firstKey, RIGHT, DOWN, DOWN, DOWN, ENTER),
  "a note": scenario(...firstKey, RIGHT, DOWN, DOWN, ENTER, ...answer("Mine")),
  "a command": scenario(...firstKey, RIGHT, DOWN, ENTER, ...answer("display a ; display b")),
  "a command that is none": scenario(...firstKey, RIGHT, DOWN, ENTER, ...answer("nosuch")),
  "a key with a menu": scenario(...find("MouseDown3Pane"), RIGHT),
  "a key of one's own": after(
    "bind -T mine -N 'It is mine.' x { display a ; display b }",
    ...find("Key Table - mine"),
    RIGHT,
    DOWN,
    RIGHT,
  ),
  "a key gone": scenario(...firstKey, DOWN, "u", ...confirm("y")),
  "a key reset": after("bind C-o display hello", ...firstKey, DOWN, "d", ...confirm("y")),
  "a key of one's own reset": after("bind C-y display hello", ...find("C-y"), "d", ...confirm("y")),
  "a line clicked": withMouse(mouse("press", 20, 2), mouse("release", 20, 2)),
  "a line chosen from its menu": withMouse(third(30, 2), SETTLED, DOWN, DOWN, ENTER),
  "the menu of a line": withMouse(DOWN, RIGHT, third(30, 5)),
  "of another pane": opened(
    "split-window -h \\; set -p @mine '#{pane_index}' \\; customize-mode -t '{left}'",
    prefixed(LEFT),
    SETTLED,
    DOWN,
    DOWN,
    RIGHT,
    DOWN,
  ),
};
