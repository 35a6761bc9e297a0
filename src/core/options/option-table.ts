import { sessionHooks, windowHooks } from "./hook-options.ts";
import type { OptionEntry, OptionScope } from "./option-entry.ts";
import { serverOptions } from "./server-options.ts";
import { sessionOptions } from "./session-options.ts";
import { windowOptions } from "./window-options.ts";

/** Every option, tmux 3.3a's and our own, in the listing order of each scope. */
export const optionTable: readonly OptionEntry[] = [
  ...serverOptions,
  ...sessionOptions,
  ...windowOptions,
  ...sessionHooks,
  ...windowHooks,
];

const byName = new Map(optionTable.map((entry) => [entry.name, entry]));

/** tmux accepts the spelling `color` too. */
const spelledOtherwise = new Map(optionTable.map(({ name }) => [name.replace("colour", "color"), name]));

export function canonicalOptionName(name: string): string {
  return spelledOtherwise.get(name) ?? name;
}

export function optionEntry(name: string): OptionEntry | undefined {
  return byName.get(canonicalOptionName(name));
}

/** Whether an option belongs in a store: pane options belong in windows too; every other option has one scope. */
export function belongsIn(entry: OptionEntry, scope: OptionScope): boolean {
  return entry.scope === scope || (entry.scope === "pane" && scope === "window");
}
