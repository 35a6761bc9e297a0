import { afterAll, describe, expect, it } from "vitest";
import { copyCommands } from "../../../src/core/modes/copy/copy-commands.ts";
import { need } from "../../setup/need.ts";
import { Arena, type Ground, type Step } from "./arena.ts";

/** Every command of `send-keys -X` in tmux 3.3a that takes an argument, with some; those that may do without are called so too. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  "copy-end-of-line": ["named"],
  "copy-line": ["#{session_id}"],
  "copy-selection": ["named"],
  "copy-selection-no-clear": ["named"],
  "goto-line": ["2", "99", "-1"],
  "jump-backward": ["i", "("],
  "jump-forward": ["e", " "],
  "jump-to-backward": ["i"],
  "jump-to-forward": ["e"],
  "search-backward": ["li", "l.n", "^", "nosuch", "Line"],
  "search-backward-incremental": ["=li", "+li", "-lin", "="],
  "search-backward-text": ["l.n", "li"],
  "search-forward": ["li", "[0-9]+", "(a|an)", "nosuch"],
  "search-forward-incremental": ["=li", "+li", "-lin", "="],
  "search-forward-text": ["l.n", "wide"],
};

const CONTENT = [
  "first line of the text",
  "  indented (with [nested] {brackets}) and a long line that wraps over the edge of the window",
  "",
  "漢字 wide 漢字 and e\u0301 marks",
  "a\tb\tc",
  ...Array.from({ length: 12 }, (_, number) => `line number ${number} of-the_history`),
  "last words here",
].join("\r\n");

const ground = (modeKeys: Ground["modeKeys"]): Ground => ({ cols: 32, rows: 8, content: CONTENT, modeKeys });
const send = (...words: string[]): Step => ["send-keys", "-X", ...words];

/** Places and selections that each command starts from. */
const STARTS: readonly (readonly Step[])[] = [
  [],
  [send("history-top"), ["send-keys", "-N", "2", "-X", "cursor-down"], send("next-word")],
  [send("search-backward", "wide"), send("begin-selection"), ["send-keys", "-N", "3", "-X", "cursor-right"]],
  [send("history-top"), send("cursor-down"), send("select-word"), send("cursor-down")],
  [
    send("middle-line"),
    send("rectangle-on"),
    send("begin-selection"),
    send("cursor-down"),
    send("end-of-line"),
  ],
];

function callsOf(name: string): readonly Step[] {
  const bare = send(name);
  const given = (ARGUMENTS[name] ?? []).map((argument) => send(name, argument));
  return [bare, ["send-keys", "-N", "3", "-X", name], ...given];
}

describe.runIf(need("tmux"))("every command of copy mode", () => {
  const arena = new Arena();
  afterAll(() => arena.stop());
  const names = [...copyCommands.keys()];

  it("is there, and no other", () => expect(names).toHaveLength(80));

  describe.each(["emacs", "vi"] as const)("with %s keys", (modeKeys) => {
    it.each(STARTS.map((start, number) => [number, start] as const))("from start %i", async (_, start) => {
      const leave = send("cancel");
      const steps = names.flatMap((name) => callsOf(name).flatMap((call) => [...start, call, leave]));
      await arena.compare(ground(modeKeys), steps);
    });
  });
});
