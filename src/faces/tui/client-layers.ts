import type { FaceLayers, MessageOptions } from "../../core/face/face.ts";
import type { Overlay } from "../../core/face/overlay.ts";
import type { Prompt } from "../../core/face/prompt.ts";
import type { Size } from "../../core/ports.ts";
import type { KeyPress } from "../../core/tree/tree.ts";
import { ClientLine } from "./client-line.ts";
import type { MessageLine, OwnPicture, PromptLine } from "./own-picture.ts";
import { clientPromptWorld, type PromptingFace } from "./prompt/client-prompt-world.ts";

interface LayeredFace extends PromptingFace {
  readonly picture: { onChanged(): void };
}

/** What lies over a client's picture and receives its keys first: a message, an overlay, a prompt. */
export class ClientLayers implements FaceLayers, OwnPicture {
  readonly #face: LayeredFace;
  readonly #line: ClientLine;
  #overlay: Overlay | undefined;

  constructor(face: LayeredFace) {
    this.#face = face;
    this.#line = new ClientLine({
      clock: face.host.clock,
      world: clientPromptWorld(face, this),
      onChanged: () => face.picture.onChanged(),
    });
  }

  get line(): MessageLine | PromptLine | undefined {
    return this.#line.shown;
  }

  get overlay(): Overlay | undefined {
    return this.#overlay;
  }

  get hasOverlay(): boolean {
    return this.#overlay !== undefined;
  }

  get hasPrompt(): boolean {
    return this.#line.hasPrompt;
  }

  showMessage(text: string, options: MessageOptions = {}): void {
    const { host } = this.#face;
    host.log(`${host.client.name} message: ${text}`);
    const durationMs = options.durationMs ?? host.client.session?.options.number("display-time") ?? 0;
    this.#line.showMessage(text, { ...options, durationMs });
  }

  openPrompt(prompt: Prompt): void {
    const { host } = this.#face;
    const answer: Prompt["answer"] = (text, state) =>
      state.done ? host.settle(() => prompt.answer(text, state)) : prompt.answer(text, state);
    this.#line.openPrompt({ ...prompt, answer });
  }

  openOverlay(overlay: Overlay): void {
    this.closeOverlay();
    this.#overlay = overlay;
    this.overlayChanged();
  }

  closeOverlay(): void {
    const overlay = this.#overlay;
    this.#overlay = undefined;
    overlay?.onClosed?.();
    if (overlay) this.overlayChanged();
  }

  overlayChanged(): void {
    this.#face.picture.onChanged();
  }

  /** Whether a layer consumes the key. A message that does not consume it is removed by it. */
  takes(press: KeyPress): boolean {
    if (this.#line.messageTakes()) return true;
    const overlay = this.#overlay;
    const outcome = overlay && this.#face.host.settle(() => this.#press(overlay, press));
    return (outcome ?? "pass") !== "pass" || this.#line.promptTakes(press.key);
  }

  resize(size: Size): void {
    if (this.#overlay && (this.#overlay.resize?.(size) ?? "close") === "close") this.closeOverlay();
  }

  stop(): void {
    this.closeOverlay();
    this.#line.stop();
  }

  #press(overlay: Overlay, press: KeyPress): ReturnType<Overlay["key"]> {
    const outcome = overlay.key(press);
    this.overlayChanged();
    if (outcome !== "keep") this.closeOverlay();
    return outcome;
  }
}
