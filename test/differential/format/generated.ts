import fc from "fast-check";

/**
 * Expressions by the grammar, nested and mostly meaningful. Plain ASCII only: where a substitution moves on by one byte,
 * the oracle cuts longer characters in two (and may then never come back from measuring them), which ours does not.
 */
export function generateExpressions(seed: number, count: number): string[] {
  const comparable = expression.filter((text) => !BACK_REFERENCE.test(text));
  return fc.sample(comparable, { seed, numRuns: count });
}

/** `#{m/r:|(a)\1, }` (seed 245235399): a deliberate difference, see differences.ts. */
const BACK_REFERENCE = /\(a\).*\\1/;

const names = fc.constantFrom(
  ..."session_name @global @styled @control @commas @path @shell @empty @zero pane_title pane_id nosuch mouse".split(
    " ",
  ),
  ..."window_flags pane_index GLOBALVAR BOTH window_layout pane_marked session_windows".split(" "),
);

const literals = fc.constantFrom(
  ..."a b ab abc 1 0 2 -3 10 #, #} ## x* [a] ^a a$ (a) \\1 \\0 . %% %d %Y %10 a|b #I #[fg=red] ] aa+ b? * .. ; : / | = A".split(
    " ",
  ),
  " ",
);

const argument = fc.constantFrom(..."3 -3 5 a b x ab i r f p w s e h l [a-z] ^. . 2".split(" "), " ");

const { expression } = fc.letrec<{ expression: string; text: string; arg: string; modifier: string }>(
  (tie) => ({
    text: fc
      .array(fc.oneof({ maxDepth: 2 }, literals, literals, tie("expression")), { minLength: 1, maxLength: 3 })
      .map(joined),
    arg: fc.oneof({ maxDepth: 2 }, argument, argument, argument, tie("expression")),
    modifier: fc.oneof(
      fc.constantFrom(..."l b d n w E q q/e a c m m/r m/i == != < <= && || N N/s P W S C C/r".split(" ")),
      fc.constantFrom("e|+|", "e|-|f", "e|*|f|1", "e|>|", "e|==|", "e|<|f"),
      tie("arg").map((arg) => `=${arg}`),
      tie("arg").map((arg) => `p${arg}`),
      wrapped("=", 2, tie),
      wrapped("s", 2, tie),
      wrapped("s", 2, tie).map((text) => `${text}i`),
    ),
    expression: fc.oneof(
      { maxDepth: 3 },
      names.map((name) => `#{${name}}`),
      fc.tuple(tie("modifier"), names).map(([modifier, name]) => `#{${modifier}:${name}}`),
      fc
        .tuple(fc.oneof(names, tie("text")), tie("text"), tie("text"))
        .map((parts) => `#{?${parts.join(",")}}`),
      fc
        .tuple(
          fc.array(tie("modifier"), { minLength: 1, maxLength: 2 }),
          fc.array(tie("text"), { minLength: 1, maxLength: 2 }),
        )
        .map(([modifiers, texts]) => `#{${modifiers.join(";")}:${texts.join(",")}}`),
    ),
  }),
);

type Tie = (name: "arg") => fc.Arbitrary<string>;

/** `s/a/b/` with a wrapper of choice. */
function wrapped(name: string, count: number, tie: Tie): fc.Arbitrary<string> {
  const args = fc.array(tie("arg"), { minLength: count, maxLength: count });
  return fc
    .tuple(fc.constantFrom("/", "|", ",", "!"), args)
    .map(([sign, parts]) => `${name}${sign}${parts.join(sign)}${sign}`);
}

function joined(parts: readonly string[]): string {
  return parts.join("");
}
