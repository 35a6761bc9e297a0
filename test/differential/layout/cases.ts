/**
 * Situations worth naming, each from a session `work` of 80x24 with one pane, %1, in window 0 (@1). Lines of a case are
 * commands; after each of them both trees must be alike.
 */
const three = ["split-window -h -t %1", "split-window -v -t %2"];
const four = ["split-window -h -t %1", "split-window -v -t %1", "split-window -v -t %2"];
const row = ["split-window -h -t %1", "split-window -h -t %2", "split-window -h -t %3"];
const stack = ["split-window -t %1", "split-window -t %2", "split-window -t %3"];
const windows = ["new-window -d", "new-window -d", "new-window -d"];
const ofSize = (cols: number, rows: number) => [`resize-window -x ${cols} -y ${rows} -t work:0`];

const preset = (name: string) =>
  [
    [`preset ${name} of two`, ["split-window -h -t %1", `select-layout -t work:0 ${name}`]],
    [`preset ${name} of four`, [...four, `select-layout -t work:0 ${name}`]],
    [
      `preset ${name} of seven`,
      [
        ...four,
        "split-window -t %3",
        "select-layout -t work:0 tiled",
        "split-window -t %1",
        "split-window -t %2",
        `select-layout -t work:0 ${name}`,
      ],
    ],
    [
      `preset ${name} with names above`,
      [
        ...three,
        ...ofSize(100, 40),
        "set-option -w -t work:0 pane-border-status top",
        `select-layout -t work:0 ${name}`,
      ],
    ],
    [
      `preset ${name} with names below`,
      [
        ...three,
        ...ofSize(100, 40),
        "set-option -w -t work:0 pane-border-status bottom",
        `select-layout -t work:0 ${name}`,
      ],
    ],
    [`preset ${name} in a wide window`, [...four, ...ofSize(211, 53), `select-layout -t work:0 ${name}`]],
    [`preset ${name} while zoomed`, [...three, "resize-pane -Z -t %2", `select-layout -t work:0 ${name}`]],
  ] as const;

const sizes = ["1", "2", "20", "78", "79", "80", "200", "0", "0%", "30%", "50%", "99%", "150%"];
const splits = sizes.flatMap(
  (size) =>
    [
      [`split -h of ${size}`, [`split-window -h -l ${size} -t %1`]],
      [`split -v of ${size}`, [`split-window -v -l ${size} -t %1`]],
      [`split -hb of ${size}`, [`split-window -h -b -l ${size} -t %1`]],
      [`split -hf of ${size} beside others`, [...four, `split-window -h -f -l ${size} -t %3`]],
      [`split -vbf of ${size} above others`, [...four, `split-window -v -b -f -l ${size} -t %3`]],
    ] as const,
);

const directions = ["-L", "-R", "-U", "-D"];
const moves = directions.flatMap(
  (direction) =>
    [
      [
        `select ${direction} among four`,
        [...four, `select-pane ${direction} -t %1`, `select-pane ${direction} -t %4`],
      ],
      [
        `select ${direction} with names above`,
        [...four, "set-option -w -t work:0 pane-border-status top", `select-pane ${direction} -t %2`],
      ],
      [
        `select ${direction} with names below`,
        [...four, "set-option -w -t work:0 pane-border-status bottom", `select-pane ${direction} -t %2`],
      ],
      [
        `select ${direction} while zoomed`,
        [...four, "resize-pane -Z -t %1", `select-pane ${direction} -t %1`],
      ],
      [
        `move a border ${direction}`,
        [...four, `resize-pane ${direction} -t %1 5`, `resize-pane ${direction} -t %4 3`],
      ],
      [
        `move a border ${direction} too far`,
        [...row, `resize-pane ${direction} -t %2 500`, `resize-pane ${direction} -t %3 500`],
      ],
      [
        `move a border ${direction} in a stack`,
        [...stack, `resize-pane ${direction} -t %2 30`, `resize-pane ${direction} -t %1 2`],
      ],
      [
        `resize the window ${direction}`,
        [...four, `resize-window ${direction} -t work:0 13`, `resize-window ${direction} -t work:0 500`],
      ],
    ] as const,
);

