import type { Canvas, CanvasArea } from "../canvas/canvas.ts";
import type { ClientView } from "../format/context.ts";
import type { Client, KeyPress, MouseDrag } from "../tree/tree.ts";
import type { Overlay } from "./overlay.ts";
import type { Prompt } from "./prompt.ts";

/** What lies over a client's picture and receives its keys first. A control client has only overlays. */
export interface OverlayLayers {
  /** Shows a message in place of the status line. */
  showMessage(text: string, options?: MessageOptions): void;
  /** Opens an overlay over everything else; it replaces an open one. */
  openOverlay(overlay: Overlay): void;
  closeOverlay(): void;
  /** Called when the overlay changes what it shows without a key. */
  overlayChanged(): void;
  /** Whether an overlay is open: menus and popups do not open over another overlay. */
  readonly hasOverlay: boolean;
}

export interface FaceLayers extends OverlayLayers {
  /** Opens a prompt in place of the status line; an open prompt is cancelled. */
  openPrompt(prompt: Prompt): void;
  /** Whether a prompt is open and unanswered. */
  readonly hasPrompt: boolean;
}

/** What a client showed at the last paint. */
export interface ShownParts {
  /** The division of the terminal; undefined before the first paint. */
  readonly layout: FaceLayout | undefined;
  /** Position of a window's name in the status lines, by its index. */
  windowInStatus(index: number): { readonly x: number; readonly line: number } | undefined;
}

export interface ShownFace extends ShownParts {
  /** Draws the client's status lines, as far as they fit. */
  drawStatus(canvas: Canvas): void;
}

/** The picture that a client's terminal shows next. */
export interface FacePicture {
  /** Draws everything again (`refresh-client`), or only the status line (`-S`). */
  redraw(part?: "status"): void;
  /** Moves the view of a window larger than the terminal: `refresh-client -U -D -L -R -c`. */
  pan(step: { readonly x: number; readonly y: number } | "cursor"): void;
  /**
   * Sends bytes of a visible application to the terminal itself, after everything the application printed before
   * them.
   */
  passThrough(bytes: Uint8Array): void;
}

export interface FaceKeys {
  /** The table for the next key: `root`, `prefix`, or the table set by switch-client -T. */
  table: string;
  /** Handles a key as if it had been typed at this terminal (`send-keys -K`). */
  press(press: KeyPress): void;
  /** Sends mouse moves to the drag handler instead of the key tables until the button is released. */
  drag(drag: MouseDrag): void;
}

/** The clipboard of the outer terminal (OSC 52), as far as set-clipboard and the terminal allow access to it. */
export interface FaceClipboard {
  set(selection: string, data: Uint8Array): void;
  /** Calls back with the content if the terminal answers. */
  read(onData: (data: Uint8Array) => void): void;
}

/** Calls for the user's attention beside the picture. */
export interface FaceAlerts {
  bell(): void;
  /** Shows a notification on the desktop of the user (OSC 9). The text contains no control characters. */
  notify(text: string): void;
}

/** The part of a client that popups and pane numbers use. A control client has only this part. */
export interface OverlayFace {
  readonly client: Client;
  readonly layers: OverlayLayers;
  readonly shown: ShownParts;
}

/**
 * The terminal of an attached client, as commands and modes use it. A client has a face from attaching until it
 * leaves (`Faces.of`). A control client has no face; commands that need one fail with "no current client".
 */
export interface Face extends OverlayFace {
  readonly layers: FaceLayers;
  readonly shown: ShownFace;
  readonly picture: FacePicture;
  readonly keys: FaceKeys;
  readonly clipboard: FaceClipboard;
  readonly alerts: FaceAlerts;
  suspend(): void;
  lock(command: string): void;
  /** Restores the terminal, and prints a sentence such as "[detached (from session 0)]" as the last output. */
  detach(options?: DetachOptions): void;
}

export interface FaceLayout {
  /** Number of status lines; 0 if the terminal is too small for any. */
  readonly statusLines: number;
  readonly statusAtTop: boolean;
  /** First terminal line of the window. */
  readonly windowTop: number;
  /** The visible part of the window, in the window's cells. */
  readonly view: CanvasArea;
}

export interface MessageOptions {
  /** Milliseconds; 0: until a key is pressed. Absent: the option display-time. */
  readonly durationMs?: number | undefined;
  /** `-N`: keys neither close the message nor are lost. */
  readonly ignoreKeys?: boolean | undefined;
  /** The text is shown literally, including `#[…]`. */
  readonly plain?: boolean | undefined;
}

export interface DetachOptions {
  /** `-E`: this shell command replaces the client. */
  readonly exec?: string | undefined;
  /** `-P`: the client's parent process gets SIGHUP. */
  readonly kill?: boolean | undefined;
  /** The client is ended, not detached: the sentence to print at the end. */
  readonly sentence?: string | undefined;
}

/** A face as its owner sees it, the door that opened it. */
export interface OpenFace extends Face {
  /** The client's values for formats. */
  readonly view: ClientView;
  /** Another program uses the terminal for a while. */
  readonly away: boolean;
  /** Called when the client's size has changed. */
  onResize(): void;
  /** Called when the client is again the foreground process of the terminal (suspend-client, lock-client). */
  onResume(): void;
  /** Called when the commands of the client's keys have run. */
  onIdle(): void;
  /** Restores the terminal; resolves when the client alone uses it. */
  close(): Promise<void>;
}

/** The faces of one server. */
export interface Faces {
  of(client: Client): Face | undefined;
}
