import { describe, expect, it } from "vitest";
import type { Prompt } from "../../../core/face/prompt.ts";
import { parseKey } from "../../../core/keys/key-name.ts";
import type { CompletionOffer } from "./completion-menu.ts";
import { PromptEditor, type PromptWorld } from "./prompt-editor.ts";

interface Told {
  readonly text: string;
  readonly done: boolean;
}

const CHOICES = ["select-layout", "select-pane"].map((text) => ({ name: text, text }));

function open(rest: Partial<Prompt> = {}, world: Partial<PromptWorld> = {}) {
  const told: Told[] = [];
  const added: string[] = [];
  const offers: CompletionOffer[] = [];
  let cancelled = false;
  const prompt: Prompt = {
    message: ":",
    initial: "",
    type: "command",
    answer: (text, { done }) => {
      told.push({ text, done });
      return undefined;
    },
    onCancelled: () => {
      cancelled = true;
    },
    ...rest,
  };
  const editor = new PromptEditor(prompt, {
    vi: false,
    wordSeparators: "!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~",
    history: () => ["older", "newer"],
    addHistory: (_, line) => added.push(line),
    buffer: () => "pasted",
    complete: ({ word }) => {
      if (word === "select-") return { choices: CHOICES, shows: "first" };
      return { text: word === "se" ? "select-" : "select-pane " };
    },
    offer: (offer) => offers.push(offer),
    ...world,
  });
  const press = (...names: string[]) => names.map((name) => editor.press(parseKey(name)!)).at(-1);
  const type = (text: string) =>
    press(...Array.from(text, (character) => (character === " " ? "Space" : character)));
  return { editor, press, type, told, added, offers, wasCancelled: () => cancelled };
}

/** The line with `|` at the cursor. */
const shown = ({ shown: { text, cursor } }: PromptEditor) =>
  `${[...text].slice(0, cursor).join("")}|${[...text].slice(cursor).join("")}`;

describe("emacs keys", () => {
  it.each([
    [["C-a"], "|one two-three é"],
    [["C-a", "C-f", "Right"], "on|e two-three é"],
    [["BSpace", "C-h"], "one two-three|"],
    [["M-b", "M-b"], "one two-|three é"],
    [["C-a", "M-f"], "one| two-three é"],
    [["C-w", "C-w"], "one two-|"],
    [["C-w", "C-a", "C-y"], "é|one two-three "],
    [["C-a", "C-k"], "|"],
    [["C-u"], "|"],
    [["C-t"], "one two-threeé |"],
    [["Home", "DC", "End"], "ne two-three é|"],
    [["Left", "x"], "one two-three x|é"],
    [["Up"], "newer|"],
    [["Up", "Up", "Up", "Down"], "newer|"],
    [["Up", "Down"], "|"],
  ])("%j", (keys, expected) => {
    const { editor, press } = open({ initial: "one two-three é" });
    press(...keys);
    expect(shown(editor)).toBe(expected);
  });

  it("answer, give up and keep a history", () => {
    const prompt = open();
    prompt.type("ls");
    expect(prompt.press("Enter")).toBe("close");
    expect(prompt.told).toEqual([{ text: "ls", done: true }]);
    expect(prompt.added).toEqual(["ls"]);
    const other = open();
    expect(other.press("Escape")).toBe("close");
    expect(other.wasCancelled()).toBe(true);
  });

  it("complete as far as it is clear", () => {
    const { editor, press, type } = open();
    type("x se");
    press("Tab");
    expect(shown(editor)).toBe("x select-|");
    type("p");
    press("Tab");
    expect(shown(editor)).toBe("x select-pane |");
  });

  it("offer what it may become where that is not clear", () => {
    const { editor, press, type, offers } = open();
    type("x select-");
    press("Tab");
    expect(shown(editor)).toBe("x select-|");
    expect(offers).toEqual([expect.objectContaining({ choices: CHOICES, shows: "first" })]);
    offers[0]!.onChosen("select-layout");
    expect(shown(editor)).toBe("x select-layout|");
  });
});

describe("vi keys", () => {
  it.each([
    [["Escape", "0", "w"], "one |two-three"],
    [["Escape", "0", "e"], "on|e two-three"],
    [["Escape", "0", "W", "W"], "one two-three|"],
    [["Escape", "b"], "one two-|three"],
    [["Escape", "B", "x"], "one |wo-three"],
    [["Escape", "0", "i", "A"], "A|one two-three"],
    [["Escape", "^", "D"], "|"],
    [["Escape", "S", "q"], "q|"],
    [["Escape", "k"], "newer|"],
  ])("%j", (keys, expected) => {
    const { editor, press } = open({ initial: "one two-three" }, { vi: true });
    press(...keys);
    expect(shown(editor)).toBe(expected);
  });

  it("say when keys are commands", () => {
    const { editor, press } = open({}, { vi: true });
    press("Escape");
    expect(editor.shown.command).toBe(true);
    press("a");
    expect(editor.shown.command).toBe(false);
    expect(press("Escape", "q")).toBe("close");
  });
});

describe("other prompts", () => {
  it("take one key", () => {
    const { press, told } = open({ single: true });
    expect(press("y")).toBe("close");
    expect(told).toEqual([{ text: "y", done: true }]);
  });

  it("take the name of a key", () => {
    const { press, told } = open({ key: true });
    expect(press("C-Left")).toBe("close");
    expect(told).toEqual([{ text: "C-Left", done: true }]);
  });

  it("take digits, and pass on what ends them", () => {
    const { press, told } = open({ numeric: true });
    expect(press("1", "2", "j")).toBe("pass");
    expect(told).toEqual([{ text: "12", done: true }]);
  });

  it("tell every change", () => {
    const { press, told } = open({ incremental: true, initial: "before" });
    press("C-r", "x", "C-s", "Enter");
    expect(told.map(({ text }) => text)).toEqual(["=", "=before", "=beforex", "+beforex", "beforex"]);
  });
});
