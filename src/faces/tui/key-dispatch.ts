import type { FaceHost } from "../../core/face/face-host.ts";
import { BASE_MASK, bindable, type Key } from "../../core/keys/key.ts";
import { isPrefix } from "../../core/keys/key-name.ts";
import type { Binding } from "../../core/keys/key-tables.ts";
import { ANY_KEY, isMouseKey, specialKeyCalled } from "../../core/keys/special-keys.ts";
import type { KeyPress, Pane, Session } from "../../core/tree/tree.ts";

export interface KeyDispatchOptions {
  readonly host: FaceHost;
  /** Called when the key table or its repeat state changes, because the status line may show either. */
  onChanged(): void;
  /** Handles an unbound key after the prefix. */
  afterPrefix(press: KeyPress): void;
  /** Handles any other unbound key. */
  forward(press: KeyPress, pane: Pane): void;
}

/**
 * Decides which commands a key runs. A key is looked up in the client's table: `root` (or the option key-table),
 * `prefix` after the prefix key, or the table named by switch-client -T. A pane in a mode has its own table instead
 * of `root`. A repeating binding keeps its table active for repeat-time. An unbound key goes to the pane, but only if
 * its first lookup was in the root table: a key after the prefix is never typed.
 */
export class KeyDispatch {
  readonly #options: KeyDispatchOptions;
  /** Undefined: the session's default table. */
  #table: string | undefined;
  #repeating = false;
  #cancelRepeat: (() => void) | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;
  #pasting = false;
  #bracketed = false;

  constructor(options: KeyDispatchOptions) {
    this.#options = options;
  }

  get table(): string {
    return this.#table ?? this.#rootTable;
  }

  set table(name: string) {
    this.#table = name === this.#rootTable ? undefined : name;
    this.#options.onChanged();
  }

  /** Whether the next key is typed unless the root table binds it. */
  get atRoot(): boolean {
    return this.#table === undefined && !this.#repeating && !this.#bracketed;
  }

  stop(): void {
    this.#cancelRepeat?.();
  }

  press(press: KeyPress): void {
    const { session, pane: own } = this.#options.host.client;
    if (!session || !own) return;
    const mouse = isMouseKey(press.key & BASE_MASK);
    const pane = (mouse ? press.mouse?.pane : undefined) ?? own;
    const passed = mouse ? !session.options.flag("mouse") : this.#isPasted(press.key, session);
    if (passed) this.#options.forward(press, pane);
    else this.#lookUp(press, session, pane);
  }

  /**
   * Counts `bytes` bytes that went to a pane directly, the last of them `agoMs` ago, when deciding whether the next
   * keys are a paste.
   */
  passedBy(bytes: number, agoMs: number): void {
    const { session } = this.#options.host.client;
    if (!session) return;
    this.#assumePaste(session, performance.now() - agoMs);
    if (bytes > 1) this.#pasting = true;
  }

  get #session(): Session | undefined {
    return this.#options.host.client.session;
  }

  get #rootTable(): string {
    return this.#session?.options.get("key-table") || "root";
  }

  #lookUp(press: KeyPress, session: Session, pane: Pane): void {
    let table = (this.table === this.#rootTable ? pane.modes[0]?.keyTable : undefined) ?? this.table;
    let first = table;
    while (true) {
      if (table !== "prefix" && isPrefix(session.options, bindable(press.key))) {
        this.table = "prefix";
        return;
      }
      const wasRepeating = this.#repeating;
      const binding = this.#binding(table, press.key);
      if (binding && !(wasRepeating && !binding.repeat)) {
        this.#found(binding, session);
        this.#options.host.run(binding.command, press);
        return;
      }
      const isRoot = table === this.#rootTable;
      if (!binding && isRoot && !wasRepeating) {
        if (first === table) this.#options.forward(press, pane);
        else if (first === "prefix") this.#options.afterPrefix(press);
        return;
      }
      // A key that does not repeat ends the repetition, and is looked up again as a first key.
      this.#backToRoot();
      table = this.table;
      if (wasRepeating) first = table;
    }
  }

  #binding(table: string, key: Key): Binding | undefined {
    const { keys } = this.#options.host.mux.server;
    return keys.get(table, key) ?? keys.get(table, ANY_KEY);
  }

  #found(binding: Binding, session: Session): void {
    const repeatMs = session.options.number("repeat-time");
    if (repeatMs === 0 || !binding.repeat) {
      this.#backToRoot();
      return;
    }
    this.#repeating = true;
    this.#cancelRepeat?.();
    this.#cancelRepeat = this.#options.host.clock.after(repeatMs, () => {
      if (this.#repeating) this.#backToRoot();
    });
    this.#options.onChanged();
  }

  #backToRoot(): void {
    this.#repeating = false;
    this.#cancelRepeat?.();
    this.#table = undefined;
    this.#options.onChanged();
  }

  /** Keys between the markers of a bracketed paste are never commands. */
  #isPasted(key: Key, session: Session): boolean {
    const bracketed = this.#bracketed;
    if (key === PASTE_START || key === PASTE_END) this.#bracketed = key === PASTE_START;
    return this.#assumePaste(session) || (bracketed && this.#bracketed);
  }

  /** Keys that arrive faster than a person types are a paste: from the third key on they are not commands. */
  #assumePaste(session: Session, nowMs = performance.now()): boolean {
    const fast = nowMs - this.#lastMs < session.options.number("assume-paste-time");
    const pasting = fast && this.#pasting;
    this.#pasting = fast;
    this.#lastMs = nowMs;
    return pasting;
  }
}

const PASTE_START = specialKeyCalled("PasteStart");
const PASTE_END = specialKeyCalled("PasteEnd");
