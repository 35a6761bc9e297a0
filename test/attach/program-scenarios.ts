import {
  DOWN,
  ENTER,
  ESCAPE,
  mouse,
  prefixed,
  prompts,
  type Scenario,
  SETTLED,
  type Step,
  shell,
  UP,
} from "./scenario.ts";

const FIRST = prompts(1);
const TAB = "\t";
const withMouse = ["set -g mouse on"];

/** Until all lines were read, what fzf counts changes. */
const fzf = (options = ""): readonly Step[] => [
  FIRST,
  ...shell(`clear; seq 300 | fzf ${options}; echo st''atus $?`, "300/300"),
];

/** Everything that a person does in a finder that draws over the whole screen, or over a part of it. */
export const fzfScenarios: Readonly<Record<string, Scenario>> = {
  "a list": { steps: fzf() },
  "a list that is filtered": { steps: [...fzf(), "42", { see: " 3/300" }] },
  "a filter that is taken back": { steps: [...fzf(), "42", { see: " 3/300" }, "\x15", { see: "300/300" }] },
  "a choice that moves": { steps: [...fzf(), UP, UP, UP, DOWN, { see: /^> 3/m }] },
  "several that are chosen": {
    steps: [...fzf("--multi"), TAB, UP, TAB, { see: "(2)" }, UP, UP, TAB, { see: "300/300 (3)" }],
  },
  "several that are printed": {
    steps: [
      ...fzf("--multi"),
      "9",
      { see: " 57/300" },
      `${TAB}${UP}${TAB}`,
      { see: "(2)" },
      ENTER,
      { see: "status 0" },
    ],
  },
  "one that is printed": { steps: [...fzf(), "299", { see: " 1/300" }, ENTER, { see: "status 0" }] },
  "none that is chosen": { steps: [...fzf(), "77", { see: " 3/300" }, ESCAPE, { see: "status 130" }] },
  "a part of the screen": { steps: [...fzf("--height 40% --reverse --border"), "1", { see: " 138/300" }] },
  "a part of the screen, left again": {
    steps: [...fzf("--height 8"), "250", { see: " 1/300" }, ENTER, { see: "status 0" }],
  },
  "a preview": {
    steps: [...fzf("--preview 'echo line {}; seq {} | tail -3'"), "123", { see: "line 123" }],
  },
  "a preview below, in colour": {
    steps: [
      ...fzf("--preview-window down:5 --preview \"printf '\\033[1;35m%s\\033[m 漢字\\n' {} {}\""),
      UP,
      { see: "2 漢字" },
    ],
  },
  "a narrower terminal": {
    steps: [...fzf("--preview 'seq {} 500'"), "300", { see: " 1/300" }, SETTLED, { resize: [50, 14] }],
  },
  "a larger terminal": {
    steps: [...fzf("--multi"), TAB, { see: "(1)" }, { resize: [110, 33] }, { see: /^ *30$/m }],
  },
  "a pane of two that is zoomed": {
    steps: [FIRST, prefixed("%"), SETTLED, ...shell("seq 300 | fzf", "300/300"), "5", SETTLED, prefixed("z")],
  },
  "a popup that fzf opens": {
    steps: [FIRST, ...shell("clear; seq 300 | fzf-tmux -p", "300/300"), "42", { see: " 3/300" }],
  },
  "what is chosen in a popup that fzf opens": {
    steps: [
      FIRST,
      ...shell("clear; seq 300 | fzf-tmux -p 60%,40%; echo st''atus $?", "300/300"),
      "299",
      { see: " 1/300" },
      ENTER,
      { see: "status 0" },
    ],
  },
  "a pane that fzf opens": {
    steps: [FIRST, ...shell("clear; seq 300 | fzf-tmux -d 40%", "300/300"), "7", { see: " 57/300" }],
  },
  "what is chosen in a pane that fzf opens": {
    steps: [
      FIRST,
      ...shell("clear; seq 300 | fzf-tmux -r 30; echo st''atus $?", "300/300"),
      "299",
      { see: " 1/300" },
      ENTER,
      { see: "status 0" },
    ],
  },
  "a click and the wheel": {
    configuration: withMouse,
    steps: [
      ...fzf(),
      mouse("press", 4, 16),
      mouse("release", 4, 16),
      { see: /^> 6/m },
      mouse("wheel-up", 4, 10),
      { see: /^> 7/m },
    ],
  },
};

