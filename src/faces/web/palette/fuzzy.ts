const START = 8;
const NEXT = 5;
const ANYWHERE = 1;

/**
 * How well a text answers a search: every letter of the search occurs in order. Letters that follow each other or begin a
 * word count more, and a shorter text wins. Undefined if it does not match.
 */
export function fuzzyScore(search: string, text: string): number | undefined {
  const wanted = search.toLowerCase().replace(/\s+/g, "");
  const given = text.toLowerCase();
  if (wanted === "") return 0;
  let best: number | undefined;
  // The first letter may occur in several places; the best beginning decides.
  for (let from = given.indexOf(wanted[0]!); from >= 0; from = given.indexOf(wanted[0]!, from + 1)) {
    const score = scoreFrom(wanted, given, from);
    if (score === undefined) break;
    best = Math.max(best ?? Number.NEGATIVE_INFINITY, score);
  }
  return best === undefined ? undefined : best - given.length / 100;
}

function scoreFrom(wanted: string, given: string, from: number): number | undefined {
  let score = 0;
  let last = -2;
  for (const letter of wanted) {
    const at = given.indexOf(letter, last < 0 ? from : last + 1);
    if (at < 0) return undefined;
    score += at === last + 1 ? NEXT : startsWord(given, at) ? START : ANYWHERE;
    last = at + letter.length - 1;
  }
  return score;
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || /[\s/:._-]/.test(text[at - 1]!);
}

/** A match in what an entry is called counts more than one in what is said about it. */
const NAMED = 10;

/** The entries that match, best first; equals keep their order. */
export function fuzzySearch<T>(
  search: string,
  entries: readonly T[],
  textOf: (entry: T) => { readonly name: string; readonly more: string },
): T[] {
  const score = ({ name, more }: { readonly name: string; readonly more: string }) => {
    const named = fuzzyScore(search, name);
    return named === undefined ? fuzzyScore(search, `${name} ${more}`) : named + NAMED;
  };
  return entries
    .map((entry) => ({ entry, score: score(textOf(entry)) }))
    .filter((found): found is { entry: T; score: number } => found.score !== undefined)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}
