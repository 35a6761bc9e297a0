/** Output as a strange application might write it, the same for the same seed. */
export function randomOutput(seed: number, tokens: number): string {
  const random = generator(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const number = (): string => pick(["", "0", "1", "2", "3", `${below(12)}`, `${below(30)}`, "99999"]);
  // See the difference about underline colours: not together with what does not go through runs.
  const oddModes = seed % 2 === 0;
  const styles = oddModes ? sgr : [...sgr, ...underlineColours];
  const word = (): string => Array.from({ length: 1 + below(9) }, () => pick(letters)).join("");
  const makers: readonly (() => string)[] = [
    word,
    word,
    word,
    () => word() + word() + word() + word(),
    () => pick(["\r\n", "\n", "\r", "\b", "\t", "\v", "\f", "\r\n\r\n"]),
    () => pick(["\r\n", "\n", "\r\n"]),
    () => `\x1b[${number()};${number()}H`,
    () => `\x1b[${number()}${pick(Array.from("ABCDEFG`d"))}`,
    () => `\x1b[${number()}${pick(Array.from("@PXLMST"))}`,
    () => `\x1b[${number()}${pick(Array.from("JK"))}`,
    () => `\x1b[${pick(["", "0", "1", "2"])}${pick(Array.from("JK"))}`,
    () => `\x1b[${number()};${number()}r`,
    () => `\x1b[${pick(styles)}m`,
    () => `\x1b[${pick(styles)};${pick(styles)}m`,
    () =>
      pick([
        "\x1bD",
        "\x1bM",
        "\x1bE",
        "\x1b7",
        "\x1b8",
        "\x1bH",
        "\x1b[s",
        "\x1b[u",
        "\x1b[g",
        "\x1b[3g",
        "\x1b[Z",
      ]),
    () => `a\x1b[${number()}b`,
    () => (oddModes ? pick(["\x1b(0", "\x1b(B", "\x1b)0", "\x0e", "\x0f"]) : word()),
    () => (oddModes ? pick(["\x1b[?7l", "\x1b[?7h", "\x1b[?7h"]) : word()),
    () => pick(["\x1b[4h", "\x1b[4l", "\x1b[4l", "\x1b[?6h", "\x1b[?6l"]),
    () => pick(["\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?47l", "\x1b[?1049l"]),
    () => pick(wide).repeat(1 + below(4)),
    () => pick(wide),
    () =>
      pick([
        "\x1b#8",
        "\x1bc",
        "\x1b[?25l",
        "\x1b[?1h",
        "\x1b=",
        "\x1b[?1002h",
        "\x1b[?1006h",
        "\x1b[?3h",
        "\x1b[1;1;1;1m",
      ]),
    () => " ".repeat(1 + below(12)),
  ];
  return withoutUnwrappedBlanks(Array.from({ length: tokens }, () => pick(makers)()).join(""));
}

/** See the difference about blanks: none where lines do not wrap, and lines wrap again in the end. */
function withoutUnwrappedBlanks(output: string): string {
  return output.replace(/\x1b\[\?7l[\s\S]*?(?:\x1b\[\?7h|\x1bc|$)/g, (part) => {
    const ends = /\x1b(?:\[\?7h|c)$/.test(part);
    return part.replaceAll(" ", "_") + (ends ? "" : "\x1b[?7h");
  });
}

const letters = Array.from("abcdefgXYZ0189 .\\~#");
/** A joiner stands before a character beyond ASCII: see the differences about joiners. */
const wide = ["漢", "字", "é", "é", "🚀", "👩‍💻", "ｱ", "한", "❤️", "e̝̞", "\u200d💻", "—", "\u0301"];
const sgr = [
  "",
  "0",
  "1",
  "2",
  "3",
  "4",
  "5",
  "7",
  "8",
  "9",
  "21",
  "22",
  "24",
  "27",
  "31",
  "37",
  "39",
  "41",
  "44",
  "49",
  "92",
  "105",
  "53",
  "55",
  "38;5;123",
  "48;5;200",
  "38;2;1;2;3",
  "48;2;9;8;7",
  "4:3",
  "4:5",
  "38:2::4:5:6",
];
const underlineColours = ["58;5;3", "59", "58:2:1:2:3", "58;2;3;4;5", "58;5;3"];

/** mulberry32 */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
