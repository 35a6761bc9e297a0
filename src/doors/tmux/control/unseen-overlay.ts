import type { OverlayFace, OverlayLayers } from "../../../core/face/face.ts";
import type { Overlay } from "../../../core/face/overlay.ts";
import type { Client } from "../../../core/tree/tree.ts";

/**
 * The overlay of a control client. As in tmux the program of a popup runs although no terminal shows it, and no key
 * closes it: it closes when its program ends, when its time is over, or with `display-popup -C`.
 */
export class UnseenOverlay implements OverlayFace, OverlayLayers {
  readonly client: Client;
  readonly layers = this;
  readonly shown = { layout: undefined, windowInStatus: () => undefined };
  #overlay: Overlay | undefined;

  constructor(client: Client) {
    this.client = client;
  }

  get hasOverlay(): boolean {
    return this.#overlay !== undefined;
  }

  openOverlay(overlay: Overlay): void {
    this.closeOverlay();
    this.#overlay = overlay;
  }

  closeOverlay(): void {
    const overlay = this.#overlay;
    this.#overlay = undefined;
    overlay?.onClosed?.();
  }

  showMessage(): void {}

  overlayChanged(): void {}
}
