import type { Mux } from "../../core/mux.ts";
import type { Pane } from "../../core/tree/pane.ts";
import type { PaneOutput } from "../../native/host.ts";
import type { CliContext } from "../context.ts";

/** A living pane, and what is to be told when the condition holds. */
export interface Watch {
  readonly context: CliContext;
  readonly mux: Mux;
  readonly pane: Pane;
  readonly output: PaneOutput;
  /** The first byte of output that counts; undefined: now. */
  readonly since: number | undefined;
  met(details?: Met): void;
}

/** What there is to tell beside that it holds. */
export interface Met {
  /** The line that matched. */
  readonly line?: string;
  /** Exit status of the command that ended. */
  readonly status?: number;
}

export interface Watching {
  stop(): void;
  /** The pane ended: what came together with its end counts, too. */
  atEnd?(): Met | undefined;
}

/** Begins to watch. `met` may be called before it returns. */
export type Condition = (watch: Watch) => Watching;

/** A kind of condition: what stands before the colon. */
export interface ConditionKind {
  readonly name: string;
  /** What stands after the colon; absent where nothing does. */
  readonly argument?: string;
  readonly summary: string;
  parse(argument: string): Condition;
}
