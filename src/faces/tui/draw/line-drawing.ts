import { LINE_DRAWING } from "../../../core/screen/line-drawing.ts";
import { codePointOf } from "../../../core/text/utf8.ts";

/** The nearest ASCII characters, for terminals without the line-drawing set. */
const ASCII = new Map<string, string>(
  "a# j+ k+ l+ m+ n+ o- p- q- r- s- t+ u+ v+ w+ x| y< z> ~.".split(" ").map((pair) => [pair[0]!, pair[1]!]),
);

/**
 * Characters that a terminal without UTF-8 shows as a letter of the line-drawing set; heavy and double lines become
 * plain ones.
 */
const LETTERS = new Map<string, string>(
  ["q─━═", "x│┃║", "l┌┏╔", "k┐┓╗", "m└┗╚", "j┘┛╝", "t├┣╠", "u┤┫╣", "w┬┳╦", "v┴┻╩", "n┼╋╬", "~·"].flatMap(
    (row) => [...row].slice(1).map((character) => [character, row[0]!] as const),
  ),
);

const codesOf = (map: ReadonlyMap<string, string>): ReadonlyMap<number, number> =>
  new Map([...map].map(([from, to]) => [codePointOf(from), codePointOf(to)]));

const characterCodes = codesOf(LINE_DRAWING);
const asciiCodes = codesOf(ASCII);
const letterCodes = codesOf(LETTERS);

/** The code point that a letter of the set draws; the letter itself if it is not in the set. */
export function drawnCharacter(letter: number): number {
  return characterCodes.get(letter) ?? letter;
}

export function asciiFor(letter: number): number {
  return asciiCodes.get(letter) ?? letter;
}

/** The letter of the set that draws a character; undefined if none does. */
export function letterFor(character: number): number | undefined {
  return letterCodes.get(character);
}
