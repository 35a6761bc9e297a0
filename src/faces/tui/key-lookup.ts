import type { FaceHost } from "../../core/face/face-host.ts";
import { BASE_MASK, bindable, CHARACTER_START, type Key, SPECIAL_START } from "../../core/keys/key.ts";
import { isPrefix } from "../../core/keys/key-name.ts";
import type { Binding } from "../../core/keys/key-tables.ts";
import { ANY_KEY, isMouseKey, specialKeyCalled } from "../../core/keys/special-keys.ts";
import type { KeyPress, Pane, Session } from "../../core/tree/tree.ts";
import type { ClientKeys } from "../../wire/invocation.ts";

/** What a key does: it runs a command, is the unbound key after the prefix, or goes to a pane. */
export type KeyMeaning =
  | { readonly kind: "command"; readonly command: Binding["command"] }
  | { readonly kind: "own" }
  | { readonly kind: "input"; readonly pane: Pane };

/** The table for the next key, kept beyond the daemon's death; undefined: the session's own. */
export type KeptTable = Pick<ClientKeys, "table">;

/**
 * Decides which commands a key runs. A key is looked up in the client's table: `root` (or the option key-table),
 * `prefix` after the prefix key, or the table named by switch-client -T. A pane in a mode has its own table instead
 * of `root`. A repeating binding keeps its table active for repeat-time. An unbound key goes to the pane, but only if
 * its first lookup was in the root table: a key after the prefix is never typed.
 */
export class KeyLookup {
  readonly #host: FaceHost;
  readonly #kept: KeptTable;
  /** Called when the key table or its repeat state changes, because the status line may show either. */
  readonly #onChanged: () => void;
  /** Undefined: the session's default table. */
  #table: string | undefined;
  #repeating = false;
  #cancelRepeat: (() => void) | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;
  #pasting = false;
  #bracketed = false;

  constructor(host: FaceHost, kept: KeptTable, onChanged: () => void) {
    this.#host = host;
    this.#kept = kept;
    this.#table = kept.table;
    this.#onChanged = onChanged;
  }

  get table(): string {
    return this.#table ?? this.#rootTable;
  }

  set table(name: string) {
    this.#table = name === this.#rootTable ? undefined : name;
    this.#changed();
  }

  /** Whether the next key is typed unless the root table binds it. */
  get atRoot(): boolean {
    return this.#table === undefined && !this.#repeating && !this.#bracketed;
  }

  stop(): void {
    this.#cancelRepeat?.();
  }

  /** The next key was typed at a time that is not known: it is no part of a paste because it follows another one. */
  forgetPace(): void {
    this.#lastMs = Number.NEGATIVE_INFINITY;
  }

  /** The meaning of the next key; undefined if it has none, or only changes the table. */
  meaningOf({ key, mouse: place }: KeyPress): KeyMeaning | undefined {
    const { session, pane: own } = this.#host.client;
    if (!session || !own) return undefined;
    const mouse = isMouseKey(key & BASE_MASK);
    const pane = (mouse ? place?.pane : undefined) ?? own;
    const passed = mouse ? !session.options.flag("mouse") : this.#isPasted(key, session);
    return passed ? { kind: "input", pane } : this.#lookUp(key, session, pane);
  }

  /** Whether a key that follows a typed one is a part of the same paste. It counts as received only if so. */
  isPartOfPaste(key: Key): boolean {
    const { session } = this.#host.client;
    const base = key & BASE_MASK;
    if (!session || (base >= SPECIAL_START && base < CHARACTER_START)) return false;
    const nowMs = performance.now();
    const fast = nowMs - this.#lastMs < session.options.number("assume-paste-time");
    if (!this.#bracketed && !(fast && this.#pasting)) return false;
    this.#pasting = fast;
    this.#lastMs = nowMs;
    return true;
  }

  /**
   * Counts `bytes` bytes that went to a pane directly, the last of them `agoMs` ago, when deciding whether the next
   * keys are a paste.
   */
  passedBy(bytes: number, agoMs: number): void {
    const { session } = this.#host.client;
    if (!session) return;
    this.#assumePaste(session, performance.now() - agoMs);
    if (bytes > 1) this.#pasting = true;
  }

  get #rootTable(): string {
    return this.#host.client.session?.options.get("key-table") || "root";
  }

  #lookUp(key: Key, session: Session, pane: Pane): KeyMeaning | undefined {
    let table = (this.table === this.#rootTable ? pane.modes[0]?.keyTable : undefined) ?? this.table;
    let first = table;
    while (true) {
      if (table !== "prefix" && isPrefix(session.options, bindable(key))) {
        this.table = "prefix";
        return undefined;
      }
      const wasRepeating = this.#repeating;
      const binding = this.#binding(table, key);
      if (binding && !(wasRepeating && !binding.repeat)) {
        this.#found(binding, session);
        return { kind: "command", command: binding.command };
      }
      const isRoot = table === this.#rootTable;
      if (!binding && isRoot && !wasRepeating) {
        if (first === table) return { kind: "input", pane };
        return first === "prefix" ? { kind: "own" } : undefined;
      }
      // A key that does not repeat ends the repetition, and is looked up again as a first key.
      this.#backToRoot();
      table = this.table;
      if (wasRepeating) first = table;
    }
  }

  #binding(table: string, key: Key): Binding | undefined {
    const { keys } = this.#host.mux.server;
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
    this.#cancelRepeat = this.#host.clock.after(repeatMs, () => {
      if (this.#repeating) this.#backToRoot();
    });
    this.#changed();
  }

  #backToRoot(): void {
    this.#repeating = false;
    this.#cancelRepeat?.();
    this.#table = undefined;
    this.#changed();
  }

  /** A table that stays for repeat-time only is not kept: that time ends with the daemon. */
  #changed(): void {
    this.#kept.table = this.#repeating ? undefined : this.#table;
    this.#onChanged();
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