const named: readonly (readonly [string, readonly string[]])[] = [
  ["no room below", [...ofSize(10, 2), "split-window -v -t %1"]],
  ["no room beside", [...ofSize(2, 10), "split-window -h -t %1"]],
  ["just room", [...ofSize(3, 3), "split-window -v -t %1", "split-window -h -t %1"]],
  [
    "no room below a name",
    [...ofSize(10, 3), "set-option -w -t work:0 pane-border-status top", "split-window -v -t %1"],
  ],
  [
    "no room over the whole",
    [...ofSize(10, 5), "split-window -v -t %1", "split-window -v -t %1", "split-window -v -f -t %1"],
  ],
  ["kill the first of three", [...three, "kill-pane -t %1"]],
  ["kill the middle of a row", [...row, "kill-pane -t %2"]],
  ["kill the last of a stack", [...stack, "kill-pane -t %4"]],
  [
    "kill the active one, which had a predecessor",
    [...row, "select-pane -t %1", "select-pane -t %3", "kill-pane -t %3"],
  ],
  [
    "kill the active one and its predecessor",
    [...row, "select-pane -t %2", "kill-pane -t %4", "kill-pane -t %2"],
  ],
  ["kill the others", [...four, "kill-pane -a -t %2"]],
  ["kill the only pane", ["new-window -d", "kill-pane -t %1"]],
  ["kill the only pane of all", ["kill-pane -t %1"]],
  ["kill a zoomed pane", [...three, "resize-pane -Z -t %2", "kill-pane -t %2"]],
  [
    "a branch within its like",
    [
      "split-window -h -t %1",
      "split-window -v -t %2",
      "split-window -h -t %2",
      "kill-pane -t %3",
      "resize-pane -L -t %4 9",
      "split-window -h -t %4",
    ],
  ],
  ["zoom and back", [...three, "resize-pane -Z -t %1", "resize-pane -Z -t %1"]],
  ["zoom a window of one", ["resize-pane -Z -t %1"]],
  ["zoom follows the selection", [...three, "resize-pane -Z -t %1", "select-pane -Z -t %3"]],
  ["selection ends a zoom", [...three, "resize-pane -Z -t %1", "select-pane -t %3"]],
  ["split -Z", ["split-window -Z -t %1", "split-window -Z -d -t %1"]],
  ["resize a zoomed window", [...three, "resize-pane -Z -t %1", ...ofSize(100, 30), "resize-pane -Z -t %1"]],
  ["last pane back and forth", [...three, "last-pane -t work:0", "last-pane -t work:0"]],
  ["no last pane", ["last-pane -t work:0"]],
  ["last pane of two without history", ["split-window -d -t %1", "last-pane -t work:0"]],
  ["mark and unmark", [...three, "select-pane -m -t %2", "select-pane -m -t %3", "select-pane -m -t %3"]],
  ["mark and clear", [...three, "select-pane -m -t %2", "select-pane -M -t %2"]],
  ["the marked pane goes", [...three, "select-pane -m -t %2", "kill-pane -t %2"]],
  ["exact width and height", [...four, "resize-pane -x 25 -y 7 -t %1", "resize-pane -x 10 -y 3 -t %4"]],
  ["width in percent", [...three, "resize-pane -x 30% -t %1", "resize-pane -y 75% -t %2"]],
  [
    "height below a name",
    [
      ...four,
      "set-option -w -t work:0 pane-border-status top",
      "resize-pane -y 5 -t %1",
      "resize-pane -y 5 -t %3",
    ],
  ],
  [
    "height above a name",
    [
      ...four,
      "set-option -w -t work:0 pane-border-status bottom",
      "resize-pane -y 5 -t %1",
      "resize-pane -y 5 -t %4",
    ],
  ],
  ["shrink a window below its panes", [...row, ...ofSize(4, 4), ...ofSize(7, 1), ...ofSize(90, 10)]],
  ["a window's size is kept", [...ofSize(50, 12), "new-window -t work:", "split-window -t work:0"]],
  ["a window as large as nobody wants", ["resize-window -A -t work:0", "resize-window -a -t work:0"]],
  ["next layouts", [...four, ...Array.from({ length: 6 }, () => "next-layout -t work:0")]],
  ["previous layouts", [...four, ...Array.from({ length: 6 }, () => "previous-layout -t work:0")]],
  [
    "layout prefixes",
    [
      ...three,
      "select-layout -t work:0 tile",
      "select-layout -t work:0 main-v",
      "select-layout -t work:0 even-h",
    ],
  ],
  [
    "the last layout again",
    [...three, "select-layout -t work:0 tiled", "resize-pane -x 9 -t %1", "select-layout -t work:0"],
  ],
  ["no layout to repeat", [...three, "select-layout -t work:0"]],
  [
    "undo a layout",
    [...three, "select-layout -t work:0 tiled", "select-layout -o -t work:0", "select-layout -o -t work:0"],
  ],
  ["nothing to undo", [...three, "select-layout -o -t work:0"]],
  ["spread out", [...row, "resize-pane -x 3 -t %2", "select-layout -E -t work:0"]],
  [
    "spread out an even branch",
    [
      "split-window -h -l 20 -t %1",
      "split-window -v -t %2",
      "select-layout -E -t work:0",
      "select-layout -E -t work:0",
    ],
  ],
  [
    "spread out below names",
    [
      ...stack,
      "set-option -w -t work:0 pane-border-status top",
      "resize-pane -y 3 -t %2",
      "select-layout -E -t work:0",
    ],
  ],
  [
    "main pane of a size",
    [
      ...four,
      "set-option -w -t work:0 main-pane-width 30",
      "set-option -w -t work:0 main-pane-height 9",
      "select-layout -t work:0 main-vertical",
      "select-layout -t work:0 main-horizontal",
    ],
  ],
  [
    "main pane in percent",
    [
      ...four,
      "set-option -w -t work:0 main-pane-width 60%",
      "set-option -w -t work:0 main-pane-height 25%",
      "select-layout -t work:0 main-vertical",
      "select-layout -t work:0 main-horizontal",
    ],
  ],
  [
    "main pane too large",
    [...four, "set-option -w -t work:0 main-pane-width 500", "select-layout -t work:0 main-vertical"],
  ],
  [
    "other panes of a size",
    [
      ...four,
      "set-option -w -t work:0 other-pane-width 60",
      "set-option -w -t work:0 main-pane-width 10",
      "select-layout -t work:0 main-vertical",
      "set-option -w -t work:0 other-pane-height 20",
      "set-option -w -t work:0 main-pane-height 2",
      "select-layout -t work:0 main-horizontal",
    ],
  ],
  [
    "other panes too large",
    [...four, "set-option -w -t work:0 other-pane-width 79", "select-layout -t work:0 main-vertical"],
  ],
  [
    "a layout string",
    [
      ...three,
      "select-layout -t work:0 bb62,159x48,0,0{79x48,0,0,79x48,80,0}",
      "select-layout -t work:0 1780,80x24,0,0{40x24,0,0,1,39x24,41,0[39x12,41,0,2,39x11,41,13,3]}",
    ],
  ],
  [
    "a layout string with cells to spare",
    [
      "split-window -t %1",
      "select-layout -t work:0 1780,80x24,0,0{40x24,0,0,1,39x24,41,0[39x12,41,0,2,39x11,41,13,3]}",
    ],
  ],
  [
    "a layout string with a wrong sum",
    [...three, "select-layout -t work:0 0000,80x24,0,0{40x24,0,0,1,39x24,41,0[39x12,41,0,2,39x11,41,13,3]}"],
  ],
  ["rotate up", [...four, "rotate-window -U -t work:0", "rotate-window -U -t work:0"]],
  ["rotate down", [...four, "rotate-window -D -t work:0"]],
  [
    "rotate a zoomed window",
    [...four, "resize-pane -Z -t %2", "rotate-window -Z -U -t work:0", "rotate-window -D -t work:0"],
  ],
  ["swap within a window", [...four, "swap-pane -s %1 -t %4", "swap-pane -d -s %2 -t %3"]],
  [
    "swap between windows",
    ["split-window -h -t %1", "new-window -d", "swap-pane -s %1 -t %3", "swap-pane -d -s %2 -t %1"],
  ],
  ["swap with itself", ["split-window -t %1", "swap-pane -s %1 -t %1"]],
  ["swap and keep the zoom", [...four, "resize-pane -Z -t %1", "swap-pane -Z -s %1 -t %4"]],
  ["join from another window", ["new-window -d", "join-pane -h -s %2 -t %1"]],
  ["join before, of a size", ["new-window -d", "split-window -t %2", "join-pane -b -l 5 -s %3 -t %1"]],
  ["join over the whole", [...three, "new-window -d", "join-pane -h -f -l 30% -s %4 -t %1"]],
  ["join in the background", ["new-window -d", "split-window -t %2", "join-pane -d -s %2 -t %1"]],
  ["join within a window", [...four, "join-pane -h -s %1 -t %4"]],
  ["join with itself", ["join-pane -s %1 -t %1"]],
  ["join without room", [...ofSize(2, 2), "new-window -d", "join-pane -s %2 -t %1"]],
  ["break a pane out", [...three, "break-pane -s %2", "break-pane -d -n name -s %3"]],
  ["break the only pane out", ["new-window -d", "break-pane -s %1 -t work:7"]],
  ["break to a taken index", ["split-window -t %1", "new-window -d", "break-pane -s %1 -t work:1"]],
  ["break to beside a window", ["split-window -t %1", "new-window -d", "break-pane -a -s %1 -t work:0"]],
  ["new window beside", [...windows, "new-window -a -t work:1", "new-window -b -t work:0"]],
  ["new window at an index", ["new-window -t work:5", "new-window -t work:5", "new-window -k -t work:5"]],
  ["new window in place of the current one", ["new-window -k -t work:0"]],
  [
    "new window from base-index on",
    [
      "set-option -t work base-index 4",
      "new-window -t work:",
      "new-window -t work:",
      "new-window -d -n name",
    ],
  ],
  [
    "kill the current window",
    [
      ...windows,
      "select-window -t work:2",
      "select-window -t work:1",
      "kill-window -t work:1",
      "kill-window -t work:2",
    ],
  ],
  [
    "kill a window and renumber",
    ["set-option -t work renumber-windows on", ...windows, "kill-window -t work:1"],
  ],
  ["kill the other windows", [...windows, "kill-window -a -t work:2"]],
  [
    "select windows",
    [
      ...windows,
      "select-window -t work:2",
      "last-window -t work",
      "next-window -t work",
      "next-window -t work",
      "previous-window -t work",
    ],
  ],
  ["no other window", ["last-window -t work", "next-window -t work", "previous-window -t work"]],
  ["no window with an alert", [...windows, "next-window -a -t work", "previous-window -a -t work"]],
  [
    "move a window",
    [
      ...windows,
      "move-window -s work:0 -t work:9",
      "move-window -d -s work:1 -t work:2",
      "move-window -k -s work:1 -t work:2",
    ],
  ],
  [
    "move to beside a window",
    [...windows, "move-window -a -s work:0 -t work:2", "move-window -b -s work:3 -t work:1"],
  ],
  [
    "move to another session",
    [
      "new-session -d -s other",
      "new-window -d -t work:",
      "move-window -s work:0 -t other:",
      "move-window -s work:1 -t other:7",
    ],
  ],
  ["renumber by hand", ["new-window -t work:5", "new-window -t work:9", "move-window -r -t work"]],
  [
    "link a window",
    [
      "new-session -d -s other",
      "link-window -s work:0 -t other:3",
      "link-window -s work:0 -t other:0",
      "link-window -k -s work:0 -t other:0",
    ],
  ],
  ["link to where it is", ["link-window -s work:0 -t work:0"]],
  [
    "unlink a window",
    [
      "new-session -d -s other",
      "unlink-window -t work:0",
      "link-window -s work:0 -t other:3",
      "unlink-window -t other:3",
    ],
  ],
  ["unlink the last place", ["new-window -d", "unlink-window -k -t work:0"]],
  ["swap windows", [...windows, "swap-window -s work:0 -t work:2", "swap-window -d -s work:1 -t work:3"]],
  [
    "swap windows of two sessions",
    ["new-session -d -s other", "new-window -d", "swap-window -s work:1 -t other:0"],
  ],
  [
    "names of windows",
    ["rename-window -t work:0 a:b.c", "rename-window -t work:0 back\\slash", "new-window -n x:y"],
  ],
  [
    "names of sessions",
    [
      "new-session -d -s a.b:c",
      "new-session -d -s a.b:c",
      "rename-session -t a_b_c work",
      "rename-session -t a_b_c x.y",
    ],
  ],
  [
    "sizes of sessions",
    [
      "new-session -d -s one -x 120",
      "new-session -d -s two -y 50",
      "new-session -d -s three -x 3 -y 2",
      "new-window -d -t one:",
    ],
  ],
  ["kill a session", ["new-session -d -s other", "link-window -s work:0 -t other:3", "kill-session -t work"]],
];

