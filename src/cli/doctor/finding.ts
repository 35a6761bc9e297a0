import type { DaemonAnswer } from "../ask-daemon.ts";
import type { TreeDescription } from "../describe-tree.ts";
import type { Places } from "../places.ts";

/** Result of one check. A note is information that needs no repair. */
export interface Finding {
  readonly state: "good" | "note" | "bad";
  /** One sentence. */
  readonly text: string;
  /** How to repair the problem. */
  readonly fix?: string;
}

/** Input of every check, collected once. */
export interface CheckInput {
  readonly places: Places;
  readonly root: string;
  readonly version: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The daemon's answer to `ls --json`. */
  readonly daemon: DaemonAnswer;
  /** Undefined if no daemon answered. */
  readonly tree: TreeDescription | undefined;
}

export interface Check {
  readonly name: string;
  run(input: CheckInput): readonly Finding[] | Promise<readonly Finding[]>;
}

export const good = (text: string): Finding => ({ state: "good", text });
export const note = (text: string, fix?: string): Finding => ({
  state: "note",
  text,
  ...(fix !== undefined && { fix }),
});
export const bad = (text: string, fix: string): Finding => ({ state: "bad", text, fix });
