/**
 * POSIX extended regular expressions, as the C library behind tmux compiles them. A pattern becomes a program for a
 * machine that follows all alternatives at once, so that matching takes time in proportion to text and pattern, whatever
 * the pattern: a pattern comes from the user, and must not be able to stall a daemon.
 */
export type Instruction =
  | { readonly kind: "character"; readonly matches: (character: string) => boolean }
  | { readonly kind: "split"; first: number; second: number }
  | { readonly kind: "jump"; to: number }
  | { readonly kind: "save"; readonly slot: number }
  | { readonly kind: "assert"; readonly holds: Assertion }
  | { readonly kind: "match" };

/** `before` and `after` are the characters around a position; undefined at an end of the text. */
export type Assertion = (before: string | undefined, after: string | undefined) => boolean;

export interface Regex {
  readonly program: readonly Instruction[];
  readonly ignoreCase: boolean;
  /** A text that every match contains, empty if none is known: looking for it first costs little. */
  readonly contains: string;
  /** Two for each group, the whole match included: where it starts and where it ends. */
  readonly slots: number;
}