const groups: readonly (readonly [string, readonly string[]])[] = [
  [
    "a group",
    [
      "new-session -d -t work -s second",
      "new-window -t second:",
      "select-window -t second:0",
      "kill-window -t work:1",
    ],
  ],
  [
    "a group of a group",
    [
      "new-session -d -t work -s second",
      "new-session -d -t second -s third",
      "new-window -d -t third:",
      "kill-session -t work",
    ],
  ],
  ["a group from base-index", [...windows, "set-option -g base-index 2", "new-session -d -t work -s second"]],
  [
    "move within a group",
    ["new-session -d -t work -s second", "new-window -d -t work:", "move-window -s work:1 -t second:4"],
  ],
  [
    "swap within a group",
    ["new-session -d -t work -s second", "new-window -d -t work:", "swap-window -s work:1 -t second:0"],
  ],
  [
    "unlink in a group",
    [
      "new-session -d -t work -s second",
      "new-window -d -t work:",
      "unlink-window -t work:1",
      "unlink-window -k -t work:1",
    ],
  ],
];

const PRESETS = ["even-horizontal", "even-vertical", "main-horizontal", "main-vertical", "tiled"];

export const cases = [...splits, ...PRESETS.flatMap(preset), ...moves, ...named, ...groups].map(
  ([name, lines]) => [name, lines.map(inWork)] as const,
);

/** Without a target tmux would take the session of the connection. */
function inWork(line: string): string {
  return /^(new-window|break-pane) /.test(line) && !line.includes(" -t ") ? `${line} -t work:` : line;
}
