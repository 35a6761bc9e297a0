import type { Mux } from "../../core/mux.ts";
import type { Pane } from "../../core/tree/tree.ts";
import type { PaneOutput } from "../../panes/host.ts";
import type { CliContext } from "../context.ts";

/** A running pane, and the callback for when the condition holds. */
export interface Watch {
  readonly context: CliContext;
  readonly mux: Mux;
  readonly pane: Pane;
  readonly output: PaneOutput;
  /** Offset of the first byte of output that counts; undefined: from now on. */
  readonly since: number | undefined;
  met(details?: Met): void;
}

/** Details of the condition that was met. */
export interface Met {
  /** The line that matched. */
  readonly line?: string;
  /** Exit status of the command that ended. */
  readonly status?: number;
}

export interface Watching {
  stop(): void;
  /** Called when the pane ends, because its last output counts, too. */
  atEnd?(): Met | undefined;
}

/** Starts watching. `met` may be called before it returns. */
export type Condition = (watch: Watch) => Watching;

/** A kind of condition: the word before the colon. */
export interface ConditionKind {
  readonly name: string;
  /** Placeholder of the text after the colon; absent if there is none. */
  readonly argument?: string;
  readonly summary: string;
  parse(argument: string): Condition;
}
