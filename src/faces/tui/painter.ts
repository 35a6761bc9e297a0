import type { Overlay } from "../../core/face/overlay.ts";
import type { FormatContext } from "../../core/format/context.ts";
import type { Client } from "../../core/tree/client.ts";
import type { Pane } from "../../core/tree/pane.ts";
import type { Server } from "../../core/tree/server.ts";
import type { Winlink } from "../../core/tree/winlink.ts";
import type { TerminalFeatures } from "./terminal-features.ts";

const NOTHING = new Uint8Array(0);

/**
 * The picture of one client and what its terminal shows of it. `paint` composes what the client looks at now and returns
 * the bytes that make the terminal show it, which are few where little changed, and none where nothing did. It knows no
 * clock: whoever owns the client decides when to paint, and paints as seldom as it likes, for only the newest picture counts.
 */
export class Painter {
  readonly #setup: PainterSetup;

  constructor(setup: PainterSetup) {
    this.#setup = setup;
  }

  /** To be sent before the first picture: the alternate screen, keypad, modes. Also after a suspended client came back. */
  enter(): Uint8Array {
    return NOTHING;
  }

  /** To be sent last: everything that was asked of the terminal is undone. */
  leave(): Uint8Array {
    return NOTHING;
  }

  /** What must be sent now; empty where the terminal shows the picture already. */
  paint(): Uint8Array {
    void this.#setup;
    return NOTHING;
  }

  /**
   * Something changed that a painter cannot see by itself. Changes of the tree (events), of screens, modes, overlays and
   * of the client's size it sees.
   * `status`: status lines and border titles are expanded anew (status-interval).
   * `picture`: everything is composed anew.
   * `terminal`: nobody knows what the terminal shows; everything is sent anew.
   */
  invalidate(_part: "status" | "picture" | "terminal"): void {}

  /** The terminal told more of itself. */
  setFeatures(_features: TerminalFeatures): void {}

  /** What stands at a cell of the client, as it was painted last. */
  areaAt(_x: number, _y: number): ClientArea {
    return { kind: "outside" };
  }

  /** What a click there in a status line is about. */
  statusRangeAt(_x: number, _y: number): StatusRange | undefined {
    return undefined;
  }

  /** First cell of the window that is shown, where the window is larger than the client; undefined where all of it is. */
  get windowOffset(): { readonly x: number; readonly y: number } | undefined {
    return undefined;
  }

  /** Moves over a window that is larger than the client; "cursor": the view follows the cursor again. */
  pan(_step: { readonly x: number; readonly y: number } | "cursor"): void {}

  /** Stops listening to the server. */
  close(): void {}
}

export interface PainterSetup {
  readonly server: Server;
  readonly client: Client;
  readonly features: TerminalFeatures;
  /** Expands a format for the client, jobs included. */
  readonly expand: (text: string, place: Omit<FormatContext, "server" | "host" | "now">) => string;
  /** What the client's own state adds to the picture; read at every paint. */
  readonly own: OwnPicture;
}

/** What a client has on its picture that no other has. Lines are immutable: another one stands for every change. */
export interface OwnPicture {
  readonly line: MessageLine | PromptLine | undefined;
  readonly overlay: Overlay | undefined;
  /** The pane its keys go to, where it has its own (flag active-pane). */
  readonly activePane?: Pane | undefined;
}

/** In the place of the status line. */
export interface MessageLine {
  readonly kind: "message";
  readonly text: string;
  /** The text is shown as it is, `#[…]` too. */
  readonly plain: boolean;
}

export interface PromptLine {
  readonly kind: "prompt";
  /** Before what is typed; styles in it count. */
  readonly message: string;
  readonly text: string;
  /** Characters (code points) before the cursor. */
  readonly cursor: number;
  /** Keys are commands (vi): drawn with message-command-style. */
  readonly command: boolean;
}

export type StatusRange =
  | { readonly kind: "left" | "right" }
  | { readonly kind: "window"; readonly link: Winlink };

export type ClientArea =
  /** `range`: what a click there is about; absent where it is about nothing. */
  | { readonly kind: "status"; readonly line: number; readonly range?: StatusRange | undefined }
  /** Cell inside the pane. */
  | { readonly kind: "pane"; readonly pane: Pane; readonly x: number; readonly y: number }
  /** `pane`: whose border it is in tmux's order; a drag resizes it. */
  | { readonly kind: "border"; readonly pane: Pane }
  | { readonly kind: "outside" };
