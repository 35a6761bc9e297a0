import { type MullionOptions, MullionSubstrate } from "./mullion-substrate.ts";

export type CreateOptions = { readonly backend?: "mullion" | undefined } & MullionOptions;

/** The Mullion daemon, which is started where it does not run. */
export function createSubstrate(options: CreateOptions = {}): Promise<MullionSubstrate> {
  return MullionSubstrate.open(options);
}
