/** Writes one file for each kind of well-formed conversation, for the fuzzer to start from. */
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

const seeds = {
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
    preamble("l", 3),
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
    ),
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

export function writeSeeds(directory) {
  mkdirSync(directory, { recursive: true });
  for (const [name, parts] of Object.entries(seeds))
    writeFileSync(join(directory, name), Buffer.concat(parts));
}
