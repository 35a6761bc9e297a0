import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScreen } from "../../../src/core/screen/emulator.ts";

/** Questions that applications ask, each on a screen where the cursor stands at column 4 of line 2. */
const questions: Readonly<Record<string, string>> = {
  DA1: "\x1b[c",
  "DA1 with zero": "\x1b[0c",
  "DA1 with one": "\x1b[1c",
  DA2: "\x1b[>c",
  DA3: "\x1b[=c",
  "DSR status": "\x1b[5n",
  "DSR cursor": "\x1b[6n",
  "DSR private cursor": "\x1b[?6n",
  XTVERSION: "\x1b[>q",
  "XTVERSION with zero": "\x1b[>0q",
  "window size in characters": "\x1b[18t",
  "window size in pixels": "\x1b[14t",
  "title report": "\x1b[21t",
  "window operations": "\x1b[11;13;18t",
  DECRQSS: "\x1bP$qm\x1b\\",
  XTGETTCAP: "\x1bP+q544e\x1b\\",
  "palette colour": "\x1b]4;1;?\x07",
  "foreground colour": "\x1b]10;?\x07",
  "background colour": "\x1b]11;?\x1b\\",
  "cursor colour": "\x1b]12;?\x07",
  "clipboard read": "\x1b]52;c;?\x07",
  "kitty keyboard": "\x1b[?u",
  ENQ: "\x05",
};

/** Silent in tmux 3.3a, answered by ours as newer ones answer: applications wait for it at their start. */
const answeredByOursAlone: Readonly<Record<string, readonly [question: string, answer: string]>> = {
  "bracketed paste mode": ["\x1b[?2004$p", "\x1b[?2004;2$y"],
  "synchronized output mode": ["\x1b[?2026$p", "\x1b[?2026;2$y"],
};

const COLS = 40;
const ROWS = 10;
const MARK = "\x1b[5n";
const MARKED = "\x1b[0n";
const place = "\x1b[2;4H";
const all = {
  ...questions,
  ...Object.fromEntries(Object.entries(answeredByOursAlone).map(([k, [q]]) => [k, q])),
};

/** Asks everything on a raw terminal, a mark behind each question, and keeps what comes back. */
const program = `
import { readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
const [questions, answers, channel] = process.argv.slice(2);
const asked = readFileSync(questions);
const wanted = JSON.parse(readFileSync(questions + ".count", "utf8"));
process.stdin.setRawMode(true);
let heard = "";
process.stdin.on("data", (bytes) => {
  heard += bytes.toString("latin1");
  if (heard.split("\\x1b[0n").length - 1 < wanted) return;
  writeFileSync(answers, heard, "latin1");
  execFileSync("tmux", ["wait-for", "-S", channel]);
  process.exit(0);
});
process.stdout.write(asked);
`;

const work = mkdtempSync(join(tmpdir(), "replies-"));
const socket = `screen-replies-${process.pid}`;
const env = { ...process.env, TMUX: "", TMUX_TMPDIR: work };
const tmux = (...argv: string[]): Buffer =>
  execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...argv], { env, timeout: 30_000, stdio: "pipe" });

let theirs: Record<string, string>;

beforeAll(() => {
  const asked = Object.values(all).map((question) => place + question + MARK);
  // "DSR status" is the mark itself, and so is answered twice.
  writeFileSync(join(work, "questions"), asked.join(""));
  writeFileSync(join(work, "questions.count"), `${asked.length + 1}`);
  writeFileSync(join(work, "ask.mjs"), program);
  const command = [
    process.execPath,
    ...["ask.mjs", "questions", "answers"].map((name) => join(work, name)),
    "told",
  ];
  tmux("new-session", "-d", "-x", `${COLS}`, "-y", `${ROWS}`, ...command, ";", "wait-for", "told");
  theirs = answers(readFileSync(join(work, "answers"), "latin1"));
}, 40_000);

afterAll(() => {
  try {
    tmux("kill-server");
  } catch {
    // It ended by itself with its last pane.
  }
  rmSync(work, { recursive: true });
});

/** The reply to each query, without the mark after it. */
function answers(heard: string): Record<string, string> {
  const parts = heard.split(MARKED);
  const found: Record<string, string> = {};
  for (const name of Object.keys(all)) {
    found[name] = parts.shift()!;
    if (name === "DSR status") found[name] += MARKED + parts.shift()!;
  }
  return found;
}

function ours(): Record<string, string> {
  let heard = "";
  const reply = (bytes: Uint8Array): void => {
    heard += String.fromCharCode(...bytes);
  };
  const screen = createScreen({ cols: COLS, rows: ROWS, historyLimit: 100, listener: { reply } });
  for (const question of Object.values(all)) screen.write(new TextEncoder().encode(place + question + MARK));
  return answers(heard);
}

describe("answers to an application's questions", () => {
  it.each(Object.keys(questions))("%s is answered as tmux answers it", (name) => {
    expect(ours()[name]).toBe(theirs[name]);
  });

  it.each(Object.entries(answeredByOursAlone))("%s is answered though tmux is silent", (name, [, answer]) => {
    expect(theirs[name]).toBe("");
    expect(ours()[name]).toBe(answer);
  });
});
