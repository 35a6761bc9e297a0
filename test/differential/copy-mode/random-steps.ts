import fc from "fast-check";
import type { Ground, Step } from "./arena.ts";

const WIDE_FIRST = /^[漢ｆ日]/u;
/** Words with all that words are parted by, brackets, wide characters and marks. */
const words = fc.constantFrom(
  ..."alpha beta gamma alpha-beta foo.bar {one [two] (three)} a bb ccc ( ) [ } x=1 -- Alpha BETA alphaalpha".split(
    " ",
  ),
  ..."漢字 ｆｕｌｌ é 日本語x naïve e\u0301te\u0301 ─┼".split(" "),
);
/**
 * A wide character behind a tab may have no room in its line. How much of the line tmux then copies depends on how it
 * read the text ("a copied line that wraps behind a tab" in ../tmux/differences.ts).
 */
function tabbed(parts: readonly string[]): string {
  return parts.reduce((text, part) => `${text}${WIDE_FIRST.test(part) ? " " : "\t"}${part}`, "");
}

const line = fc.oneof(
  { weight: 6, arbitrary: fc.array(words, { maxLength: 8 }).map((parts) => parts.join(" ")) },
  { weight: 1, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.array(words, { maxLength: 4 }).map((parts) => `   ${parts.join("  ")}   `) },
  {
    weight: 1,
    arbitrary: fc.array(words, { maxLength: 6 }).map((parts) => `\x1b[31m${tabbed(parts)}\x1b[m`),
  },
  { weight: 1, arbitrary: fc.array(words, { minLength: 12, maxLength: 20 }).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.constant("\x1b(0lqk\x1b(B box \x1b(0mqj\x1b(B") },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map((count) => "z".repeat(count)) },
);

const content = fc.record({
  lines: fc.array(line, { maxLength: 30 }),
  /** Where the cursor is left; some programs leave it in the middle. */
  end: fc.constantFrom("", "\r\n", "\x1b[2;3H", "\x1b[H", "\x1b[1J", "\x1b[4G"),
});

export const randomGround: fc.Arbitrary<Ground> = fc.record({
  cols: fc.integer({ min: 4, max: 30 }),
  /** In a window of one line tmux shows the line below the one that it is at. */
  rows: fc.integer({ min: 2, max: 9 }),
  content: content.map(({ lines, end }) => lines.join("\r\n") + end),
  modeKeys: fc.constantFrom("emacs" as const, "vi" as const),
  wrapSearch: fc.boolean(),
  separators: fc.constantFrom(" -_@", "!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~", ""),
});

const MOVES = [
  ..."back-to-indentation bottom-line cursor-down cursor-left cursor-right cursor-up end-of-line".split(" "),
  ..."halfpage-down halfpage-up history-bottom history-top jump-again jump-reverse jump-to-mark middle-line".split(
    " ",
  ),
  ..."next-matching-bracket next-paragraph next-space next-space-end next-word next-word-end page-down".split(
    " ",
  ),
  ..."page-up previous-matching-bracket previous-paragraph previous-space previous-word scroll-down".split(
    " ",
  ),
  ..."scroll-up start-of-line top-line".split(" "),
];
const SELECTING = [
  ..."begin-selection select-line select-word other-end rectangle-toggle stop-selection clear-selection".split(
    " ",
  ),
  ..."rectangle-on rectangle-off set-mark".split(" "),
];
const COPYING = [
  ..."append-selection copy-end-of-line copy-line copy-selection copy-selection-no-clear copy-pipe".split(
    " ",
  ),
  ..."copy-pipe-line copy-pipe-end-of-line pipe-no-clear copy-pipe-no-clear".split(" "),
];
const LEAVING = [
  ..."cancel append-selection-and-cancel copy-end-of-line-and-cancel copy-line-and-cancel".split(" "),
  ..."copy-selection-and-cancel copy-pipe-and-cancel cursor-down-and-cancel halfpage-down-and-cancel".split(
    " ",
  ),
  ..."page-down-and-cancel scroll-down-and-cancel pipe-and-cancel".split(" "),
];

const times = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>([]) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }).map((count): Step => ["-N", `${count}`]) },
);

function commands(names: readonly string[]): fc.Arbitrary<Step> {
  return fc
    .tuple(times, fc.constantFrom(...names))
    .map(([count, name]) => ["send-keys", ...count, "-X", name]);
}

function withArgument(names: readonly string[], args: fc.Arbitrary<string>): fc.Arbitrary<Step> {
  return fc
    .tuple(times, fc.constantFrom(...names), args)
    .map(([count, name, arg]) => ["send-keys", ...count, "-X", name, arg]);
}

const jumps = ["jump-backward", "jump-forward", "jump-to-backward", "jump-to-forward"];
const texts = fc.constantFrom(
  ..."alpha ALPHA beta a aa z zz 漢 字 日本語 ( [two] x= -- é e\u0301 foo.bar nosuch bb".split(" "),
  "a b",
  " ",
);
const patterns = fc.constantFrom(
  "a+",
  "^a",
  "[a-c]+",
  "z{2,3}",
  "(alpha|alphaalpha)",
  "b.",
  ".",
  "a$",
  "[",
  "o*",
  "..字",
);
const searching: fc.Arbitrary<Step> = fc.oneof(
  withArgument(["search-backward", "search-forward"], fc.oneof(texts, patterns)),
  withArgument(["search-backward-text", "search-forward-text"], texts),
  withArgument(
    ["search-backward-incremental", "search-forward-incremental"],
    fc.tuple(fc.constantFrom("=", "+", "-"), fc.oneof(texts, fc.constant(""))).map((parts) => parts.join("")),
  ),
  commands(["search-again", "search-reverse"]),
);

const resizing: fc.Arbitrary<Step> = fc
  .tuple(fc.integer({ min: 3, max: 32 }), fc.integer({ min: 2, max: 10 }))
  .map(([cols, rows]) => ["resize-window", "-x", `${cols}`, "-y", `${rows}`]);

export const randomStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: commands(MOVES) },
  { weight: 8, arbitrary: commands(SELECTING) },
  { weight: 4, arbitrary: commands(COPYING) },
  { weight: 1, arbitrary: commands(LEAVING) },
  { weight: 6, arbitrary: searching },
  { weight: 2, arbitrary: withArgument(jumps, fc.constantFrom("a", "(", "]", " ", "漢", "z", "-")) },
  {
    weight: 1,
    arbitrary: withArgument(["goto-line"], fc.constantFrom("0", "1", "3", "100", "-1", "x", "-5")),
  },
  { weight: 1, arbitrary: resizing },
  { weight: 1, arbitrary: fc.constant<Step>(["send-keys", "-X", "refresh-from-pane"]) },
);

/**
 * tmux finds no regular expression in a line whose last column is the second one of a wide character; ours does. Where there
 * are such characters, the text itself is looked for.
 */
export function comparable({ content }: Ground, step: Step): Step {
  const isWide = /[\u3000-\u9fff\uff00-\uffef]/.test(content);
  return isWide ? step.map((word) => word.replace(/^search-(backward|forward)$/, "$&-text")) : step;
}
