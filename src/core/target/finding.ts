import type { Server, Session, Window, Winlink } from "../tree/tree.ts";
import { bestLink, bestSession } from "./current-target.ts";
import type { PartialTarget, Target, TargetFlags } from "./target.ts";

type Found = { -readonly [Part in keyof PartialTarget]: PartialTarget[Part] };

/**
 * The state of one lookup. The steps fill it in from the session down and return whether they found their part. A
 * failed step keeps the parts found so far, which `display-message` shows.
 */
export interface TargetSearch extends Found {
  readonly server: Server;
  readonly current: Target;
  readonly flags: TargetFlags;
  readonly exactSession: boolean;
  readonly exactWindow: boolean;
  /** An index without a window is acceptable. */
  readonly indexOnly: boolean;
  index: number | undefined;
}

export function takeLink(finding: TargetSearch, link: Winlink | undefined): boolean {
  finding.link = link;
  if (!link) return false;
  finding.window = link.window;
  finding.index = link.index;
  return true;
}

/** For a window found without its session: picks the best session that has it. */
export function takeBestSession(finding: TargetSearch, window: Window): boolean {
  finding.window = window;
  const session = bestSession(finding.server, finding.flags, window);
  if (!session) return false;
  finding.session = session;
  return takeBestLink(finding, session, window);
}

export function takeBestLink(finding: TargetSearch, session: Session, window: Window): boolean {
  finding.window = window;
  const link = bestLink(session, window);
  return link ? takeLink(finding, link) : false;
}

/** The item that passes the first of the tests that any passes; `several` if more than one does. */
export function onlyOne<T>(
  items: readonly T[],
  tests: readonly ((item: T) => boolean)[],
): { one: T | undefined; several: boolean } {
  for (const fits of tests) {
    const [one, ...others] = items.filter(fits);
    if (one !== undefined) return { one, several: others.length > 0 };
  }
  return { one: undefined, several: false };
}
