import { ENTER, ESCAPE, prefixed, prompts, type Scenario, SETTLED, type Step } from "./scenario.ts";

const FIRST = prompts(1);
const withMouse = ["set -g mouse on"];
const popup = (flags: string): readonly string[] => [
  `bind x display-popup ${flags} "printf 'in here \\033[31mred\\n\\033[m'; exec cat"`,
];
const opened: readonly Step[] = [FIRST, prefixed("x"), { see: "in here" }, SETTLED];
/** A popup of 40 columns and 10 lines, at column 20 (from 0) and line 5. */
const placed = [
  "bind x display-popup -x 20 -y 15 -w 40 -h 10 \"printf 'in here\\n'; exec cat\"",
  ...withMouse,
];

type Button = "first" | "third";
/** Reports of a button that is pressed, moved over these cells (from 0), and released. */
const dragged = (
  button: Button,
  cells: readonly (readonly [x: number, y: number])[],
  modifier = 0,
): string => {
  const code = (button === "first" ? 0 : 2) + modifier;
  const [first, ...rest] = cells.map(([x, y]) => `${x + 1};${y + 1}`);
  const moves = rest.map((cell) => `\x1b[<${code + 32};${cell}M`).join("");
  return `\x1b[<${code};${first}M${moves}\x1b[<${code};${rest.at(-1) ?? first}m`;
};
const META = 8;
const thirdAt = (x: number, y: number): string => `\x1b[<2;${x + 1};${y + 1}M`;

