import type { EventMap } from "../../core/events.ts";
import type { FacePicture } from "../../core/face/face.ts";
import type { FaceHost } from "../../core/face/face-host.ts";
import type { Pane } from "../../core/tree/tree.ts";
import type { TerminalLending } from "../../lending/lending.ts";
import type { ClientTerminal } from "../../wire/invocation.ts";
import { Asides } from "./asides.ts";
import { PaintPace } from "./paint-pace.ts";
import type { Painter } from "./painter.ts";

export interface ClientPictureSetup {
  readonly host: FaceHost;
  readonly terminal: ClientTerminal;
  readonly painter: Painter;
  /** All output goes this way. */
  readonly output: TerminalLending;
}

/** Questions to the terminal: what it can do (secondary attributes and its name), and its default colours. */
const QUESTIONS = "\x1b[>c\x1b[>q\x1b]10;?\x1b\\\x1b]11;?\x1b\\";
/** The next picture is painted only while at most this many bytes wait for the terminal. */
const MAX_UNDRAWN_BYTES = 8192;

/** Everything that is written to a client's terminal: pictures when something has changed, and what comes beside them. */
export class ClientPicture implements FacePicture {
  readonly pace: PaintPace;
  readonly asides: Asides;
  /** Another program uses the terminal, until `reopen`. */
  away = false;
  readonly #setup: ClientPictureSetup;
  readonly #passedThrough = new PassedThrough();
  readonly #stopping: (() => void)[] = [];
  /** The pane that received the last key: its next output is the echo of that key. */
  #typedInto: Pane | undefined;
  #cancelStatus: (() => void) | undefined;
  #writtenBytes = 0;

  constructor(setup: ClientPictureSetup) {
    this.#setup = setup;
    this.pace = new PaintPace(this);
    this.asides = new Asides(this);
  }

  get writtenBytes(): number {
    return this.#writtenBytes;
  }

  /** Whether the terminal accepts more output now. */
  get ready(): boolean {
    const { output, terminal } = this.#setup;
    return !output.isHolding && terminal.undrawnBytes <= MAX_UNDRAWN_BYTES;
  }

  /** Whether typed text is visible without a picture, because a pane draws it. */
  get drawnElsewhere(): boolean {
    return this.#setup.output.isDrawing;
  }

  redraw(part?: "status"): void {
    this.#setup.painter.invalidate(part ?? "terminal");
    this.onChanged();
  }

  pan(step: { readonly x: number; readonly y: number } | "cursor"): void {
    this.#setup.painter.pan(step);
    this.pace.want();
  }

  passThrough(bytes: Uint8Array): void {
    this.#passedThrough.add(bytes);
    this.pace.want();
  }

  /** Takes over the terminal. */
  open(): void {
    const { host, terminal, painter, output } = this.#setup;
    terminal.setRaw(true, painter.leave());
    this.write(painter.enter());
    this.write(QUESTIONS);
    this.#stopping.push(
      host.mux.server.events.onAny((name, event) => {
        if (name === "pane-output") this.#onPrinted((event as EventMap["pane-output"]).pane);
        else this.onChanged();
      }),
    );
    terminal.onDrawn(() => {
      this.resume();
      output.onPainted();
    });
    this.#keepStatus();
    this.pace.want();
  }

  reopen(): void {
    this.away = false;
    this.write(this.#setup.painter.enter());
    this.redraw();
  }

  close(): void {
    for (const stop of this.#stopping.splice(0)) stop();
    this.pace.stop();
    this.#cancelStatus?.();
    this.#setup.painter.close();
  }

  /** Handles a change of something that is drawn or that decides which key table applies. */
  onChanged(): void {
    this.pace.want();
    this.#setup.output.update();
  }

  /** The next output of this pane is the echo of a key. */
  expectEcho(pane: Pane): void {
    this.#typedInto = pane;
  }

  /** The terminal may accept output again. */
  resume(): void {
    this.asides.resume();
    this.pace.resume();
  }

  write(data: string | Uint8Array): void {
    if (this.away || data.length === 0) return;
    this.#writtenBytes += data.length;
    this.#setup.output.write(data);
  }

  /** Called by the pace. */
  paint(): void {
    const { host, painter, output } = this.#setup;
    if (!host.client.session) return;
    this.write(painter.paint({ shared: output.isDrawing }));
    this.#passOn();
    output.onPainted();
  }

  /** Restores the cursor and the pen after the terminal has received the passed-through bytes. */
  #passOn(): void {
    const { painter, output } = this.#setup;
    const passed = this.#passedThrough.take();
    if (passed.length === 0) return;
    for (const bytes of passed) this.write(bytes);
    painter.wroteElse();
    this.write(painter.paint({ shared: output.isDrawing }));
  }

  #onPrinted(id: Pane["id"]): void {
    const { mux, client } = this.#setup.host;
    const pane = mux.server.panes.get(id);
    if (client.session?.current.window !== pane?.window) return;
    this.pace.want();
    if (this.#typedInto !== pane) return;
    this.#typedInto = undefined;
    this.pace.hurry();
  }

  /** Expands the status line again every status-interval seconds. */
  #keepStatus(): void {
    const { client, clock } = this.#setup.host;
    const seconds = client.session?.options.number("status-interval") ?? 0;
    this.#cancelStatus = clock.after((seconds || 1) * 1000, () => {
      if (seconds > 0) this.redraw("status");
      this.#keepStatus();
    });
  }
}

/** Further bytes are discarded: a program may send pictures faster than a terminal accepts them. */
const MAX_BYTES = 1024 * 1024;

/** Passthrough sequences of applications (DCS tmux;) that wait to be sent to the terminal, in order. */
class PassedThrough {
  #kept: Uint8Array[] = [];
  #bytes = 0;

  add(bytes: Uint8Array): void {
    if (this.#bytes > 0 && this.#bytes + bytes.length > MAX_BYTES) return;
    this.#kept.push(bytes);
    this.#bytes += bytes.length;
  }

  /** Returns and removes everything that waits. */
  take(): readonly Uint8Array[] {
    const kept = this.#kept;
    this.#kept = [];
    this.#bytes = 0;
    return kept;
  }
}
