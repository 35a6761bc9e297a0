/** The meaning of a key in vi command mode: a key of the line editor, and whether typing resumes. */
interface ViMeaning {
  /** The editor's name of the key; absent if the key only changes the mode. */
  readonly key?: string;
  readonly typing?: boolean;
}

/** Keys that edit the line even in insert mode; all other keys are typed. */
export const viEntryKeys: ReadonlySet<string> = new Set([
  ..."C-a C-c C-e C-g C-h Tab C-k C-n C-p C-t C-u C-w C-y C-j Enter".split(" "),
  ..."C-Left C-Right BSpace DC Down End Home Left Right Up".split(" "),
]);

export const viCommandKeys = byKey<ViMeaning>([
  ["A", { key: "End", typing: true }],
  ["I", { key: "Home", typing: true }],
  ["C", { key: "C-k", typing: true }],
  ["s", { key: "DC", typing: true }],
  ["a", { key: "Right", typing: true }],
  ["S", { key: "C-u", typing: true }],
  ["i Escape", { typing: true }],
  ["$", { key: "End" }],
  ["0 ^", { key: "Home" }],
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
  ["q C-c", { key: "C-c" }],
  ["x DC", { key: "DC" }],
  ["h Left BSpace", { key: "Left" }],
  ["j Down", { key: "Down" }],
  ["k Up", { key: "Up" }],
  ["l Right", { key: "Right" }],
  ["C-h", { key: "C-h" }],
  ["C-j", { key: "C-j" }],
  ["Enter", { key: "Enter" }],
]);

/** A map by key, from rows of keys that mean the same. */
export function byKey<T>(rows: readonly (readonly [keys: string, meaning: T])[]): ReadonlyMap<string, T> {
  const meanings = new Map<string, T>();
  for (const [keys, meaning] of rows) for (const key of keys.split(" ")) meanings.set(key, meaning);
  return meanings;
}
