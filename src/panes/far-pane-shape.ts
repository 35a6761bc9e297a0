import { AGENT_STATES } from "../core/agent/agent-state.ts";
import {
  type AnyShape,
  count,
  dictionary,
  either,
  flag,
  integer,
  list,
  matching,
  number,
  object,
  only,
  text,
} from "../core/records/shape.ts";
import type { DescribedPane, DescribedPlace } from "../protocol/pane.ts";

/**
 * A pane as the daemon of a host describes it to a list or to a page. That daemon is not trusted: each receiver checks
 * these members, with those of its own, where the pane arrives.
 */

/** Larger screens do not exist; a page that drew one would stop. */
const MAX_CELLS = 10_000;

export const cells: AnyShape = {
  schema: { type: "integer", minimum: 1, maximum: MAX_CELLS },
  fault: (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_CELLS ? undefined : " is no size",
};

/** As tmux numbers sessions, windows and panes. */
export const tmuxId = matching(/^[$@%]\d{1,10}$/);

export const farAgent = object(
  {
    ...{ state: only(...AGENT_STATES), because: text, rule: text, confidence: number },
    ...{ since: integer, unread: flag, program: text },
  },
  { question: text },
);

const PANE = {
  ...{ pane_id: tmuxId, title: text, metadata: dictionary(either(text, number, flag)), command: list(text) },
  ...{ foreground: text, cwd: text, pid: count, tty: text, cols: cells, rows: cells, left: integer },
  ...{ top: integer, active: flag, agent: farAgent, name: text, is_agent: flag, server: text, socket: text },
  ...{ session: text, window_id: tmuxId, window_index: integer, window: text, last_line: text },
} satisfies Record<Exclude<keyof DescribedPane, "exit_code"> | keyof DescribedPlace | "last_line", AnyShape>;

/** `members`: what one receiver expects beside the members of every pane. */
export function farPane(members: Readonly<Record<string, AnyShape>>): AnyShape {
  return object(
    { ...PANE, ...members },
    { exit_code: integer, choices: list(object({ text, label: text })) },
  );
}
