import type { OptionScope } from "./option-entry.ts";
import { isUserOption } from "./option-name.ts";
import { optionEntry } from "./option-table.ts";

/** Which store a command means: with -g the server-wide one of that kind. Server options have only that one. */
export interface OptionPlace {
  readonly scope: OptionScope;
  readonly global: boolean;
}

/** The flags of set-option and show-options that choose a store. */
export interface ScopeFlags {
  /** -g */
  readonly global?: boolean;
  /** -s */
  readonly server?: boolean;
  /** -w, or a command that is only about windows (set-window-option). */
  readonly window?: boolean;
  /** -p */
  readonly pane?: boolean;
}

/** For user options and for whole listings the flags decide. */
export function placeOfFlags(flags: ScopeFlags): OptionPlace {
  const global = flags.global ?? false;
  if (flags.server) return { scope: "server", global: true };
  if (flags.pane) return { scope: "pane", global: false };
  return { scope: flags.window ? "window" : "session", global };
}

/** Any other option knows its scope, and only -g and -p still matter. */
export function placeOfOption(name: string, flags: ScopeFlags): OptionPlace {
  const entry = isUserOption(name) ? undefined : optionEntry(name);
  if (!entry) return placeOfFlags(flags);
  if (entry.scope === "server") return { scope: "server", global: true };
  if (entry.scope === "pane" && flags.pane) return { scope: "pane", global: false };
  return { scope: entry.scope === "session" ? "session" : "window", global: flags.global ?? false };
}
