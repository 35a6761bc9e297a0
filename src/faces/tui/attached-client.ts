import type { Canvas } from "../../core/canvas/canvas.ts";
import type { EventMap } from "../../core/events.ts";
import type { DetachOptions, FaceLayout, MessageOptions, OpenFace } from "../../core/face/face.ts";
import type { FaceHost } from "../../core/face/face-host.ts";
import type { Overlay } from "../../core/face/overlay.ts";
import type { Prompt } from "../../core/face/prompt.ts";
import type { ClientView } from "../../core/format/context.ts";
import { isRelease, type MouseReport } from "../../core/keys/decode/mouse-report.ts";
import type { TerminalReply } from "../../core/keys/decode/terminal-reply.ts";
import type { Key } from "../../core/keys/key.ts";
import { specialKeyCalled } from "../../core/keys/special-keys.ts";
import { legible } from "../../core/text/legible.ts";
import type { Client, KeyPress, MouseDrag, MousePlace, Pane } from "../../core/tree/tree.ts";
import type { Lending, TerminalLending } from "../../lending/lending.ts";
import type { ClientTerminal } from "../../wire/invocation.ts";
import { Asides } from "./asides.ts";
import { ClientInput } from "./client-input.ts";
import { ClientLine } from "./client-line.ts";
import { KeyDispatch } from "./key-dispatch.ts";
import { MouseKeys } from "./mouse-keys.ts";
import { OuterClipboard } from "./outer-clipboard.ts";
import { pressOwnKey } from "./own-keys.ts";
import { PaintPace } from "./paint-pace.ts";
import { Painter } from "./painter.ts";
import { PassedThrough } from "./passed-through.ts";
import { clientPromptWorld } from "./prompt/client-prompt-world.ts";
import { KnownTerminal } from "./terminal/known-terminal.ts";
import { TypedKeys } from "./typed-keys.ts";

export interface AttachedClientSetup {
  readonly host: FaceHost;
  readonly terminal: ClientTerminal;
  /** Feature names from the flags `-2` and `-T`. */
  readonly features: readonly string[];
  readonly lending: Lending;
}

/** Questions to the terminal: what it can do (secondary attributes and its name), and its default colours. */
const QUESTIONS = "\x1b[>c\x1b[>q\x1b]10;?\x1b\\\x1b]11;?\x1b\\";
const MOUSE = specialKeyCalled("Mouse");
const FOCUS_IN = specialKeyCalled("FocusIn");
const FOCUS_OUT = specialKeyCalled("FocusOut");
/** The next picture is painted only while at most this many bytes wait for the terminal. */
const MAX_UNDRAWN_BYTES = 8192;

/**
 * The life of an attached terminal, from entering raw mode to restoring the terminal. Its input becomes keys, and
 * keys become commands or input of a pane; changes in the server are painted. The parts do not know each other and
 * meet only in this class.
 */
export class AttachedClient implements OpenFace {
  readonly client: Client;
  readonly #host: FaceHost;
  readonly #terminal: ClientTerminal;
  readonly #known: KnownTerminal;
  readonly #painter: Painter;
  readonly #pace: PaintPace;
  readonly #asides: Asides;
  readonly #clipboard: OuterClipboard;
  readonly #passedThrough = new PassedThrough();
  readonly #line: ClientLine;
  readonly #keys: KeyDispatch;
  readonly #mouse: MouseKeys;
  readonly #input: ClientInput;
  readonly #typed: TypedKeys;
  readonly #lending: TerminalLending;
  readonly #stopping: (() => void)[] = [];
  #overlay: Overlay | undefined;
  #lastMouse: MousePlace["last"] = { x: 0, y: 0, buttons: 0 };
  #cancelStatus: (() => void) | undefined;
  /** The pane that received the last key: its next output is the echo of that key. */
  #typedInto: Pane | undefined;
  #writtenBytes = 0;
  /**
   * Whether a key since the last acknowledgement had an effect that no holder recognises if the key is repeated: it ran a
   * command, or went to an overlay, a prompt or a mode.
   */
  #acted = false;
  /** Another program uses the terminal. */
  #away = false;
  #closed = false;

