import { MuxError } from "../../errors.ts";
import { formatKey } from "../../keys/key-name.ts";
import { printedCommands } from "../../keys/key-tables.ts";
import type { Mux } from "../../mux.ts";
import type { OptionEntry } from "../../options/option-entry.ts";
import { optionEntry } from "../../options/option-table.ts";
import type { Options } from "../../options/options.ts";
import type { Client, Pane } from "../../tree/tree.ts";
import { TreeMode } from "../tree/tree-mode.ts";
import type { TreeKey, TreePorts, TreeSetup } from "../tree/tree-source.ts";
import {
  type CustomizeItem,
  type KeyItem,
  type OptionHome,
  type OptionItem,
  optionText,
  ownerText,
  storeOf,
} from "./customize-item.ts";
import { CustomizeSource } from "./customize-source.ts";

export const CUSTOMIZE_FORMAT =
  "#{?is_option,#{?option_is_global,,#[reverse](#{option_scope})#[default] }#[ignore]#{option_value}#{?option_unit, #{option_unit},},#{key}}";

export interface CustomizePorts extends TreePorts {
  /** The stored text of an option's value; throws a MuxError if the value is invalid. */
  judge(name: string, value: string): string;
  /** The stored text of a key's commands; throws a MuxError if the text is not a command list. */
  boundCommands(text: string): string;
  /** Reports to a client why an action failed. */
  complain(client: Client, sentence: string): void;
}

export interface CustomizeSetup extends TreeSetup {
  readonly ports: CustomizePorts;
}

/** Shows options and key bindings for viewing and editing (`customize-mode`). */
export function openCustomizeMode(mux: Mux, pane: Pane, setup: CustomizeSetup): boolean {
  return mux.enterMode(pane, "options-mode", () => new CustomizeMode(mux, pane, setup));
}

/**
 * The scope in which a value is set: the narrowest that the option allows, at most as narrow as the window, or
 * global.
 */
type Reach = "near" | "window" | "global";

const REACHES: ReadonlyMap<string, Reach> = new Map([
  ["Enter", "near"],
  ["s", "near"],
  ["w", "window"],
  ["S", "global"],
  ["W", "global"],
]);

type Change = "Reset" | "Unset";

class CustomizeMode extends TreeMode<CustomizeItem> {
  readonly #source: CustomizeSource;
  readonly #ports: CustomizePorts;

  constructor(mux: Mux, pane: Pane, { ports, options, from }: CustomizeSetup) {
    const source = new CustomizeSource({ pane, ports, options, from });
    super({ mux, pane, ports, options, source });
    this.#source = source;
    this.#ports = ports;
  }

  protected act({ name, client }: TreeKey): void {
    const item = this.tree.item.node.data;
    const reach = REACHES.get(name);
    if (reach && item) this.#set(item, client, reach);
    else if (name === "d" || name === "u") this.#askChange(item, client, name === "d" ? "Reset" : "Unset");
    else if (name === "D" || name === "U") this.#askChangeTagged(client, name === "D" ? "Reset" : "Unset");
    else if (name === "H") {
      this.#source.hideGlobal = !this.#source.hideGlobal;
      this.build();
    }
  }

