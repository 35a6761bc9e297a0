import {
  DOWN,
  ENTER,
  ESCAPE,
  LEFT,
  mouse,
  PAGE_DOWN,
  PAGE_UP,
  PREFIX,
  prefixed,
  prompts,
  RIGHT,
  type Scenario,
  SETTLED,
  type Step,
  shell,
  UP,
} from "./scenario.ts";

const FIRST = prompts(1);
/** Ends in a marker that the typed line itself does not hold. */
const lines = (count: number): readonly Step[] =>
  shell(`i=0; while [ $i -lt ${count} ]; do i=$((i+1)); echo row $i; done; echo e''nd`, /^end$/m);
const vertical = [FIRST, prefixed("%"), SETTLED];
const horizontal = [FIRST, prefixed('"'), SETTLED];
const four = [FIRST, prefixed("%"), SETTLED, prefixed('"'), SETTLED, prefixed(LEFT), prefixed('"'), SETTLED];
const copy = (...keys: readonly Step[]): readonly Step[] => [
  FIRST,
  ...lines(60),
  prefixed("["),
  SETTLED,
  ...keys,
];
const vi = ["setw -g mode-keys vi"];
const withMouse = ["set -g mouse on"];

/** Scenarios by name, which says what the user does. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  "a first look": { steps: [FIRST] },
  "a command": { steps: [FIRST, ...shell("echo hel''lo", /^hello$/m)] },
  "a long line that wraps": { steps: [FIRST, ...shell("printf '%0200d\\n' 7; echo e''nd", /^end$/m)] },
  "colours and attributes": {
    steps: [
      FIRST,
      ...shell(
        "printf '\\033[31mred\\033[1;44mbold\\033[0;4mline\\033[0;7mback\\033[0;38;5;200mpink\\033[0;48;2;9;99;199mtrue\\033[0;2;3;9mmany\\033[m\\n'; echo e''nd",
        /^end$/m,
      ),
    ],
  },
  "wide characters": { steps: [FIRST, ...shell("echo 漢字かな한글 ok; echo e''nd", /^end$/m)] },
  "combining marks and emoji": {
    steps: [FIRST, ...shell("printf 'e\\314\\201 👍 ü\\n'; echo e''nd", /^end$/m)],
  },
  "wide characters at the edge": {
    cols: 21,
    steps: [FIRST, ...shell("printf '漢字漢字漢字漢字漢字漢\\n'; echo e''nd", /^end$/m)],
  },
  "wide characters cut by a border": {
    steps: [
      FIRST,
      ...shell("clear; printf '%s\\n' 漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢", /^漢/m),
      prefixed("%"),
    ],
  },
  "a screen full of output": { steps: [FIRST, ...lines(100)] },
  clear: { steps: [FIRST, ...lines(30), ...shell("clear; echo now", /^now$/m)] },
  "a program that draws everywhere": {
    steps: [
      FIRST,
      ...shell(
        "printf '\\033[H\\033[2J\\033[5;10Hhere\\033[10;1Hthere\\033[2;70Hedge\\033[20;1H'; echo e''nd",
        /^end$/m,
      ),
    ],
  },
  "a scroll region": {
    steps: [
      FIRST,
      ...shell("clear; printf '\\033[5;10r\\033[10;1Ha\\nb\\nc\\nd\\033[r\\033[15;1H'; echo e''nd", /^end$/m),
    ],
  },
  "the alternate screen and back": {
    steps: [
      FIRST,
      ...shell("printf '\\033[?1049h\\033[Hother'; read x; printf '\\033[?1049l'; echo e''nd", /^other/m),
      ENTER,
      { see: /^end$/m },
    ],
  },
  "a cursor that is hidden": { steps: [FIRST, ...shell("printf '\\033[?25l'; echo e''nd", /^end$/m)] },

  "a pane to the right": { steps: vertical },
  "a pane below": { steps: horizontal },
  "four panes": { steps: four },
  "typing into a pane": { steps: [...vertical, ...shell("echo te''xt", /text/)] },
  "the pane to the left": { steps: [...four, prefixed(LEFT)] },
  "the next pane, twice": { steps: [...four, prefixed("o", "o")] },
  "the last pane": { steps: [...four, prefixed("o", ";")] },
  "a zoomed pane": { steps: [...four, prefixed("z")] },
  "a zoomed pane and back": { steps: [...four, prefixed("z", "z")] },
  "a pane that ends": { steps: [...vertical, `exit${ENTER}`] },
  "a pane that is killed": { steps: [...four, prefixed("x"), { see: /kill-pane/ }, "y"] },
  "a pane that is not killed after all": { steps: [...four, prefixed("x"), { see: /kill-pane/ }, "n"] },
  "panes that change places": { steps: [...four, prefixed("{")] },
  "panes that go round": { steps: [...four, prefixed("\x0f")] },
  "even columns": { steps: [...four, prefixed(`${ESCAPE}1`)] },
  "even rows": { steps: [...four, prefixed(`${ESCAPE}2`)] },
  "a main pane on top": { steps: [...four, prefixed(`${ESCAPE}3`)] },
  "a main pane on the left": { steps: [...four, prefixed(`${ESCAPE}4`)] },
  tiles: { steps: [...four, prefixed(`${ESCAPE}5`)] },
  "layouts in turn": { steps: [...four, prefixed(" ", " ", " ")] },
  "a border that is moved": { steps: [...vertical, prefixed("\x1b[1;5D"), "\x1b[1;5D", "\x1b[1;5D"] },
  "a border that is moved by five": { steps: [...horizontal, prefixed("\x1b[1;3A")] },
  "a pane that becomes a window": { steps: [...vertical, prefixed("!")] },
  "a marked pane": { steps: [...four, prefixed("m")] },

  "a second window": { steps: [FIRST, prefixed("c")] },
  "three windows and the first": {
    steps: [FIRST, prefixed("c"), SETTLED, prefixed("c"), SETTLED, prefixed("0")],
  },
  "the next and the last window": {
    steps: [FIRST, prefixed("c"), SETTLED, prefixed("c"), SETTLED, prefixed("n", "l")],
  },
  "a window's name": { steps: [FIRST, prefixed(","), SETTLED, `\x15logs${ENTER}`] },
  "a session's name": { steps: [FIRST, prefixed("$"), SETTLED, `\x15work${ENTER}`] },
  "a name that is given up": { steps: [FIRST, prefixed(","), SETTLED, `more${ESCAPE}`] },
  "the command prompt": { steps: [FIRST, prefixed(":"), SETTLED, "split-window -h"] },
  "a command at the prompt": { steps: [FIRST, prefixed(":"), SETTLED, `split-window -h -l 20${ENTER}`] },
  "a command that does not exist": { steps: [FIRST, prefixed(":"), SETTLED, `nosuch${ENTER}`] },
  "editing at the prompt": { steps: [FIRST, prefixed(":"), SETTLED, "display one two\x01\x1bf\x0b\x19\x17"] },
  "a message": {
    configuration: ["set -g display-time 0"],
    steps: [FIRST, prefixed(":"), SETTLED, `display-message hi${ENTER}`],
  },
  "a message that a key ends": {
    configuration: ["set -g display-time 0"],
    steps: [FIRST, prefixed(":"), SETTLED, `display-message hi${ENTER}`, { see: "hi" }, "x"],
  },

  "copy mode": { steps: copy() },
  "copy mode, some lines up": { steps: copy(UP, UP, UP) },
  "copy mode, pages up and down": { steps: copy(PAGE_UP, PAGE_UP, PAGE_DOWN) },
  "copy mode, all the way up": { steps: copy("\x1b<") },
  "a selection": { steps: copy(UP, UP, "\x00", UP, RIGHT, RIGHT) },
  "a rectangle": { steps: copy(UP, UP, "\x00", UP, RIGHT, RIGHT, "R") },
  "a search upwards": { steps: copy("\x12", SETTLED, "row 1") },
  "a search that is done": { steps: copy("\x12", SETTLED, `row 1${ENTER}`, SETTLED, "n") },
  "copied and pasted": { steps: [...copy(UP, "\x01", "\x00", "\x05", "\x1bw"), SETTLED, prefixed("]")] },
  "vi: up, word, selection": { configuration: vi, steps: copy("kkk", "w", " ", "jl") },
  "vi: lines": { configuration: vi, steps: copy("kkV", "k") },
  "vi: search": { configuration: vi, steps: copy("/", SETTLED, `row 5${ENTER}`) },
  "vi: search upwards, next": { configuration: vi, steps: copy("?", SETTLED, `row 3${ENTER}`, SETTLED, "n") },
  "vi: top, middle, bottom": { configuration: vi, steps: copy("HML") },
  "vi: copied and pasted": { configuration: vi, steps: [...copy("k0 $", ENTER), SETTLED, prefixed("]")] },
  "copy mode left": { steps: copy(UP, "q") },
  "copy mode in one of two panes": {
    steps: [FIRST, ...lines(40), prefixed("%"), SETTLED, prefixed(LEFT, "["), PAGE_UP],
  },
  "a clock": {
    configuration: ["set -g clock-mode-style 24", "set -g status off"],
    steps: [FIRST, prefixed("t"), SETTLED, "q"],
  },

  "a locked terminal": {
    configuration: [`set -g lock-command "printf 'lock''ed'; read X"`],
    steps: [FIRST, ...lines(3), prefixed(":"), SETTLED, `lock-client${ENTER}`, { see: "locked" }],
  },
  "a terminal that was locked": {
    configuration: [`set -g lock-command "printf 'lock''ed'; read X"`],
    steps: [
      FIRST,
      ...lines(3),
      prefixed(":"),
      SETTLED,
      `lock-client${ENTER}`,
      { see: "locked" },
      ENTER,
      { see: "[" },
      ...shell("echo ba''ck", "back"),
    ],
  },

  "no status line": { configuration: ["set -g status off"], steps: vertical },
  "two status lines": { configuration: ["set -g status 2"], steps: vertical },
  "the status line on top": { configuration: ["set -g status-position top"], steps: four },
  "a status line of one's own": {
    configuration: [
      "set -g status-style bg=blue,fg=white,bold",
      "set -g status-left '#[fg=yellow]<#S>#[default] '",
      "set -g status-right '#{window_index} #[reverse]#{pane_index}'",
      "setw -g window-status-current-style reverse",
      "set -g status-justify centre",
    ],
    steps: [FIRST, prefixed("c")],
  },
  "more windows than fit": {
    cols: 40,
    steps: [FIRST, ...Array.from({ length: 7 }, () => [prefixed("c"), SETTLED]).flat()],
  },
  "titles on borders": {
    configuration: [
      "setw -g pane-border-status top",
      "setw -g pane-border-format ' #{pane_index} #{pane_active} '",
    ],
    steps: four,
  },
  "titles below": {
    configuration: ["setw -g pane-border-status bottom", "setw -g pane-border-format '[#P]'"],
    steps: four,
  },
  "double borders": { configuration: ["setw -g pane-border-lines double"], steps: four },
  "heavy borders": { configuration: ["setw -g pane-border-lines heavy"], steps: four },
  "simple borders": { configuration: ["setw -g pane-border-lines simple"], steps: four },
  "borders that show the active pane": {
    configuration: ["setw -g pane-border-indicators both"],
    steps: vertical,
  },
  "styles of panes": {
    configuration: [
      "setw -g window-style bg=colour235",
      "setw -g window-active-style bg=black",
      "setw -g pane-active-border-style fg=red",
    ],
    steps: four,
  },

  "a smaller terminal": { steps: [...four, { resize: [60, 16] }] },
  "a larger terminal": { steps: [...four, { resize: [120, 40] }] },
  "smaller and larger again": {
    steps: [FIRST, ...lines(30), { resize: [40, 10] }, SETTLED, { resize: [90, 30] }],
  },
  "long lines in a narrower terminal": {
    steps: [FIRST, ...shell("clear; printf '%0150d\\n' 1; echo e''nd", /^end$/m), { resize: [50, 24] }],
  },
  "a very small terminal": { steps: [...vertical, { resize: [10, 4] }] },
  "a storm of sizes": {
    steps: [
      FIRST,
      ...lines(10),
      ...Array.from({ length: 40 }, (_, i): Step => ({ resize: [60 + (i % 37), 14 + (i % 19)] })),
      { resize: [97, 31] },
    ],
  },

  "a click on another pane": {
    configuration: withMouse,
    steps: [...vertical, mouse("press", 5, 5), mouse("release", 5, 5)],
  },
  "a border that is dragged": {
    configuration: withMouse,
    steps: [
      ...vertical,
      mouse("press", 41, 8),
      mouse("drag", 30, 8),
      mouse("drag", 25, 8),
      mouse("release", 25, 8),
    ],
  },
  "a wheel that turns into copy mode": {
    configuration: withMouse,
    steps: [FIRST, ...lines(60), mouse("wheel-up", 5, 5), mouse("wheel-up", 5, 5)],
  },
  "a window that is clicked": {
    configuration: withMouse,
    steps: [FIRST, prefixed("c"), SETTLED, mouse("press", 6, 24), mouse("release", 6, 24)],
  },
  "a drag that leaves its pane at once": {
    configuration: ["set -g mouse on"],
    steps: [...vertical, mouse("press", 10, 16), mouse("drag", 54, 14)],
  },
  "a drag that comes from a border": {
    configuration: withMouse,
    steps: [...vertical, mouse("press", 24, 24), mouse("drag", 41, 23), mouse("drag", 58, 21)],
  },
  "a drag that stays at the upper edge": {
    configuration: withMouse,
    steps: [
      FIRST,
      ...lines(40),
      mouse("press", 5, 12),
      mouse("drag", 5, 10),
      mouse("drag", 5, 1),
      // The whole history has scrolled by while the button is held.
      { see: /\[(\d+)\/\1\]/ },
    ],
  },
  "text that is dragged over": {
    configuration: withMouse,
    steps: [FIRST, ...lines(10), mouse("press", 1, 3), mouse("drag", 4, 4), SETTLED, mouse("drag", 5, 5)],
  },

  vim: {
    steps: [
      FIRST,
      `vim.tiny -u NONE${ENTER}`,
      { see: /VIM - Vi IMproved|~/ },
      `ihello${ENTER}world${ESCAPE}`,
      { see: "world" },
    ],
  },
  "vim beside a shell": {
    steps: [
      ...vertical,
      `vim.tiny -u NONE${ENTER}`,
      { see: "~" },
      `ione${ENTER}two${ESCAPE}yyp`,
      { see: "two" },
    ],
  },
  "vim left again": {
    steps: [FIRST, ...lines(5), `vim.tiny -u NONE${ENTER}`, { see: "~" }, `:q!${ENTER}`, { see: /^end$/m }],
  },
  less: { steps: [FIRST, ...shell("seq 500 | less", /^22$/m), " ", { see: /^44$/m }, "b"] },
  "less searched": {
    steps: [FIRST, ...shell("seq 500 | less", /^22$/m), `/321${ENTER}`, { see: /^321$/m }],
  },
  "less in a pane that is zoomed": {
    steps: [...vertical, ...shell("seq 500 | less", /^22$|│22/m), prefixed("z")],
  },

  "a command in the status line": {
    configuration: ["set -g status-interval 0", "set -g status-right '#(printf \"job #{window_name}\")'"],
    steps: [FIRST, { see: "job w" }],
  },
  "output of a hook": {
    configuration: ["set-hook -g window-renamed 'show-options -g status ; show-options -g prefix'"],
    steps: [FIRST, prefixed(","), SETTLED, `x${ENTER}`, { see: "prefix C-b" }],
  },
  "output of a hook at the start": {
    configuration: ["set-hook -g window-linked 'show-options -g prefix'"],
    steps: [{ see: "prefix C-b" }],
  },
  "output of a hook, for the client that was used last": {
    configuration: [
      "set-hook -g pane-exited 'display-message -p \"left #{hook_pane}\"'",
      "bind X split-window true",
    ],
    steps: [FIRST, prefixed("X"), { see: "left %1" }],
  },
  "a message of a hook": {
    configuration: ["set -g display-time 0", "set-hook -g window-renamed 'display-message \"now #W\"'"],
    steps: [FIRST, prefixed(","), SETTLED, `x${ENTER}`, { see: "now wx" }],
  },
  "an error in a hook": {
    configuration: ["set -g display-time 0", "set-hook -g window-renamed 'kill-pane -t nosuch'"],
    steps: [FIRST, prefixed(","), SETTLED, `x${ENTER}`, { see: "Can't find pane: nosuch" }],
  },
  "a hook that makes a session": {
    configuration: ["set-hook -g window-renamed 'new-session -s other -n far \"echo here; exec cat\"'"],
    steps: [FIRST, prefixed(","), SETTLED, `x${ENTER}`, { see: "here" }],
  },
  "output and errors of commands in the background": {
    configuration: [
      "set -g display-time 0",
      "bind X if-shell -b true 'show-options -g prefix'",
      "bind Y run-shell -bC 'kill-pane -t nosuch'",
      "bind Z if-shell -b true 'nosuch'",
    ],
    steps: [
      FIRST,
      prefixed("X"),
      { see: "prefix C-b" },
      "q",
      SETTLED,
      prefixed("Y"),
      { see: "Can't find pane: nosuch" },
      ESCAPE,
      SETTLED,
      prefixed("Z"),
      { see: "Unknown command: nosuch" },
    ],
  },
  "a prefix of one's own": {
    configuration: ["set -g prefix C-a", "unbind C-b", "bind C-a send-prefix"],
    steps: [FIRST, "\x01%"],
  },
  "a key that is bound": {
    configuration: ["bind -n F5 split-window -h", "bind X display-message bound"],
    steps: [FIRST, "\x1b[15~"],
  },
  "a key that is bound to lines of commands": {
    configuration: ["bind -n F5 {", "  kill-session -t nosuch", "  split-window -h", "}"],
    steps: [FIRST, "\x1b[15~"],
  },
  "a key that repeats": {
    configuration: ["set -g repeat-time 2000"],
    steps: [...four, PREFIX, UP, UP, DOWN],
  },
  "typing into all panes": {
    steps: [
      ...vertical,
      prefixed(":"),
      SETTLED,
      `setw synchronize-panes${ENTER}`,
      SETTLED,
      ...shell("echo bo''th", /both.*both/),
    ],
  },
  "a pasted text": {
    steps: [
      FIRST,
      ...shell("printf '\\033[?2004h'; echo re''ady; cat -v", /^ready$/m),
      "\x1b[200~one\rtwo\x1b[201~",
      { see: "two" },
    ],
  },
  "a long pasted text with keys in it": {
    steps: [
      FIRST,
      ...shell("stty -icanon; printf '\\033[?2004h'; echo re''ady; cat -v", /^ready$/m),
      `\x1b[200~${"long ".repeat(40)}\x1b[A\u00e9\x1bx${"text ".repeat(40)}end\r\x1b[201~`,
      { see: "end" },
    ],
  },
  "256 colours on 16": {
    term: "xterm",
    steps: [
      FIRST,
      ...shell("printf '\\033[38;5;200mpink\\033[48;5;21mblue\\033[m\\n'; echo e''nd", /^end$/m),
    ],
  },
};