  constructor({ host, terminal, features, lending }: AttachedClientSetup) {
    const { mux, clock, client } = host;
    this.client = client;
    this.#host = host;
    this.#terminal = terminal;
    this.#known = new KnownTerminal({ server: mux.server, client, given: features });
    this.#painter = this.#createPainter();
    const isTaking = () => !this.#lending.isHolding && terminal.undrawnBytes <= MAX_UNDRAWN_BYTES;
    this.#pace = new PaintPace({
      paint: () => this.#paint(),
      drawnElsewhere: () => this.#lending.isDrawing,
      ready: () => !this.#away && isTaking(),
    });
    this.#asides = new Asides({ ready: isTaking, write: (text) => this.#write(text) });
    this.#clipboard = new OuterClipboard(this.#asides, () => this.#known.features);
    this.#line = new ClientLine({
      clock,
      world: clientPromptWorld(host, this),
      onChanged: () => this.#changed(),
    });
    this.#keys = new KeyDispatch({
      host: {
        ...host,
        run: (command, press) => {
          this.#acted = true;
          host.run(command, press);
        },
      },
      onChanged: () => this.redraw("status"),
      afterPrefix: (press) => pressOwnKey({ host, press, say: (text) => this.showMessage(text) }),
      forward: (press, pane) => this.#forward(press, pane),
    });
    this.#mouse = new MouseKeys({
      clock,
      areaAt: (x, y) => this.#painter.areaAt(x, y),
      windowCellAt: (x, y) => this.#painter.windowCellAt(x, y),
      link: () => client.session?.current,
      press: (key, mouse) => this.#dispatch({ key, client, mouse }),
      pressTitle: (pane) => {
        if (client.session?.options.flag("mouse"))
          host.run(`select-pane -Z -t ${pane.id}`, { key: MOUSE, client });
      },
    });
    this.#typed = new TypedKeys(host);
    this.#lending = lending.terminal({
      host,
      client: terminal,
      receiver: () => this.#receiver(),
      outputPlace: () => this.#painter.outputPlace(),
      onShown: (deliver, late) => this.#painter.drew(deliver, { late }),
      onTyped: (pane, bytes, agoMs) => this.#typedThere(pane, bytes, agoMs),
      onKeys: (bytes, source) => this.#input.push(bytes, source),
      onSpoiled: () => this.redraw(),
      onReleased: () => {
        this.#asides.resume();
        this.#pace.resume();
      },
    });
    this.#input = new ClientInput({
      clock,
      options: mux.server.options,
      erase: terminal.request.tty.erase,
      key: (key) => this.#typedKey(key),
      mouse: (report) => this.#moved(report),
      reply: (reply) => this.#takeReply(reply),
      handle: (bytes, run, bulk) =>
        terminal.keys.handle(bytes, () => {
          this.#typed.bulk = bulk;
          run();
          this.#typed.bulk = false;
        }),
      taken: (bytes, waiting) => {
        if (this.#typed.waiting) terminal.keys.handle(bytes, () => this.#typed.flush(), { bulk: true });
        terminal.keys.acknowledge(bytes, { now: this.#acted, waiting });
        const { end } = terminal.keys;
        if (waiting > 0) host.enqueue(() => terminal.keys.started(end));
        this.#acted = false;
      },
    });
    this.#start();
  }

  get keyTable(): string {
    return this.#keys.table;
  }

  set keyTable(name: string) {
    this.#keys.table = name;
  }

  get hasOverlay(): boolean {
    return this.#overlay !== undefined;
  }

  get away(): boolean {
    return this.#away;
  }

  get view(): ClientView {
    const { windowOffset } = this.#painter;
    return {
      keyTable: this.#keys.table,
      prefix: this.#keys.table === "prefix",
      termFeatures: this.#known.features.names.join(","),
      termType: this.#known.type,
      writtenBytes: this.#writtenBytes,
      ...(windowOffset && { windowOffset }),
    };
  }

  showMessage(text: string, options: MessageOptions = {}): void {
    this.#host.log(`${this.client.name} message: ${text}`);
    const durationMs = options.durationMs ?? this.client.session?.options.number("display-time") ?? 0;
    this.#line.showMessage(text, { ...options, durationMs });
  }

  get hasPrompt(): boolean {
    return this.#line.hasPrompt;
  }

  openPrompt(prompt: Prompt): void {
    const answer: Prompt["answer"] = (text, state) =>
      state.done ? this.#host.settle(() => prompt.answer(text, state)) : prompt.answer(text, state);
    this.#line.openPrompt({ ...prompt, answer });
  }

  openOverlay(overlay: Overlay): void {
    this.closeOverlay();
    this.#overlay = overlay;
    this.#changed();
  }

  closeOverlay(): void {
    const overlay = this.#overlay;
    this.#overlay = undefined;
    overlay?.onClosed?.();
    if (overlay) this.#changed();
  }

  overlayChanged(): void {
    this.#pace.want();
  }

  get layout(): FaceLayout | undefined {
    return this.#painter.layout;
  }

  windowInStatus(index: number): { readonly x: number; readonly line: number } | undefined {
    return this.#painter.windowInStatus(index);
  }

  drawStatus(canvas: Canvas): void {
    this.#painter.drawStatus(canvas);
  }

  redraw(part?: "status"): void {
    this.#painter.invalidate(part ?? "terminal");
    this.#changed();
  }

  /**
   * A message, an overlay or a prompt handles a key at once. Every other key waits until the commands of earlier keys
   * have run.
   */
  press(press: KeyPress): boolean {
    if (this.#closed || !this.client.session) return false;
    this.#pace.hurry();
    if (!this.client.readonly && this.#isTaken(press)) {
      this.#acted = true;
      return false;
    }
    return this.#host.enqueue(() => this.#dispatch(press));
  }

  drag(drag: MouseDrag): void {
    this.#mouse.follow(drag);
  }

  setClipboard(selection: string, data: Uint8Array): void {
    this.#clipboard.set(selection, data);
  }

  readClipboard(onData: (data: Uint8Array) => void): void {
    this.#clipboard.read(onData);
  }

  passThrough(bytes: Uint8Array): void {
    this.#passedThrough.add(bytes);
    this.#pace.want();
  }

  bell(): void {
    this.#asides.say("bell", "\x07");
  }

  notify(text: string): void {
    this.#asides.say("notice", `\x1b]9;${legible(text)}\x07`);
  }

  pan(step: { readonly x: number; readonly y: number } | "cursor"): void {
    this.#painter.pan(step);
    this.#pace.want();
  }

  suspend(): void {
    this.#yield(() => this.#terminal.suspend());
  }

  lock(command: string): void {
    if (command !== "") this.#yield(() => this.#terminal.lock(command, this.#painter.hide()));
  }

  detach(options: DetachOptions = {}): void {
    this.#host.detach(options);
  }

  resized(): void {
    const { size } = this.client;
    if (this.#overlay && size && (this.#overlay.resize?.(size) ?? "close") === "close") this.closeOverlay();
    this.redraw();
  }

  resumed(): void {
    if (this.#closed) return;
    this.#away = false;
    this.#write(this.#painter.enter());
    this.redraw();
    this.#lending.readmit();
  }

  idle(): void {
    this.#lending.update();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.closeOverlay();
    const home = this.#lending.withdraw();
    for (const stop of this.#stopping.splice(0)) stop();
    this.#painter.close();
    if (home) await home;
    this.#terminal.setRaw(false, this.#painter.leave());
  }

  #start(): void {
    const { events } = this.#host.mux.server;
    const terminal = this.#terminal;
    terminal.setRaw(true, this.#painter.leave());
    this.#write(this.#painter.enter());
    this.#write(QUESTIONS);
    this.#stopping.push(
      events.onAny((name, event) => {
        if (name === "pane-output") this.#printed((event as EventMap["pane-output"]).pane);
        else this.#changed();
      }),
      this.#lending.listen(),
      terminal.relayKeys(
        (bytes) => {
          this.#input.push(bytes);
          this.#lending.update();
        },
        () => this.#host.detach({ sentence: "[lost tty]" }),
      ),
      () => this.#input.stop(),
      () => this.#keys.stop(),
      () => this.#mouse.stop(),
      () => this.#line.stop(),
      () => this.#pace.stop(),
      () => this.#cancelStatus?.(),
    );
    terminal.onDrawn(() => {
      this.#asides.resume();
      this.#pace.resume();
      this.#lending.onPainted();
    });
    this.#keepStatus();
    this.#pace.want();
  }

  #createPainter(): Painter {
    const own = () => ({ line: this.#line.shown, overlay: this.#overlay });
    return new Painter({
      server: this.#host.mux.server,
      client: this.client,
      features: this.#known.features,
      expand: (text, place) => this.#host.expand(text, place),
      own: {
        get line() {
          return own().line;
        },
        get overlay() {
          return own().overlay;
        },
      },
    });
  }

  #printed(id: Pane["id"]): void {
    const pane = this.#host.mux.server.panes.get(id);
    if (this.client.session?.current.window !== pane?.window) return;
    this.#pace.want();
    if (this.#typedInto !== pane) return;
    this.#typedInto = undefined;
    this.#pace.hurry();
  }

  /** Handles a change of something that is drawn or that decides which key table applies. */
  #changed(): void {
    this.#pace.want();
    this.#lending.update();
  }

  #paint(): void {
    if (!this.client.session) return;
    this.#write(this.#painter.paint({ shared: this.#lending.isDrawing }));
    this.#passOn();
    this.#lending.onPainted();
  }

  /** Restores the cursor and the pen after the terminal has received the passed-through bytes. */
  #passOn(): void {
    const passed = this.#passedThrough.take();
    if (passed.length === 0) return;
    for (const bytes of passed) this.#write(bytes);
    this.#painter.wroteElse();
    this.#write(this.#painter.paint({ shared: this.#lending.isDrawing }));
  }

  #write(data: string | Uint8Array): void {
    if (this.#away || data.length === 0) return;
    this.#writtenBytes += data.length;
    this.#lending.write(data);
  }

  /** Gives the terminal to another program as soon as the client alone uses it. */
  #yield(take: () => void): void {
    if (this.#away || this.#closed) return;
    const home = this.#lending.withdraw();
    this.#away = true;
    if (home) void home.then(take);
    else take();
  }

  /** The pane that receives every key that `table` does not bind; undefined while something else waits for a key. */
  #receiver(): { readonly pane: Pane; readonly table: string } | undefined {
    const { client } = this;
    const { session } = client;
    if (!session || client.readonly || this.#away || this.#closed || this.#host.busy) return undefined;
    if (this.#overlay || this.#line.shown || !this.#keys.atRoot || this.#input.waiting) return undefined;
    const pane = client.pane ?? session.current.window.active;
    if (pane.modes.length > 0 || pane.inputOff || pane.options.flag("synchronize-panes")) return undefined;
    return pane.process && { pane, table: this.#keys.table };
  }

  #typedThere(pane: Pane, bytes: number, agoMs: number): void {
    this.#keys.passedBy(bytes, agoMs);
    this.#typedInto = pane;
    this.#pace.typed();
    this.#host.mux.clientActive(this.client);
  }

  #isTaken(press: KeyPress): boolean {
    if (this.#line.messageTakes()) return true;
    const outcome = this.#overlay && this.#host.settle(() => this.#overlayKey(this.#overlay!, press));
    return (outcome ?? "pass") !== "pass" || this.#line.promptTakes(press.key);
  }

  #overlayKey(overlay: Overlay, press: KeyPress): ReturnType<Overlay["key"]> {
    const outcome = overlay.key(press);
    this.#pace.want();
    if (outcome !== "keep") this.closeOverlay();
    return outcome;
  }

  /**
   * The meaning of a mouse report depends on the commands of earlier keys, so the report becomes a key only after
   * they have run.
   */
  #moved(report: MouseReport): boolean {
    const { client } = this;
    const last = this.#lastMouse;
    this.#lastMouse = report;
    if (this.#closed || client.readonly) return false;
    const { x, y, buttons, sgr } = report;
    const release = sgr?.release ?? isRelease(buttons);
    const mouse = { x, y, buttons, last, release, sgrButtons: sgr?.buttons };
    this.#pace.hurry();
    if (this.#isTaken({ key: MOUSE, client, mouse })) return false;
    return this.#host.enqueue(() => {
      this.#mouse.take(report, last);
      // A drag handler emits no event for its changes, so every report requests a paint.
      this.#pace.want();
    });
  }

  #typedKey(key: Key): boolean {
    const { client } = this;
    if (key === FOCUS_IN || key === FOCUS_OUT) this.#host.mux.setClientFocus(client, key === FOCUS_IN);
    return this.press({ key, client });
  }

  #dispatch(press: KeyPress): void {
    if (this.#closed || !this.client.session) return;
    this.#keys.press(press);
    if (press.key !== FOCUS_OUT) this.#host.mux.clientActive(this.client);
  }

  #forward(press: KeyPress, pane: Pane): void {
    if (this.client.readonly) return;
    const [mode] = pane.modes;
    if (mode) {
      this.#acted = true;
      this.#host.settle(() => mode.key?.(press));
      this.#pace.want();
    } else {
      this.#typed.add(pane, press);
      this.#typedInto = pane;
    }
  }

  #takeReply(reply: TerminalReply): void {
    if (reply.kind === "clipboard") this.#clipboard.takeReport(reply.data);
    if (reply.kind === "colour") this.#host.mux.setClientColour(this.client, reply.which, reply.rgb);
    if (!this.#known.apply(reply)) return;
    this.#painter.setFeatures(this.#known.features);
    this.#pace.want();
  }

  /** Expands the status line again every status-interval seconds. */
  #keepStatus(): void {
    const seconds = this.client.session?.options.number("status-interval") ?? 0;
    this.#cancelStatus = this.#host.clock.after((seconds || 1) * 1000, () => {
      if (seconds > 0) this.redraw("status");
      this.#keepStatus();
    });
  }
}