/**
 * What htop shows of the machine changes all the time. Here it shows nothing that does: the host's name, and of three
 * processes that outlive the scenario their numbers, names and who started them.
 */
const HTOPRC = [
  "htop_version=3.2.2",
  "config_reader_min_version=3",
  "hide_userland_threads=1",
  "header_layout=two_50_50",
  "column_meters_0=Hostname",
  "column_meter_modes_0=2",
  "column_meters_1=",
  "column_meter_modes_1=",
  "screen:Main=PID USER NICE Command",
  ".sort_key=PID",
  ".tree_sort_key=PID",
  ".tree_view=0",
  ".sort_direction=1",
  ".tree_sort_direction=1",
];
const PIDS = [1, process.ppid, process.pid];
const htop = (options = "", settings: readonly string[] = []): readonly Step[] => [
  FIRST,
  // A file for each of the two, because htop writes it at its end.
  ...shell(
    `clear; rc=$(mktemp); printf '%s\\n' ${[...HTOPRC, ...settings].map((line) => `'${line}'`).join(" ")} >$rc; echo re''ady`,
    /^ready$/m,
  ),
  ...shell(`HTOPRC=$rc htop -d 100 -p ${PIDS.join()} ${options}; echo st''atus $?; rm $rc`, "F10Quit"),
];
const F = {
  1: "\x1bOP",
  2: "\x1bOQ",
  3: "\x1bOR",
  4: "\x1bOS",
  5: "\x1b[15~",
  6: "\x1b[17~",
  10: "\x1b[21~",
} as const;

export const htopScenarios: Readonly<Record<string, Scenario>> = {
  "some processes": { steps: htop() },
  "without colours": { steps: htop("-C") },
  help: { steps: [...htop(), F[1], { see: "incremental name filtering" }] },
  "help, left again": { steps: [...htop(), F[1], { see: "incremental name" }, "q", { see: "F10Quit" }] },
  "the set-up": { steps: [...htop(), F[2], { see: "Display options" }, DOWN, { see: "Header Layout" }] },
  "colours of another scheme": {
    steps: [
      ...htop(),
      F[2],
      { see: "Categories" },
      "\x1b[B\x1b[B\x1b[B\x1b[B",
      { see: "Monochromatic" },
      `\x1b[C${DOWN}${DOWN} `,
      { see: /\[x\]\s+Black on White/ },
    ],
  },
  "a search": { steps: [...htop(), F[3], { see: "Search:" }, "vitest"] },
  "a filter": {
    steps: [...htop(), F[4], { see: "Filter:" }, "vitest", { see: "vitest" }, ENTER, { see: "F4FILTER" }],
  },
  "a tree": { steps: [...htop("", [".tree_view=1"]), { see: /[├└]─/ }, F[5], { see: "F5Tree" }] },
  "the columns to sort by": {
    steps: [...htop(), F[6], { see: "EnterSort" }, DOWN, ENTER, { see: "F10Quit" }],
  },
  "tagged processes": { steps: [...htop(), " ", " ", UP] },
  "a narrower terminal": { steps: [...htop(), { resize: [60, 12] }, SETTLED] },
  "beside a shell": {
    steps: [...htop(), prefixed("%"), SETTLED, ...shell("clear; echo besi''de", "beside")],
  },
  "a click on a process": {
    configuration: withMouse,
    steps: [...htop(), mouse("press", 10, 6), mouse("release", 10, 6)],
  },
  "left by a key": { steps: [...htop(), F[10], { see: "status 0" }] },
};
