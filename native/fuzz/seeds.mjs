/** Writes one file for each kind of well-formed conversation and output, as seeds for the fuzzers. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const u = (size, value) => {
  const bytes = Buffer.alloc(size);
  for (let i = 0; i < size; i++) bytes[i] = Number((BigInt(value) >> BigInt(8 * i)) & 255n);
  return bytes;
};
const str = (text) => Buffer.concat([u(4, Buffer.byteLength(text)), Buffer.from(text)]);
const list = (items) => Buffer.concat([u(4, items.length), ...items.map(str)]);
const frame = (type, ...parts) => {
  const payload = Buffer.concat(parts);
  return Buffer.concat([u(4, payload.length), u(1, type), payload]);
};
const preamble = (role, version = 1) =>
  Buffer.concat([Buffer.from([0xf5]), Buffer.from(`MLN${role}\0`), u(2, version)]);

const conversations = {
  hello: [
    preamble("c"),
    frame(
      1,
      u(8, 7),
      u(4, 7),
      u(2, 80),
      u(2, 24),
      u(4, 1),
      str("tmux"),
      str("/"),
      str(""),
      list(["ls"]),
      list(["A=b"]),
    ),
  ],
  launch: [
    preamble("l", 4),
    frame(
      1,
      u(8, 1),
      str("/tmp/s"),
      str("/"),
      str("/bin/sh"),
      list(["sh", "-c", "exit"]),
      list(["PATH=/bin"]),
      u(2, 80),
      u(2, 24),
      u(1, 0),
      str("{}"),
    ),
    frame(2, u(8, 2), u(4, 99999), u(1, 0)),
  ],
  holder: [
    preamble("h"),
    frame(1, u(8, 0)),
    frame(2, u(8, 100)),
    frame(3, u(8, 9), Buffer.from("echo\r")),
    frame(4, u(2, 80), u(2, 24), u(2, 0), u(2, 0)),
    frame(5, u(1, 15), u(1, 1)),
    frame(6, u(4, 1)),
    frame(7, u(4, 500)),
    frame(8),
    frame(9),
  ],
  tooLong: [preamble("h"), Buffer.from([255, 255, 255, 255, 1])],
  garbage: [Buffer.from("GET / HTTP/1.1\r\n\r\n")],
};

/** A pane of 80x24 on a terminal with every ability. */
const pane = Buffer.from([0, 0, 79, 23, 0, 0, 255, 255]);
const printed = {
  text: [pane, Buffer.from("word ─é⠋")],
  pen: [pane, Buffer.from("\x1b[;1;31ma\x1b[38;5;130;48;2;1;2;3mb\x1b[K\x1b[m")],
  movement: [pane, Buffer.from("\x1b[2;5Ha\r\nb\b\x1b[3A\x1b[2B\x1b[4C\x1b[D\x1b[7G\x1b[3d|c")],
  erasing: [pane, Buffer.from("\x1b[K\x1b[1K\x1b[2K\x1b[J\x1b[2J\x1b[4X\x1b[2@\x1b[P")],
  modes: [pane, Buffer.from("\x1b[?25l\x1b[?2026ha\x1b[?2026l\x1b[34h\x1b[?25h\x1b(B\x0f")],
};

/** Frames that a holder accepts after HOLDER_RESUME. */
const daemonSays = {
  everything: conversations.holder,
  describe: [preamble("h"), frame(1, u(8, 0)), frame(16, Buffer.from("{}")), frame(15), frame(6, u(4, 2))],
  lending: [
    preamble("h"),
    frame(1, u(8, 0)),
    frame(10, u(8, 5), u(8, 7), str("/dev/null"), u(8, 1), u(8, 2), u(8, 3), Buffer.alloc(32, 255)),
    frame(
      12,
      u(8, 5),
      u(8, 33),
      u(2, 0),
      u(2, 0),
      u(2, 80),
      u(2, 24),
      u(2, 0),
      u(2, 0),
      u(2, 80),
      u(4, 65535),
    ),
    frame(13, u(8, 5)),
    frame(11, u(8, 5)),
    frame(14, u(8, 5)),
  ],
  typing: [
    preamble("h"),
    frame(1, u(8, 0)),
    ...[1, 2, 2, 3].map((id) => frame(3, u(8, id), Buffer.from("abc\r"))),
  ],
};

/** What a kernel answers, arguments, environment, and what the daemon sends (fast-path-fuzz.c). */
const part = (...texts) => {
  const bytes = Buffer.concat(texts.map((text) => Buffer.from(text)));
  return Buffer.concat([u(2, bytes.length), bytes]);
};
const listing = part("tmux\0list-panes\0-F\0#{pane_id}\0");
const variables = part("MULLION_DIR=/tmp/m\0A=b\0");
const answered = [frame(65, Buffer.from("%0\n")), frame(66, Buffer.from("no\n")), frame(67, u(1, 3))];
const calls = {
  plain: [part(), listing, variables, ...answered],
  inPieces: [
    part(Buffer.from(Array.from({ length: 99 }, (_, i) => (i * 37) & 0xf0))),
    listing,
    variables,
    ...answered,
  ],
  ownDirectory: [part(), part("/usr/bin/tmux\0has-session\0"), part("A=b\0"), frame(67, u(1, 0), u(1, 0))],
  sharedSocket: [part(), part("tmux\0-S\0/tmp/s\0ls\0"), variables, ...answered],
  wantsStdin: [part(), listing, variables, frame(65, Buffer.from("a")), frame(68, u(1, 1)), ...answered],
  long: [part(), listing, variables, frame(65, Buffer.alloc(300, "x")), ...answered],
  longEnvironment: [part(), listing, part("A=".padEnd(700, "b")), ...answered],
};

const seeds = { frame: conversations, drawing: printed, conversation: daemonSays, "fast-path": calls };

export function writeSeeds(target, directory) {
  mkdirSync(directory, { recursive: true });
  for (const [name, parts] of Object.entries(seeds[target]))
    writeFileSync(join(directory, name), Buffer.concat(parts));
}
