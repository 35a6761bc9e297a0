import type { PagePane } from "../../../protocol/page.ts";
import { needsPerson, STATES, type StateName } from "../overview/arrange.ts";

/** What the page shows of itself from outside: in its title and its icon. */
export interface Badge {
  readonly title: string;
  /** The most urgent state that needs a person; undefined if none does. */
  readonly state: StateName | undefined;
}

export function badgeOf(panes: readonly PagePane[], isCurrent: boolean): Badge {
  const needy = panes.filter(needsPerson);
  const state = STATES.find((name) => needy.some(({ agent }) => agent.state === name));
  if (!isCurrent) return { title: "Mullion (not connected)", state: undefined };
  return { title: needy.length > 0 ? `(${needy.length}) Mullion` : "Mullion", state };
}
