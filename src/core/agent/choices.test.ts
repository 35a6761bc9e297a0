import { describe, expect, test } from "vitest";
import { lookOf, recordedMoments } from "../../../bench/states.ts";
import { root } from "../../../test/fixtures/daemon.ts";
import { choicesAt, choicesOf } from "./choices.ts";
import { explainState } from "./explain-state.ts";

const moments = recordedMoments(root);

/** The choices of the recorded moments of a scene, as "text label", each list once. */
const choicesIn = (program: string, name: string) => {
  const lists = moments
    .filter((moment) => moment.program === program && moment.name === name && moment.label === "waiting")
    .map((moment) => {
      const look = lookOf(moment);
      const { question } = explainState(look);
      return choicesAt(look, question).map(({ text, label, keys }) =>
        [text, label, ...(keys ?? [])].join(" "),
      );
    });
  return [...new Set(lists.map((list) => JSON.stringify(list)))].map((list) => JSON.parse(list));
};

describe("recorded moments", () => {
  test.each([
    ["claude", "trust", ["1 Yes, I trust this folder", "2 No, exit"]],
    ["claude", "permission", ["1 Yes", "2 Yes, and always allow access to proj/ from this project", "3 No"]],
    ["claude", "edit", ["1 Yes", "2 Yes, allow all edits during this session", "3 No"]],
    ["claude", "question", ["1 Red", "2 Blue", "3 Type something.", "4 Chat about this"]],
    ["claude", "trust without numbers", ["1 No, exit", "2 Yes, I trust this folder Down"]],
    ["claude", "trust without numbers", ["1 No, exit Up", "2 Yes, I trust this folder"]],
    [
      "claude",
      "theme",
      [
        "1 Auto (match terminal) Up",
        "2 Dark mode",
        "3 Light mode Down",
        "4 Dark mode (colorblind-friendly) Down Down",
        "5 Light mode (colorblind-friendly) Down Down Down",
        "6 Dark mode (ANSI colors only) Down Down Down Down",
        "7 Light mode (ANSI colors only) Down Down Down Down Down",
        "8 New custom theme… Down Down Down Down Down Down",
      ],
    ],
    ["codex", "trust", ["1 Trust and continue", "2 Quit"]],
    [
      "codex",
      "permission",
      [
        "1 Yes, proceed",
        "2 Yes, and don't ask again for commands that start with `touch made-by-agent`",
        "3 No, and tell Codex what to do differently",
      ],
    ],
    ["copilot", "trust", ["1 Yes", "2 Yes, and remember this folder for future sessions", "3 No"]],
    ["gemini", "permission", ["1 Allow once", "2 Allow for this session", "3 No, suggest changes"]],
    [
      "gemini",
      "edit",
      ["1 Allow once", "2 Allow for this session", "3 Modify with external editor", "4 No, suggest changes"],
    ],
    ["qwen", "edit", ["1 Yes, allow once", "2 Yes, allow always", "3 No, suggest changes"]],
    ["bash select", "bash -c 'select x in red green blue; do break; done'", ["1 red", "2 green", "3 blue"]],
  ])("%s: %s", (program, name, expected) => {
    expect(choicesIn(program, name)).toContainEqual(expected);
  });

  test("a program that asks for a text, or for arrow keys without colours, has none", () => {
    expect(choicesIn("sh read", "Enter your name: ")).toEqual([[]]);
    expect(choicesIn("opencode", "permission")).toEqual([[]]);
  });

  test("choices side by side have the keys that select them, from the selected one on", () => {
    expect(choicesIn("opencode", "permission in colour")).toEqual([
      ["1 Allow once", "2 Allow always Right", "3 Reject Right Right"],
      ["1 Allow once Left", "2 Allow always", "3 Reject Right"],
      ["1 Allow once Left Left", "2 Allow always Left", "3 Reject"],
    ]);
    expect(choicesIn("opencode", "edit in colour")).toEqual([
      ["1 Allow once", "2 Allow always Right", "3 Reject Right Right"],
      ["1 Allow once Left Left", "2 Allow always Left", "3 Reject"],
    ]);
    expect(choicesIn("opencode", "always")).toEqual([["1 Confirm", "2 Cancel Right"]]);
  });

  test("a list that a number key selects from needs no pointer", () => {
    expect(choicesIn("opencode", "question in colour")).toEqual([
      ["1 Red", "2 Blue", "3 Type your own answer"],
    ]);
  });
});

test.each([
  ["Allow? [y/N]", ["y Yes", "n No"]],
  ["Overwrite a.txt? (yes/no):", ["yes Yes", "no No"]],
  ["Continue (Y/n)?", ["y Yes", "n No"]],
  ["Are you sure (yes/no/[fingerprint])?", ["yes Yes", "no No"]],
  ["Retry (r), skip (s) or abort (a)?", ["r Retry", "s skip", "a abort"]],
  ["Press Enter to continue...", [" Enter"]],
  ["What is your name?", []],
  ["Password:", []],
])("%s", (question, expected) => {
  expect(choicesOf(question, [question]).map(({ text, label }) => `${text} ${label}`)).toEqual(expected);
});

test("only the lowest list counts, and it begins with 1", () => {
  const rows = ["1. old", "2. list", "", "❯ 1. new", "  2. choice", "Enter to confirm"];
  expect(choicesOf("Which?", rows).map(({ label }) => label)).toEqual(["new", "choice"]);
  expect(choicesOf("Which?", ["❯ 3. c", "  4. d"])).toEqual([]);
  expect(choicesOf("Which?", ["1. a", "2. b"])).toEqual([]);
});
