import { MuxError } from "../errors.ts";
import { parseColour, type StyleColour } from "../style/colour.ts";
import type { OptionEntry, OptionScope } from "./option-entry.ts";
import { isUserOption, type OptionName, resolveOptionName, splitOptionName } from "./option-name.ts";
import { belongsIn, canonicalOptionName, optionEntry, optionTable } from "./option-table.ts";
import { lenientRules, type OptionRules, parseOptionValue } from "./option-value.ts";

/** An array is recorded as pairs of index and text. */
export type OptionsRecord = Readonly<
  Record<string, string | readonly (readonly [index: number, text: string])[]>
>;

export interface OptionsSetup {
  readonly scope: OptionScope;
  /** Absent: this is the global store of its scope, which holds every option of it. */
  readonly parent?: Options;
  /** Set on a global store; its children share it. */
  readonly rules?: OptionRules;
  /** Called with the option's name after a change, to mark the owner as changed and to apply the change. */
  readonly onChange?: (name: string) => void;
}

export interface SetOptions {
  /** -a: add to a text or to an array. */
  readonly append?: boolean;
  /** -o: only if the option is not set here yet. */
  readonly onlyIfUnset?: boolean;
}

type OptionValue = string | OptionArray;

/**
 * One set of options and the set it inherits from: pane → window → global window, session → global session; server
 * options stand alone. Names, types, defaults and scopes come from `option-table.ts`; names that begin with @ are the
 * user's own and hold any text.
 */
export class Options {
  readonly scope: OptionScope;
  readonly #rules: OptionRules;
  readonly #onChange: (name: string) => void;
  readonly #own = new Map<string, OptionValue>();
  #parent: Options | undefined;

  constructor({ scope, parent, rules, onChange }: OptionsSetup) {
    this.scope = scope;
    this.#parent = parent;
    this.#rules = rules ?? (parent ? parent.#rules : lenientRules);
    this.#onChange = onChange ?? (() => {});
    if (!parent)
      for (const entry of optionTable)
        if (belongsIn(entry, scope)) this.#own.set(entry.name, defaultValue(entry));
  }

  /** An unknown option is skipped: the record may come from another version. */
  static fromRecord(record: OptionsRecord, setup: OptionsSetup): Options {
    const options = new Options(setup);
    for (const [name, value] of Object.entries(record)) {
      const entry = optionEntry(name);
      const known = entry ? belongsIn(entry, setup.scope) : isUserOption(name);
      if (known) options.#own.set(name, typeof value === "string" ? value : new Map(value));
    }
    return options;
  }

  /** The options set here; of a global store, the differences from the defaults. */
  toRecord(): OptionsRecord {
    const record: Record<string, string | readonly (readonly [number, string])[]> = {};
    for (const [name, value] of this.#own) {
      const saved = saveable(value);
      const entry = this.#parent ? undefined : optionEntry(name);
      const standard = entry && saveable(defaultValue(entry));
      if (JSON.stringify(standard) !== JSON.stringify(saved)) record[name] = saved;
    }
    return record;
  }

  get parent(): Options | undefined {
    return this.#parent;
  }

  /** A pane that moves to another window inherits from that window. */
  reparent(parent: Options): void {
    this.#parent = parent;
  }

  /**
   * The text of the effective value, inherited or own; undefined for a user option that is not set. An element of an
   * array is named with its index; an array as a whole has the empty text.
   */
  get(name: string): string | undefined {
    const split = splitOptionName(name);
    const value = split && this.#inForce(split.name);
    if (value === undefined || typeof value === "string") return value;
    return split?.index === undefined ? "" : (value.get(split.index) ?? "");
  }

  /** For a choice: whether it is anything but `off`. */
  flag(name: string): boolean {
    return this.#typed(name, ["flag", "choice"]) !== "off";
  }

  /** For a choice: its index among the choices. */
  number(name: string): number {
    const text = this.#typed(name, ["number", "flag", "choice"]);
    const entry = optionEntry(name);
    if (entry?.type === "choice") return entry.choices.indexOf(text);
    return entry?.type === "flag" ? Number(text === "on") : Number(text);
  }

