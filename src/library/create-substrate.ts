import type { TmuxOptions } from "./exec-tmux.ts";
import { type MullionOptions, MullionSubstrate } from "./mullion-substrate.ts";
import type { CallOptions } from "./substrate.ts";
import { TmuxSubstrate } from "./tmux-substrate.ts";

export interface CreateMullionOptions extends MullionOptions {
  readonly backend?: "mullion" | undefined;
}

export interface CreateTmuxOptions extends TmuxOptions, CallOptions {
  readonly backend: "tmux";
}

/** The Mullion daemon, which is started if it does not run; or, with `{ backend: "tmux" }`, tmux. */
export function createSubstrate(options?: CreateMullionOptions): Promise<MullionSubstrate>;
export function createSubstrate(options: CreateTmuxOptions): Promise<TmuxSubstrate>;
export function createSubstrate(
  options?: CreateMullionOptions | CreateTmuxOptions,
): Promise<MullionSubstrate | TmuxSubstrate>;
export function createSubstrate(
  options: CreateMullionOptions | CreateTmuxOptions = {},
): Promise<MullionSubstrate | TmuxSubstrate> {
  return options.backend === "tmux" ? TmuxSubstrate.open(options) : MullionSubstrate.open(options);
}
