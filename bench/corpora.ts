/** Deterministic output of four kinds, in blocks that are repeated to the wanted size. */

/** A small generator (xorshift), so that every run parses the same bytes. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const words = "the pane holds a window of text while the agent writes and the build runs to its end".split(
  " ",
);

function lines(count: number, line: (next: (below: number) => number) => string): string {
  const next = random(20_261_115);
  return `${Array.from({ length: count }, () => line(next)).join("\r\n")}\r\n`;
}

const sentence = (next: (below: number) => number, length: number) =>
  Array.from({ length }, () => words[next(words.length)]).join(" ");

const plain = () => lines(2000, (next) => sentence(next, 6 + next(10)));

const sgr = () =>
  lines(2000, (next) =>
    Array.from({ length: 8 }, () => {
      const colour = next(2) ? `38;5;${next(256)}` : `38;2;${next(256)};${next(256)};${next(256)}`;
      return `\x1b[${colour}${next(3) ? "" : ";1;4"}m${words[next(words.length)]}\x1b[0m`;
    }).join(" "),
  );

const fullScreen = () => {
  const next = random(80_24);
  let out = "";
  for (let frame = 0; frame < 60; frame++) {
    out += "\x1b[H";
    for (let row = 1; row <= 24; row++) {
      out += `\x1b[${row};1H\x1b[${30 + next(8)}m${sentence(next, 10).slice(0, 60)}\x1b[K\x1b[${row};66H\x1b[7m ${next(9999)} \x1b[0m`;
    }
  }
  return out;
};

const pieces = [
  "日本語の端末",
  "한국어",
  "中文字符",
  "naïve café",
  "🚀✨🔥",
  "Ελληνικά",
  "é̀ combining",
  "русский",
];
const unicode = () =>
  lines(2000, (next) => Array.from({ length: 6 }, () => pieces[next(pieces.length)]).join(" "));

const blocks = { plain, SGR: sgr, "full-screen": fullScreen, unicode };
export type CorpusName = keyof typeof blocks;
export const corpusNames = Object.keys(blocks) as CorpusName[];

/** At least `bytes` long, cut at the end of a block so that no sequence is split. */
export function corpus(name: CorpusName, bytes: number): Buffer {
  const block = Buffer.from(blocks[name]());
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / block.length) }, () => block));
}
