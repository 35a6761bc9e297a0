import { fnmatch } from "../text/fnmatch.ts";
import { INT_MAX, parseInteger } from "../text/parse-integer.ts";
import type { Session, Winlink } from "../tree/tree.ts";
import { windowWithId } from "./by-id.ts";
import { findSession } from "./find-session.ts";
import { onlyOne, type TargetSearch, takeBestLink, takeBestSession, takeLink } from "./finding.ts";

/** A window of the current session, or of any session by its id; `only` keeps the text from being tried as a session. */
export function findWindow(finding: TargetSearch, text: string, only: boolean): boolean {
  if (text.startsWith("@")) {
    const window = windowWithId(finding.server, text);
    return window ? takeBestSession(finding, window) : false;
  }
  finding.session = finding.current.session;
  if (findWindowIn(finding, finding.session, text)) return true;
  if (only || !findSession(finding, text)) return false;
  const link = finding.session.current;
  finding.link = link;
  finding.window = link.window;
  if (!finding.indexOnly) finding.index = link.index;
  return true;
}

export function findWindowIn(finding: TargetSearch, session: Session, text: string): boolean {
  finding.link = session.current;
  finding.window = session.current.window;
  if (text.startsWith("@")) {
    const window = windowWithId(finding.server, text);
    finding.window = window;
    return window ? takeBestLink(finding, session, window) : false;
  }
  const special = finding.exactWindow
    ? undefined
    : (byOffset(finding, session, text) ?? bySign(finding, session, text));
  return special ?? byIndex(finding, session, text) ?? byName(finding, session, text);
}

/** `+N` and `-N` count windows, round the end; where an index is wanted they count indexes. */
function byOffset(finding: TargetSearch, session: Session, text: string): boolean | undefined {
  const sign = text[0];
  if (sign !== "+" && sign !== "-") return undefined;
  const count = text.length === 1 ? 1 : (parseInteger(text.slice(1), 1, INT_MAX) ?? 0);
  const by = sign === "+" ? count : -count;
  const { current, links } = session;
  if (finding.indexOnly) {
    const index = current.index + by;
    if (index < 0 || index > INT_MAX) return false;
    finding.index = index;
    return true;
  }
  const at = (links.indexOf(current) + (by % links.length) + links.length) % links.length;
  return takeLink(finding, links[at]);
}

function bySign(finding: TargetSearch, session: Session, text: string): boolean | undefined {
  if (text === "!") return takeLink(finding, session.lastLinks[0]);
  if (text === "^") return takeLink(finding, session.links[0]);
  if (text === "$") return takeLink(finding, session.links.at(-1));
  return undefined;
}

function byIndex(finding: TargetSearch, session: Session, text: string): boolean | undefined {
  if (/^[+-]/.test(text)) return undefined;
  const index = parseInteger(text, 0, INT_MAX);
  if (index === undefined) return undefined;
  if (takeLink(finding, session.linkAt(index))) return true;
  if (!finding.indexOnly) return undefined;
  finding.index = index;
  return true;
}

function byName(finding: TargetSearch, session: Session, text: string): boolean {
  const isNamed = ({ window }: Winlink) => window.name === text;
  const begins = ({ window }: Winlink) => window.name.startsWith(text);
  const matches = ({ window }: Winlink) => fnmatch(text, window.name);
  const tests = finding.exactWindow ? [isNamed] : [isNamed, begins, matches];
  const { one, several } = onlyOne(session.links, tests);
  finding.link = one;
  return !several && takeLink(finding, one);
}
