import type { Canvas, CanvasArea } from "../canvas/canvas.ts";
import type { ClientView } from "../format/context.ts";
import type { KeyPress } from "../keys/key-press.ts";
import type { Client } from "../tree/client.ts";
import type { MouseDrag } from "./mouse-drag.ts";
import type { Overlay } from "./overlay.ts";
import type { Prompt } from "./prompt.ts";

/** What popups and the numbers of panes need of a client. A control client has no more of a face than this. */
export interface OverlayFace {
  readonly client: Client;
  /** A message in the place of the status line. */
  showMessage(text: string, options?: MessageOptions): void;
  /** Over everything; one that stands there is taken away. */
  openOverlay(overlay: Overlay): void;
  closeOverlay(): void;
  /** It shows something else than before, without a key. */
  overlayChanged(): void;
  /** Whether one is there: menus and popups are not opened over another. */
  readonly hasOverlay: boolean;
  /** How the terminal is divided, as it was painted last; undefined before that. */
  readonly layout: FaceLayout | undefined;
  /** Where the status lines name the window of an index. */
  windowInStatus(index: number): { readonly x: number; readonly line: number } | undefined;
}

/**
 * The terminal of an attached client as commands and modes use it. A client has one from when it attaches until it leaves
 * (`Faces.of`); a control client has none, and without any there is "no current client".
 */
export interface Face extends OverlayFace {
  /** The table in which the next key is looked up: `root`, `prefix`, or what switch-client -T said. */
  keyTable: string;
  /** A question in the place of the status line; one that stands there is given up. */
  openPrompt(prompt: Prompt): void;
  /** Whether a question stands there that nobody has answered. */
  readonly hasPrompt: boolean;
  /** Its status lines, as far as there is room for them. */
  drawStatus(canvas: Canvas): void;
  /** Everything is drawn anew (`refresh-client`), or the status line alone (`-S`). */
  redraw(part?: "status"): void;
  /** As if it had been typed here (`send-keys -K`). */
  press(press: KeyPress): void;
  /** The mouse's moves go there instead of to key tables, until its button is let go. */
  drag(drag: MouseDrag): void;
  /** OSC 52 to the outer terminal, as far as set-clipboard and the terminal allow. */
  setClipboard(selection: string, data: Uint8Array): void;
  /** OSC 52 the other way: told once the terminal answers, if it does. */
  readClipboard(told: (data: Uint8Array) => void): void;
  /** Bytes of an application in sight for the terminal itself, behind what the application printed before them. */
  passThrough(bytes: Uint8Array): void;
  bell(): void;
  /** A notification on the desktop of whoever sits there (OSC 9); the text holds no control characters. */
  notify(text: string): void;
  /** Panning of a window larger than the terminal: `refresh-client -U -D -L -R -c`. */
  pan(step: { readonly x: number; readonly y: number } | "cursor"): void;
  suspend(): void;
  lock(command: string): void;
  /** The terminal is given back; a sentence such as "[detached (from session 0)]" is the last thing said there. */
  detach(options?: DetachOptions): void;
}

export interface FaceLayout {
  readonly statusLines: number;
  readonly statusAtTop: boolean;
  /** Line of the terminal where the window begins. */
  readonly windowTop: number;
  /** What is shown of the window, in its own cells. */
  readonly view: CanvasArea;
}

export interface MessageOptions {
  /** Milliseconds; 0: until a key is pressed. Absent: display-time. */
  readonly durationMs?: number | undefined;
  /** `-N`: keys do not end it and are not lost. */
  readonly ignoreKeys?: boolean | undefined;
  /** The text is shown as it is, `#[…]` too. */
  readonly plain?: boolean | undefined;
}

export interface DetachOptions {
  /** `-E`: the client becomes this shell command. */
  readonly exec?: string | undefined;
  /** `-P`: its parent process is hung up. */
  readonly kill?: boolean | undefined;
  /** Ended rather than detached: what is said at the end. */
  readonly sentence?: string | undefined;
}

/** A face as whoever opened it sees it. */
export interface OpenFace extends Face {
  /** What formats tell of it. */
  readonly view: ClientView;
  /** Somebody else has the terminal for a while. */
  readonly away: boolean;
  /** The client has another size. */
  resized(): void;
  /** The process in front of the terminal is the client again (suspend-client, lock-client). */
  resumed(): void;
  /** The commands of its keys have run. */
  idle(): void;
  /** The terminal is given back as it was found; settles when nobody else has it. */
  close(): Promise<void>;
}

/** The faces of one server. */
export interface Faces {
  of(client: Client): Face | undefined;
}