  colour(name: string): StyleColour {
    return parseColour(this.#typed(name, ["colour"])) ?? { kind: "none" };
  }

  /** Elements of an array option in index order (update-environment, user-keys, command-alias …). */
  list(name: string): readonly (readonly [index: number, value: string])[] {
    const value = this.#inForce(name);
    return typeof value === "object" ? [...value].sort(([a], [b]) => a - b) : [];
  }

  /** Whether the option is set here and not inherited. */
  has(name: string): boolean {
    const split = splitOptionName(name);
    const value = split && this.#own.get(canonicalOptionName(split.name));
    if (value === undefined || split?.index === undefined) return value !== undefined;
    return typeof value === "object" && value.has(split.index);
  }

  /** Names of the options set here, including user options. */
  ownNames(): readonly string[] {
    return [...this.#own.keys()];
  }

  /**
   * Sets the option named by `text` (a prefix, and an index, are allowed). Without a value, flags and choices are
   * toggled, and other types fail.
   */
  set(text: string, value: string | undefined, options: SetOptions = {}): void {
    const name = resolveOptionName(text);
    const entry = this.#entryOf(name, text);
    if (options.onlyIfUnset && this.has(name.index === undefined ? name.name : `${name.name}[${name.index}]`))
      throw new MuxError("bad-value", `already set: ${text}`);
    const { append = false } = options;
    if (!entry) this.#setUser(name.name, value, append);
    else if (entry.array) this.#setArray(entry, { index: name.index, value, append });
    else this.#setSingle(entry, value, append);
  }

  /** Restores the inherited value; in a global store, the default. A single element of an array is removed. */
  unset(text: string): void {
    const name = resolveOptionName(text);
    const entry = this.#entryOf(name, text);
    const value = this.#own.get(name.name);
    if (value === undefined) return;
    if (name.index !== undefined && typeof value === "object") value.delete(name.index);
    else if (entry && !this.#parent) this.#own.set(name.name, defaultValue(entry));
    else this.#own.delete(name.name);
    this.#onChange(name.name);
  }

  #inForce(name: string): OptionValue | undefined {
    const own = this.#own.get(canonicalOptionName(name));
    return own ?? (this.#parent ? this.#parent.#inForce(name) : undefined);
  }

  #typed(name: string, types: readonly OptionEntry["type"][]): string {
    const entry = optionEntry(name);
    const value = this.get(name);
    if (!entry || entry.array || !types.includes(entry.type) || value === undefined) {
      throw new Error(`option ${name} is not of type ${types.join(" or ")} in ${this.scope} options`);
    }
    return value;
  }

  #entryOf({ name, index }: OptionName, text: string): OptionEntry | undefined {
    const entry = isUserOption(name) ? undefined : optionEntry(name);
    if (entry && !belongsIn(entry, this.scope)) throw new Error(`${name} is no ${this.scope} option`);
    if (index !== undefined && !entry?.array) throw new MuxError("bad-value", `not an array: ${text}`);
    return entry;
  }

  #setUser(name: string, value: string | undefined, append: boolean): void {
    if (value === undefined) throw new MuxError("bad-value", "empty value");
    const old = append ? (this.#own.get(name) ?? "") : "";
    this.#put(name, `${old}${value}`);
  }

  /** Appending applies only to an option's own value: an inherited value is replaced, as in tmux. */
  #setSingle(entry: OptionEntry, value: string | undefined, append: boolean): void {
    const current = this.get(entry.name) ?? "";
    const own = this.#own.get(entry.name);
    const added = append && entry.type === "text" && own !== undefined && value !== undefined;
    const text = added ? `${own}${entry.separator}${value}` : value;
    try {
      this.#put(entry.name, parseOptionValue({ entry, text, current, rules: this.#rules }));
    } catch (error) {
      // tmux keeps the old text, now set here even if it was inherited.
      if (entry.type === "text" && value !== undefined) this.#put(entry.name, current);
      throw error;
    }
  }

  /**
   * Sets one element, or splits a complete value into elements and puts each at the first free index. Appending adds to
   * the text of the element, or to the elements.
   */
  #setArray(
    entry: OptionEntry,
    { index, value, append }: { index: number | undefined; value: string | undefined; append: boolean },
  ): void {
    if (value === undefined) throw new MuxError("bad-value", "empty value");
    const own = this.#own.get(entry.name);
    const keepsOld = append || index !== undefined;
    const array: OptionArray = new Map(keepsOld && typeof own === "object" ? own : []);
    const put = (at: number, text: string, current = "") =>
      array.set(at, parseOptionValue({ entry, text, current, rules: this.#rules }));
    try {
      if (index === undefined) {
        for (const part of cut(value, entry.separator)) put(firstFree(array), part);
      } else {
        const current = array.get(index) ?? "";
        put(index, append && entry.type === "text" ? current + value : value, current);
      }
    } finally {
      // Elements before an error are kept.
      this.#put(entry.name, array);
    }
  }

  #put(name: string, value: OptionValue): void {
    this.#own.set(name, value);
    this.#onChange(name);
  }
}

function defaultValue(entry: OptionEntry): OptionValue {
  return typeof entry.default === "string" ? entry.default : new Map(entry.default.entries());
}

function saveable(value: OptionValue): string | readonly (readonly [number, string])[] {
  return typeof value === "string" ? value : [...value].sort(([a], [b]) => a - b);
}

/** Elements by index, in no order and with any gaps. */
type OptionArray = Map<number, string>;

function cut(text: string, separator: string): readonly string[] {
  const parts = separator === "" ? [text] : text.split(new RegExp(`[${separator}]`));
  return parts.filter((part) => part !== "");
}

function firstFree(array: OptionArray): number {
  let index = 0;
  while (array.has(index)) index++;
  return index;
}
