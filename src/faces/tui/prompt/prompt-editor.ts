import type { CompletedWord, Completion, Prompt, PromptType } from "../../../core/face/prompt.ts";
import { textWidth } from "../../../core/format/width.ts";
import {
  BASE_MASK,
  bindable,
  CHARACTER_START,
  isCharacter,
  type Key,
  MODIFIERS,
} from "../../../core/keys/key.ts";
import { formatKey } from "../../../core/keys/key-name.ts";
import type { PromptLine } from "../own-picture.ts";
import type { CompletionOffer } from "./completion-menu.ts";
import { EditedLine } from "./edited-line.ts";
import { byKey, viCommandKeys, viEntryKeys } from "./vi-keys.ts";

/** The parts of the client and its server that editing a prompt uses. */
export interface PromptWorld {
  /** Whether the option status-keys is vi. */
  readonly vi: boolean;
  readonly wordSeparators: string;
  history(type: PromptType): readonly string[];
  addHistory(type: PromptType, line: string): void;
  /** Text of the newest buffer, for C-y. */
  buffer(): string;
  complete(word: CompletedWord): Completion;
  /** Shows a menu from which the user picks a completion. */
  offer(offer: CompletionOffer): void;
}

type Change = "none" | "changed" | "closed";
type Action = (editor: PromptEditor) => Change;

/** A prompt while it is answered: the line, its history, and the effect of each key. */
export class PromptEditor {
  readonly prompt: Prompt;
  readonly line: EditedLine;
  readonly world: PromptWorld;
  /** Whether vi command mode is active. */
  #commands = false;
  /** Steps back in the history; 0 is the text being typed. */
  #back = 0;
  /** The search text that an incremental prompt starts again with. */
  #last: string;

  constructor(prompt: Prompt, world: PromptWorld) {
    this.prompt = prompt;
    this.world = world;
    this.#last = prompt.incremental ? prompt.initial : "";
    this.line = new EditedLine(prompt.incremental ? "" : prompt.initial);
    if (prompt.incremental) prompt.answer("=", { done: false });
  }

  get shown(): PromptLine {
    const { message } = this.prompt;
    return {
      kind: "prompt",
      message,
      text: this.line.text,
      cursor: this.line.cursor,
      command: this.#commands,
    };
  }

  /** "pass": the prompt is closed, and the key goes to the next handler. */
  press(key: Key): "keep" | "close" | "pass" {
    const { prompt } = this;
    if (prompt.key) {
      prompt.answer(formatKey(bindable(key)), { done: true });
      return "close";
    }
    if (prompt.numeric) return this.#numeric(key);
    return this.#edit(bindable(key)) === "closed" ? "close" : "keep";
  }

  answer(): Change {
    const { text } = this.line;
    if (text !== "") this.world.addHistory(this.prompt.type, text);
    return this.prompt.answer(text, { done: true }) ? "none" : "closed";
  }

  cancel(): Change {
    this.prompt.onCancelled?.();
    return "closed";
  }

  /** C-r and C-s: searches for the next match in this direction, or for the previous search text. */
  search(sign: "+" | "-"): Change {
    if (!this.prompt.incremental) return "none";
    const again = this.line.text !== "";
    if (!again) this.line.text = this.#last;
    this.prompt.answer(`${again ? sign : "="}${this.line.text}`, { done: false });
    return "none";
  }

