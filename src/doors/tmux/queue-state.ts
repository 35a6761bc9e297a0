import type { PartialTarget } from "../../core/target/target.ts";

/** What commands of one sequence share: their default target, and variables for their formats. */
export interface QueueState {
  /** Set by commands that change what is current; invalid ones are passed over. */
  current: PartialTarget | undefined;
  readonly variables: ReadonlyMap<string, string>;
  /** Commands of a hook fire no hooks. */
  readonly noHooks: boolean;
  /** A line of a control client, and what follows from it. */
  readonly typed: boolean;
}

export function newState(rest: Partial<QueueState> = {}): QueueState {
  return { current: undefined, variables: new Map(), noHooks: false, typed: false, ...rest };
}
