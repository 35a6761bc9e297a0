import type { KeyPress } from "../../core/keys/key-press.ts";
import type { PartialTarget, Target } from "../../core/target/target.ts";

/** What commands of one sequence share: their default target, and variables for their formats. */
export interface QueueState {
  /** Set by commands that change what is current; invalid ones are passed over. */
  current: PartialTarget | undefined;
  readonly variables: ReadonlyMap<string, string>;
  /** Commands of a hook fire no hooks. */
  readonly noHooks: boolean;
  /** A line of a control client, and what follows from it. */
  readonly typed: boolean;
  /** How many files are being read, each named in the one before it. */
  readonly nestedFiles: number;
  /** The key that the commands are bound to, with the mouse where it is a mouse key. */
  readonly press?: KeyPress | undefined;
  /** What stands under the mouse, for `=` and `{mouse}`. */
  readonly mouse?: Target | undefined;
}

export function newState(rest: Partial<QueueState> = {}): QueueState {
  return { current: undefined, variables: new Map(), noHooks: false, typed: false, nestedFiles: 0, ...rest };
}
