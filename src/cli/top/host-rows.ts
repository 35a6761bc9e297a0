import { AGENT_STATES } from "../../core/agent/agent-state.ts";
import { attempt } from "../../core/attempt.ts";
import { fits, integer, list, number, object, only, orNull, text } from "../../core/records/shape.ts";
import type { FollowedCall } from "../../hosts/followed-call.ts";
import type { HotCall } from "../verb.ts";
import type { TopRow } from "./pane-rows.ts";

export interface HostTrouble {
  readonly name: string;
  readonly error: string;
}

interface WatchedHost {
  readonly name: string;
  readonly call: FollowedCall;
  /** What it saw last; empty while it does not answer. */
  rows: readonly TopRow[];
  error: string | undefined;
  /** It has answered, or failed, for the first time. */
  readonly begun: Promise<void>;
}

/** How long the first look waits for a host. */
const FIRST_MS = 5_000;
/** The host looks until this side has seen enough. */
const LOOKS = 1_000_000;
/** Looks that a host may miss before its rows count as old. */
const MISSED_LOOKS = 5;

/** The panes of every host: each looks at its own and reports what it saw. A slow one delays no other. */
export class HostRows {
  readonly #hosts: readonly WatchedHost[];

  constructor({ context, invocation }: HotCall, intervalMs: number) {
    const { environment, retry } = invocation;
    const argv = ["top", "--json", `--interval=${intervalMs}ms`, `--count=${LOOKS}`];
    this.#hosts = context.hosts.file.all().map(({ name }) => {
      let [begin, timer] = [() => {}, undefined as NodeJS.Timeout | undefined];
      const late = (error: string, afterMs: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => settle({ rows: [], error }), afterMs).unref();
      };
      const settle = (change: { rows: readonly TopRow[]; error: string | undefined }) => {
        Object.assign(host, change);
        begin();
      };
      const call = context.hosts.follow(name, {
        ...{ argv, environment, starts: !retry, onBegin() {} },
        onLine(line) {
          settle({ rows: rowsOf(line, name), error: undefined });
          late(`host ${name} has stopped answering`, MISSED_LOOKS * intervalMs + FIRST_MS);
        },
        onFail: (error) => settle({ rows: [], error }),
      });
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const host: WatchedHost = { name, call, rows: [], error: undefined, begun };
      late(`host ${name} did not answer within ${FIRST_MS / 1000} s`, FIRST_MS);
      return host;
    });
  }

  async look(): Promise<readonly TopRow[]> {
    await Promise.all(this.#hosts.map(({ begun }) => begun));
    return this.#hosts.flatMap(({ rows }) => rows);
  }

  get troubles(): readonly HostTrouble[] {
    return this.#hosts.flatMap(({ name, error }) => (error === undefined ? [] : [{ name, error }]));
  }

  close(): void {
    for (const { call } of this.#hosts) call.close();
  }
}

/** Throws if the host's answer has another form. */
function rowsOf(line: string, host: string): readonly TopRow[] {
  const value = attempt<unknown>(() => JSON.parse(line));
  if (!fits(LOOK, value)) throw new Error("its table has another form: is its Mullion another version?");
  return (value.panes as readonly TopRow[]).map((row) => ({ ...row, host }));
}

const EXIT = orNull(object({}, { status: integer, signal: integer }));
const LOOK = object({
  panes: list(
    object({
      ...{ id: text, server: text, session: text, command: text, activity: number },
      ...{ state: only("running", "dead"), agent: object({ state: only(...AGENT_STATES) }) },
      ...{ cpu: orNull(number), memory: orNull(number), outputRate: orNull(number), exit: EXIT },
    }),
  ),
});
