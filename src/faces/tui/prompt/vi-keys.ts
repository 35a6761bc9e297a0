/** The meaning of a key in vi command mode: a key of the line editor, and whether typing resumes. */
export interface ViMeaning {
  /** The editor's name of the key; absent if the key only changes the mode. */
  readonly key?: string;
  readonly typing?: boolean;
}

/** Keys that edit the line even in insert mode; all other keys are typed. */
export const viEntryKeys: ReadonlySet<string> = new Set([
  ...[
    "C-a",
    "C-c",
    "C-e",
    "C-g",
    "C-h",
    "Tab",
    "C-k",
    "C-n",
    "C-p",
    "C-t",
    "C-u",
    "C-w",
    "C-y",
    "C-j",
    "Enter",
  ],
  ...["C-Left", "C-Right", "BSpace", "DC", "Down", "End", "Home", "Left", "Right", "Up"],
]);

export const viCommandKeys: ReadonlyMap<string, ViMeaning> = new Map([
  ["BSpace", { key: "Left" }],
  ["A", { key: "End", typing: true }],
  ["I", { key: "Home", typing: true }],
  ["C", { key: "C-k", typing: true }],
  ["s", { key: "DC", typing: true }],
  ["a", { key: "Right", typing: true }],
  ["S", { key: "C-u", typing: true }],
  ["i", { typing: true }],
  ["Escape", { typing: true }],
  ["$", { key: "End" }],
  ["0", { key: "Home" }],
  ["^", { key: "Home" }],
  ["D", { key: "C-k" }],
  ["X", { key: "BSpace" }],
  ["b", { key: "M-b" }],
  ["B", { key: "vi-B" }],
  ["d", { key: "C-u" }],
  ["e", { key: "vi-e" }],
  ["E", { key: "vi-E" }],
  ["w", { key: "vi-w" }],
  ["W", { key: "vi-W" }],
  ["p", { key: "C-y" }],
  ["q", { key: "C-c" }],
  ["DC", { key: "DC" }],
  ["x", { key: "DC" }],
  ["Down", { key: "Down" }],
  ["j", { key: "Down" }],
  ["Left", { key: "Left" }],
  ["h", { key: "Left" }],
  ["Right", { key: "Right" }],
  ["l", { key: "Right" }],
  ["Up", { key: "Up" }],
  ["k", { key: "Up" }],
  ["C-h", { key: "C-h" }],
  ["C-c", { key: "C-c" }],
  ["C-j", { key: "C-j" }],
  ["Enter", { key: "Enter" }],
]);
