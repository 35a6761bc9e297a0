import type { MessageOptions } from "../../core/face/face.ts";
import type { Prompt } from "../../core/face/prompt.ts";
import type { Key } from "../../core/keys/key.ts";
import type { Clock } from "../../core/ports.ts";
import type { MessageLine, PromptLine } from "./own-picture.ts";
import { PromptEditor, type PromptWorld } from "./prompt/prompt-editor.ts";

export interface ClientLineOptions {
  readonly clock: Clock;
  readonly world: PromptWorld;
  onChanged(): void;
}

/** The line that temporarily replaces a client's status line: a message, or a prompt below it. */
export class ClientLine {
  readonly #options: ClientLineOptions;
  #message: { readonly line: MessageLine; readonly ignoreKeys: boolean } | undefined;
  #cancelMessage: (() => void) | undefined;
  #prompt: PromptEditor | undefined;

  constructor(options: ClientLineOptions) {
    this.#options = options;
  }

  get shown(): MessageLine | PromptLine | undefined {
    return this.#message?.line ?? this.#prompt?.shown;
  }

  get hasPrompt(): boolean {
    return this.#prompt !== undefined;
  }

  /** A duration of 0 shows the message until a key is pressed. */
  showMessage(text: string, { durationMs = 0, ignoreKeys = false, plain = false }: MessageOptions): void {
    this.#clearMessage();
    // A message without a duration ends at a key even with ignoreKeys, because nothing else would end it.
    this.#message = { line: { kind: "message", text, plain }, ignoreKeys: ignoreKeys && durationMs > 0 };
    if (durationMs > 0)
      this.#cancelMessage = this.#options.clock.after(durationMs, () => this.#clearMessage());
    this.#options.onChanged();
  }

  openPrompt(prompt: Prompt): void {
    this.#clearMessage();
    this.closePrompt();
    this.#prompt = new PromptEditor(prompt, this.#options.world);
    this.#options.onChanged();
  }

  closePrompt(): void {
    const open = this.#prompt;
    this.#prompt = undefined;
    open?.prompt.onCancelled?.();
    if (open) this.#options.onChanged();
  }

  /** Whether the message consumes this key; a message that does not is removed by the key. */
  messageTakes(): boolean {
    if (this.#message?.ignoreKeys) return true;
    this.#clearMessage();
    return false;
  }

  /** Whether an open prompt consumed the key. */
  promptTakes(key: Key): boolean {
    const open = this.#prompt;
    if (!open) return false;
    const outcome = open.press(key);
    // The handler of the answer may have opened another prompt.
    if (outcome !== "keep" && this.#prompt === open) this.#prompt = undefined;
    this.#options.onChanged();
    return outcome !== "pass";
  }

  stop(): void {
    this.#cancelMessage?.();
    this.#cancelMessage = undefined;
    this.closePrompt();
  }

  #clearMessage(): void {
    this.#cancelMessage?.();
    this.#cancelMessage = undefined;
    if (!this.#message) return;
    this.#message = undefined;
    this.#options.onChanged();
  }
}
