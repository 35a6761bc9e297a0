import type { FaceKeys } from "../../core/face/face.ts";
import type { FaceHost } from "../../core/face/face-host.ts";
import { isRelease, type MouseReport } from "../../core/keys/decode/mouse-report.ts";
import type { Key } from "../../core/keys/key.ts";
import { specialKeyCalled } from "../../core/keys/special-keys.ts";
import type { KeyPress, MouseDrag, MousePlace, Pane } from "../../core/tree/tree.ts";
import type { ClientLayers } from "./client-layers.ts";
import type { ClientPicture } from "./client-picture.ts";
import { type KeptTable, KeyLookup, type KeyMeaning } from "./key-lookup.ts";
import { type MouseAreas, MouseKeys, type MouseTarget } from "./mouse-keys.ts";
import { pressOwnKey } from "./own-keys.ts";
import { TypedKeys } from "./typed-keys.ts";

export interface KeyboardSetup {
  readonly host: FaceHost;
  readonly layers: ClientLayers;
  readonly picture: ClientPicture;
  readonly areas: MouseAreas;
  readonly kept: KeptTable;
}

const MOUSE = specialKeyCalled("Mouse");
const FOCUS_OUT = specialKeyCalled("FocusOut");

/**
 * Decides where the keys and the mouse of a client go: to a layer over the picture at once, else, after the commands of
 * earlier keys have run, to a command, a mode or a program.
 */
export class Keyboard implements FaceKeys, MouseTarget {
  readonly typed = new TypedKeys();
  readonly #setup: KeyboardSetup;
  readonly #lookup: KeyLookup;
  readonly #mouse: MouseKeys;
  #lastMouse: MousePlace["last"] = { x: 0, y: 0, buttons: 0 };
  #acted = false;
  /** The last key was typed into a pane, and arrived in bulk. */
  #isPasting = false;
  #stopped = false;

  constructor(setup: KeyboardSetup) {
    const { host, picture, areas, kept } = setup;
    const { client, clock } = host;
    this.#setup = setup;
    this.#lookup = new KeyLookup(host, kept, () => picture.redraw("status"));
    this.#mouse = new MouseKeys({ client, clock, areas, target: this });
  }

  get table(): string {
    return this.#lookup.table;
  }

  set table(name: string) {
    this.#lookup.table = name;
  }

  /** Whether the next key goes to a program unless the root table binds it. */
  get atRoot(): boolean {
    return this.#lookup.atRoot;
  }

  drag(drag: MouseDrag): void {
    this.#mouse.follow(drag);
  }

  /**
   * Types a key of a paste directly after the one before it, which has decided everything: no queue, no layer and no mode
   * is between them. Returns false for any other key.
   */
  paste(key: Key): boolean {
    if (!this.#isPasting || !this.typed.waiting || !this.#lookup.isPartOfPaste(key)) return false;
    this.typed.join({ key, client: this.#setup.host.client });
    return true;
  }

  /**
   * Returns whether the key waits for commands that an earlier key started. `isLate`: it was typed before this daemon
   * could receive it, and arrives together with others.
   */
  press(press: KeyPress, { isLate = false } = {}): boolean {
    const { host, layers, picture } = this.#setup;
    this.#isPasting = false;
    if (this.#stopped || !host.client.session) return false;
    picture.pace.hurry();
    if (!host.client.readonly && layers.takes(press)) {
      this.#acted = true;
      return false;
    }
    return host.queue.enqueue(() => {
      if (isLate) this.#lookup.forgetPace();
      this.#dispatch(press);
    });
  }

  /**
   * The meaning of a mouse report depends on the commands of earlier keys, so the report becomes a key only after
   * they have run. Returns whether it waits for them.
   */
  report(report: MouseReport): boolean {
    const { host, layers, picture } = this.#setup;
    const { client } = host;
    const last = this.#lastMouse;
    this.#lastMouse = report;
    this.#isPasting = false;
    if (this.#stopped || client.readonly) return false;
    const { x, y, buttons, sgr } = report;
    const release = sgr?.release ?? isRelease(buttons);
    const mouse = { x, y, buttons, last, release, sgrButtons: sgr?.buttons };
    picture.pace.hurry();
    if (layers.takes({ key: MOUSE, client, mouse })) return false;
    return host.queue.enqueue(() => {
      this.#mouse.take(report, last);
      // A drag handler emits no event for its changes, so every report requests a paint.
      picture.pace.want();
    });
  }

  pressMouse(key: Key, mouse: MousePlace): void {
    this.#dispatch({ key, client: this.#setup.host.client, mouse });
  }

  pressTitle(pane: Pane): void {
    const { host } = this.#setup;
    const { client } = host;
    if (client.session?.options.flag("mouse"))
      host.run(`select-pane -Z -t ${pane.id}`, { key: MOUSE, client });
  }

  /** The pane received `bytes` bytes from the terminal directly; `agoMs`: time since the last of them arrived. */
  onTyped(pane: Pane, bytes: number, agoMs: number): void {
    const { host, picture } = this.#setup;
    this.#lookup.passedBy(bytes, agoMs);
    picture.expectEcho(pane);
    picture.pace.typed();
    host.mux.clientActive(host.client);
  }

  /**
   * Whether a key since the last call had an effect that no holder recognises if the key is repeated: it ran a command,
   * or went to an overlay, a prompt or a mode.
   */
  takeActed(): boolean {
    const acted = this.#acted;
    this.#acted = false;
    return acted;
  }

  stop(): void {
    this.#stopped = true;
    this.#lookup.stop();
    this.#mouse.stop();
  }

  #dispatch(press: KeyPress): void {
    const { host, kept } = this.#setup;
    const { mux, client } = host;
    if (this.#stopped || !client.session) return;
    const { table } = kept;
    const meaning = this.#lookup.meaningOf(press);
    // A prefix key has no effect but the table of the next key: without a record it would die with the daemon.
    if (kept.table === table) this.#act(press, meaning);
    else host.settle(() => this.#act(press, meaning));
    if (press.key !== FOCUS_OUT) mux.clientActive(client);
  }

  #act(press: KeyPress, meaning: KeyMeaning | undefined): void {
    const { host, layers } = this.#setup;
    if (meaning?.kind === "input") this.#input(press, meaning.pane);
    else if (meaning) {
      this.#acted = true;
      if (meaning.kind === "command") host.run(meaning.command, press);
      else pressOwnKey({ host, press, say: (text) => layers.showMessage(text) });
    }
  }

  #input(press: KeyPress, pane: Pane): void {
    const { host, picture } = this.#setup;
    if (host.client.readonly) return;
    const [mode] = pane.modes;
    if (mode) {
      this.#acted = true;
      host.settle(() => mode.key?.(press));
      picture.pace.want();
    } else {
      this.typed.add(pane, press);
      this.#isPasting = this.typed.bulk;
      picture.expectEcho(pane);
    }
  }
}