  recall(step: 1 | -1): Change {
    const history = this.world.history(this.prompt.type);
    if (step === 1 && this.#back >= history.length) return "none";
    this.#back = Math.max(0, this.#back + step);
    this.line.text = history[history.length - this.#back] ?? "";
    return "changed";
  }

  complete(): Change {
    const { from, to } = this.line.wordAround;
    const { type, message } = this.prompt;
    const word = this.line.slice(from, to);
    const {
      text,
      choices,
      shows = "first",
      indent = 0,
    } = this.world.complete({
      word,
      first: from === 0,
      type,
    });
    if (text !== undefined) {
      this.line.replace(from, to, text);
      return "changed";
    }
    const column = textWidth(message) + from + indent;
    if (choices) this.world.offer({ choices, shows, column, onChosen: (chosen) => this.#choose(chosen) });
    return "none";
  }

  #choose(text: string): void {
    const { from, to } = this.line.wordAround;
    if (this.prompt.type === "window-target") this.line.text = text;
    else this.line.replace(from, to, text);
  }

  #numeric(key: Key): "keep" | "pass" {
    const digit = key >= 0x30 && key <= 0x39;
    if (digit) {
      this.line.insert(String.fromCharCode(key));
      return "keep";
    }
    this.prompt.answer(this.line.text, { done: true });
    return "pass";
  }

  #edit(key: Key): Change {
    const name = formatKey(key);
    const meant = this.world.vi ? this.#viMeaning(name) : name;
    if (meant === undefined) return "none";
    const action = this.world.vi && meant === "typed" ? undefined : ACTIONS.get(meant);
    const change = action ? action(this) : this.#type(key);
    if (change === "changed" && this.prompt.incremental)
      this.prompt.answer(`=${this.line.text}`, { done: false });
    return change;
  }

  /** "typed": a character of the text. Undefined: only the mode changed, or nothing did. */
  #viMeaning(name: string): string | undefined {
    if (!this.#commands) {
      if (name !== "Escape") return viEntryKeys.has(name) ? name : "typed";
      this.#commands = true;
      return undefined;
    }
    const meaning = viCommandKeys.get(name);
    if (meaning?.typing) this.#commands = false;
    return meaning?.key;
  }

  #type(key: Key): Change {
    const character = characterOf(key);
    if (character === undefined) return "none";
    this.line.insert(character);
    if (!this.prompt.single) return "changed";
    if (this.line.length !== 1) return "closed";
    return this.prompt.answer(this.line.text, { done: true }) ? "changed" : "closed";
  }
}

const ACTIONS = byKey<Action>([
  ["Left C-b", ({ line }) => moved(() => line.moveTo(line.cursor - 1))],
  ["Right C-f", ({ line }) => moved(() => line.moveTo(line.cursor + 1))],
  ["Home C-a", ({ line }) => moved(() => line.moveTo(0))],
  ["End C-e", ({ line }) => moved(() => line.moveTo(line.length))],
  ["Tab", (editor) => editor.complete()],
  ["BSpace C-h", ({ line }) => ifChanged(line.remove(line.cursor - 1, line.cursor))],
  ["DC C-d", ({ line }) => ifChanged(line.remove(line.cursor, line.cursor + 1))],
  ["C-u", ({ line }) => changed(() => line.remove(0, line.length))],
  ["C-k", ({ line }) => ifChanged(line.remove(line.cursor, line.length))],
  ["C-w", ({ line, world }) => changed(() => line.removeWordBefore(world.wordSeparators))],
  [
    "C-Right M-f",
    ({ line, world }) => changed(() => line.moveTo(line.wordAfter(world.wordSeparators, false))),
  ],
  ["C-Left M-b", ({ line, world }) => changed(() => line.moveTo(line.wordBefore(world.wordSeparators)))],
  ["vi-B", ({ line }) => changed(() => line.moveTo(line.wordBefore("")))],
  ["vi-e", ({ line, world }) => changed(() => line.moveTo(line.wordEnd(world.wordSeparators)))],
  ["vi-E", ({ line }) => changed(() => line.moveTo(line.wordEnd("")))],
  ["vi-w", ({ line, world }) => changed(() => line.moveTo(line.wordAfter(world.wordSeparators, true)))],
  ["vi-W", ({ line }) => changed(() => line.moveTo(line.wordAfter("", true)))],
  ["Up C-p", (editor) => editor.recall(1)],
  ["Down C-n", (editor) => editor.recall(-1)],
  ["C-y", ({ line, world }) => ifChanged(line.paste(world.buffer()))],
  ["C-t", ({ line }) => ifChanged(line.transpose())],
  ["Enter C-j", (editor) => editor.answer()],
  ["Escape C-c C-g", (editor) => editor.cancel()],
  ["C-r", (editor) => editor.search("-")],
  ["C-s", (editor) => editor.search("+")],
]);

function moved(run: () => void): Change {
  run();
  return "none";
}

function changed(run: () => unknown): Change {
  run();
  return "changed";
}

function ifChanged(change: boolean): Change {
  return change ? "changed" : "none";
}

function characterOf(key: Key): string | undefined {
  const base = key & BASE_MASK;
  if (isCharacter(key)) return String.fromCodePoint(base - CHARACTER_START);
  return base > 0x1f && base <= 0x7f && (key & MODIFIERS) === 0 ? String.fromCharCode(base) : undefined;
}