/** Programs in boxes over the picture. */
export const popupScenarios: Readonly<Record<string, Scenario>> = {
  "a popup": {
    configuration: popup("-T ' title '"),
    steps: [FIRST, prefixed("x"), { see: "in here" }, SETTLED],
  },
  "a popup with a look of its own": {
    configuration: popup("-b double -s bg=blue -S fg=red -w 50% -h 7 -x P -y P"),
    steps: [FIRST, prefixed("x"), { see: "in here" }, SETTLED],
  },
  "a popup without a frame": {
    configuration: popup("-B -x 4 -y 9"),
    steps: [FIRST, prefixed("x"), { see: "in here" }, SETTLED],
  },
  "typing into a popup": {
    configuration: popup("-E"),
    steps: [
      FIRST,
      prefixed("x"),
      { see: "in here" },
      SETTLED,
      "some text",
      ENTER,
      { see: /text.*text/s },
      SETTLED,
    ],
  },
  "a popup given up": {
    configuration: popup(""),
    steps: [FIRST, prefixed("x"), { see: "in here" }, SETTLED, ESCAPE, SETTLED, "ok"],
  },
  "a popup that its program closes": {
    configuration: popup("-E"),
    steps: [FIRST, prefixed("x"), { see: "in here" }, SETTLED, ESCAPE, SETTLED, "\x04", SETTLED, "ok"],
  },
  "a popup that stays when its program ends": {
    configuration: popup(""),
    steps: [FIRST, prefixed("x"), { see: "in here" }, SETTLED, "\x04", SETTLED, "x\x03", SETTLED, "ok"],
  },
  "a popup in a terminal that shrinks": {
    configuration: popup("-w 60 -h 20"),
    steps: [FIRST, prefixed("x"), { see: "in here" }, SETTLED, { resize: [50, 16] }, SETTLED],
  },
  "a program in a popup that becomes smaller": {
    configuration: [
      'bind x display-popup -w 70 -h 20 "echo in here; while read line; do echo \\$line is \\$(stty size); done"',
    ],
    steps: [...opened, { resize: [50, 16] }, SETTLED, "now it", ENTER, { see: /now it is \d+ \d+/ }, SETTLED],
  },

  "a popup that is moved": {
    configuration: placed,
    steps: [
      ...opened,
      dragged("first", [
        [30, 5],
        [31, 6],
        [35, 9],
      ]),
    ],
  },
  "a popup that is moved by its right edge": {
    configuration: placed,
    steps: [
      ...opened,
      dragged("first", [
        [59, 8],
        [58, 8],
        [40, 2],
      ]),
    ],
  },
  "a popup that is moved to the corner and back": {
    configuration: placed,
    steps: [
      ...opened,
      dragged("first", [
        [30, 5],
        [29, 5],
        [0, 0],
        [79, 23],
        [60, 20],
      ]),
    ],
  },
  "a popup that is moved by what is in it": {
    configuration: placed,
    steps: [
      ...opened,
      dragged(
        "first",
        [
          [30, 8],
          [30, 9],
          [33, 11],
        ],
        META,
      ),
    ],
  },
  "a popup that gets another size": {
    configuration: placed,
    steps: [
      ...opened,
      dragged("third", [
        [59, 14],
        [58, 13],
        [50, 12],
      ]),
    ],
  },
  "a popup that becomes larger by what is in it": {
    configuration: placed,
    steps: [
      ...opened,
      dragged(
        "third",
        [
          [40, 10],
          [41, 10],
          [70, 20],
        ],
        META,
      ),
    ],
  },
  "a popup that becomes as small as may be": {
    configuration: placed,
    steps: [
      ...opened,
      dragged("third", [
        [59, 14],
        [58, 14],
        [24, 9],
        [21, 6],
      ]),
    ],
  },
  "a popup without a frame that is moved": {
    configuration: [
      "bind x display-popup -B -x 20 -y 15 -w 40 -h 10 \"printf 'in here\\n'; exec cat\"",
      ...withMouse,
    ],
    steps: [
      ...opened,
      dragged(
        "first",
        [
          [30, 8],
          [30, 9],
          [33, 11],
        ],
        META,
      ),
    ],
  },
  "a popup that was moved, in a smaller terminal": {
    configuration: placed,
    steps: [
      ...opened,
      dragged("first", [
        [30, 5],
        [31, 6],
        [38, 12],
      ]),
      SETTLED,
      { resize: [60, 18] },
    ],
  },
  "a program in a popup that sees the mouse": {
    configuration: [
      "bind x display-popup -w 40 -h 10 \"printf '\\033[?1000h\\033[?1006hin here\\n'; stty -icanon -echo; exec cat -v\"",
      ...withMouse,
    ],
    steps: [...opened, dragged("first", [[30, 10]]), { see: "^[[<0" }],
  },
  "the menu of a popup": { configuration: placed, steps: [...opened, thirdAt(30, 5), SETTLED] },
  "the menu of a popup, beside it": { configuration: placed, steps: [...opened, thirdAt(2, 22), SETTLED] },
  "the menu of a popup, with something to paste": {
    configuration: [...placed, "set-buffer -b mine 'pasted text'"],
    steps: [...opened, thirdAt(20, 8), SETTLED, "p", { see: "pasted text" }],
  },
  "a popup that fills the terminal": {
    configuration: placed,
    steps: [...opened, thirdAt(20, 8), SETTLED, "F", SETTLED, "more", ENTER, { see: "more" }],
  },
  "a popup in the middle": {
    configuration: placed,
    steps: [
      ...opened,
      dragged("first", [
        [30, 5],
        [31, 6],
        [0, 0],
      ]),
      SETTLED,
      thirdAt(0, 3),
      SETTLED,
      "C",
    ],
  },
  "a popup that its menu closes": {
    configuration: placed,
    steps: [...opened, thirdAt(20, 8), SETTLED, "q", SETTLED, "ok"],
  },
  "the menu of a popup, given up": {
    configuration: placed,
    steps: [...opened, thirdAt(20, 8), SETTLED, ESCAPE, SETTLED, "ok"],
  },
  "the menu of a popup under the mouse": {
    configuration: placed,
    steps: [...opened, thirdAt(25, 5), SETTLED, `\x1b[<34;26;9M`, SETTLED],
  },
  "an item of a popup's menu, by the mouse": {
    configuration: placed,
    steps: [...opened, thirdAt(25, 5), SETTLED, `\x1b[<34;26;7M\x1b[<2;26;7m`, SETTLED, "ok"],
  },

  "a popup that becomes a pane at the right": {
    configuration: placed,
    steps: [
      ...opened,
      "typed\r",
      SETTLED,
      thirdAt(20, 8),
      SETTLED,
      "h",
      SETTLED,
      "more\r",
      { see: /more.*more/s },
    ],
  },
  "a popup that becomes a pane below": {
    configuration: placed,
    steps: [...opened, thirdAt(20, 8), SETTLED, "v", SETTLED, "more\r", { see: /more.*more/s }],
  },
  "a popup that became a pane, and ends": {
    configuration: placed,
    steps: [...opened, thirdAt(20, 8), SETTLED, "v", SETTLED, "\x04", SETTLED, "ok"],
  },
  "a full screen that becomes a pane": {
    configuration: [
      "bind x display-popup -w 40 -h 10 \"printf '\\033[?1049h\\033[5;5H\\033[32min here\\033[2;2H\\033[7m'; exec cat\"",
      ...withMouse,
    ],
    steps: [...opened, thirdAt(20, 8), SETTLED, "h", SETTLED, "x", { see: "x" }],
  },
  "a popup that only success closes": {
    configuration: ['bind x display-popup -EE "echo in here; read answer; exit \\$answer"'],
    steps: [...opened, `0${ENTER}`, SETTLED, "ok"],
  },
  "a popup that failure leaves open": {
    configuration: ['bind x display-popup -EE "echo in here; read answer; exit \\$answer"'],
    steps: [...opened, `3${ENTER}`, SETTLED, "x", SETTLED, ESCAPE, SETTLED, "ok"],
  },
  "a popup that a command closes": {
    configuration: ['bind x display-popup "echo in here; read answer; tmux display-popup -C; cat"'],
    steps: [...opened, ENTER, SETTLED, "ok"],
  },
  "a popup in a directory, with variables": {
    configuration: [
      "bind x display-popup -d /usr/bin -e ONE=1 -e 'TWO=2 and more' \"echo in here; pwd; echo \\$ONE \\$TWO; cat\"",
    ],
    steps: opened,
  },
  "a popup of several words": {
    configuration: ["bind x display-popup sh -c 'echo in here \"$0\"; cat' 'a word'"],
    steps: opened,
  },
  "a popup with a title of its own": {
    configuration: popup("-T '#[align=right]of #S:#I#[fg=red] red'"),
    steps: opened,
  },
  ...Object.fromEntries(
    ["single", "double", "heavy", "simple", "rounded", "padded", "none"].map((lines) => [
      `a popup with ${lines} lines`,
      { configuration: popup(`-b ${lines} -S 'fg=yellow,bg=blue,bold' -s 'fg=green'`), steps: opened },
    ]),
  ),
  "a popup with lines that do not exist": {
    configuration: [...popup("-b dotted"), "set -g display-time 0"],
    steps: [FIRST, prefixed("x"), { see: "unknown value" }],
  },
  "a popup as options say": {
    configuration: [
      ...popup(""),
      "set -g popup-border-lines rounded",
      "set -g popup-border-style fg=magenta",
      "set -g popup-style bg=colour236",
    ],
    steps: opened,
  },
  "a popup too large for the terminal": {
    configuration: [...popup("-w 200 -h 50%"), "set -g display-time 0"],
    steps: [FIRST, prefixed("x"), { see: /Width|width/ }],
  },
};
