import type { PartialTarget, Target } from "../../../core/target/target.ts";
import type { KeyPress } from "../../../core/tree/tree.ts";

/** State shared by the commands of one sequence: their default target, and variables for their formats. */
export interface QueueState {
  /** Set by commands that change what is current; an invalid one is ignored. */
  current: PartialTarget | undefined;
  readonly variables: ReadonlyMap<string, string>;
  /** Commands of a hook fire no hooks. */
  readonly noHooks: boolean;
  /** The commands come from a line of a control client. */
  readonly typed: boolean;
  /** Nesting depth of sourced files. */
  readonly nestedFiles: number;
  /** The key that the commands are bound to, with the mouse position for a mouse key. */
  readonly press?: KeyPress | undefined;
  /** The target under the mouse, for `=` and `{mouse}`. */
  readonly mouse?: Target | undefined;
}

export function newState(rest: Partial<QueueState> = {}): QueueState {
  return { current: undefined, variables: new Map(), noHooks: false, typed: false, nestedFiles: 0, ...rest };
}