  #set(item: OptionItem | KeyItem, client: Client, reach: Reach): void {
    if (item.kind === "option") this.#setOption(item, client, reach);
    else if (reach === "near") this.#setKey(item, client);
    this.build();
  }

  /** Flags and choices advance to their next value; other values are prompted for. */
  #setOption(item: OptionItem, client: Client, reach: Reach): void {
    if (!this.#isThere(item)) return;
    const { name } = item;
    const entry = optionEntry(name);
    const home = entry?.array ? item.home : homeWithin(item.home, reach, entry);
    const store = storeOf(home, this.#source.here);
    if (entry?.type === "flag" || entry?.type === "choice") store.set(name, valueAfter(entry, store));
    else this.#askValue({ ...item, home, store }, client, item.store.get(optionText(item)) ?? "");
  }

  #askValue(item: OptionItem, client: Client, initial: string): void {
    const { home, name } = item;
    const owner = ownerText(home, this.#source.here);
    const whose = owner !== "" ? `, for ${owner}` : home === "server" ? "" : ", global";
    const isNew = optionEntry(name)?.array && item.index === undefined;
    const message = `(${isNew ? `${name}[+]` : optionText(item)}${whose}) `;
    this.#askText(client, { message, initial }, (text) => {
      if (!this.#isThere(item)) return;
      const index = isNew ? freeIndex(item) : item.index;
      item.store.set(optionText({ ...item, index }), this.#ports.judge(name, text));
    });
  }

  #setKey({ table, key, part }: KeyItem, client: Client): void {
    const { keys } = this.setup.mux.server;
    const binding = keys.get(table, key);
    const message = `(${formatKey(key)}) `;
    const change = (to: Partial<typeof binding>) => {
      const current = keys.get(table, key);
      if (current) keys.bind(table, { ...current, ...to });
    };
    if (!binding) return;
    if (part === "Repeat") change({ repeat: !binding.repeat });
    else if (part === "Note")
      this.#askText(client, { message, initial: binding.note ?? "" }, (note) => change({ note }));
    else if (part === "Command")
      this.#askText(client, { message, initial: printedCommands(binding.command) }, (text) =>
        change({ command: this.#ports.boundCommands(text) }),
      );
  }

  /** A cancelled prompt changes nothing; an invalid answer is reported to the client. */
  #askText(
    client: Client,
    question: { readonly message: string; readonly initial: string },
    take: (text: string) => void,
  ): void {
    this.ask(client, { ...question, type: "command" }, (text) => {
      if (text === "") return;
      try {
        take(text);
      } catch (error) {
        if (!(error instanceof MuxError)) throw error;
        this.#ports.complain(client, error.message);
      }
      this.build();
    });
  }

  #askChange(item: CustomizeItem, client: Client, change: Change): void {
    if (!item) return;
    const isElement = item.kind === "option" && item.index !== undefined;
    if (change === "Reset" && isElement) return;
    const name = item.kind === "key" ? formatKey(item.key) : optionText(item);
    this.confirm(client, change === "Reset" ? `Reset ${name} to default? ` : `Unset ${name}? `, () => {
      const current = this.tree.item.node.data;
      if (current) this.#change(current, change);
      this.build();
    });
  }

  #askChangeTagged(client: Client, change: Change): void {
    const { length } = this.tree.tagged;
    const what = change === "Reset" ? `Reset ${length} tagged to default? ` : `Unset ${length} tagged? `;
    if (length === 0) return;
    this.confirm(client, what, () => {
      for (const item of this.tree.tagged) if (item) this.#change(item, change);
      this.build();
    });
  }

  #change(item: OptionItem | KeyItem, change: Change): void {
    if (item.kind === "key") this.#changeKey(item, change);
    else if (this.#isThere(item)) this.#unsetOption(item, change);
  }

  #unsetOption(item: OptionItem, change: Change): void {
    if (item.index !== undefined) {
      if (change === "Reset") return;
      if (item === this.tree.item.node.data) this.tree.up(false);
    }
    item.store.unset(optionText(item));
  }

  #changeKey({ table, key }: KeyItem, change: Change): void {
    const { keys } = this.setup.mux.server;
    const goes = change === "Unset" || !keys.standard(table, key);
    const current = this.tree.item.node.data;
    if (goes && current?.kind === "key" && current.table === table && current.key === key) {
      this.tree.item.expanded = false;
      this.build();
      this.tree.up(false);
    }
    if (change === "Unset") keys.unbind(table, key);
    else keys.reset(table, key);
  }

  /** The session, window or pane that holds the value may no longer exist. */
  #isThere({ home, store }: OptionItem): boolean {
    return store === storeOf(home, this.#source.here);
  }
}

function homeWithin(home: OptionHome, reach: Reach, entry: OptionEntry | undefined): OptionHome {
  if (home === "server") return home;
  const inSession = home === "session" || home === "global-session";
  if (reach === "global") return inSession ? "global-session" : "global-window";
  if (inSession) return "session";
  const inPane = reach === "near" && (!entry || entry.scope === "pane");
  return inPane ? "pane" : "window";
}

function valueAfter({ name, type, choices }: OptionEntry, store: Options): string {
  if (type === "flag") return store.flag(name) ? "off" : "on";
  return choices[(store.number(name) + 1) % choices.length]!;
}

function freeIndex({ store, name }: OptionItem): number {
  const taken = new Set(store.list(name).map(([index]) => index));
  let index = 0;
  while (taken.has(index)) index++;
  return index;
}
