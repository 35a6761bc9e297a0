import { MuxError } from "../errors.ts";
import { currentTarget, markedTarget, sessionTarget } from "./current-target.ts";
import { findPane, findPaneIn, findPaneInSession } from "./find-pane.ts";
import { findSession } from "./find-session.ts";
import { findWindow, findWindowIn } from "./find-window.ts";
import type { TargetSearch } from "./finding.ts";
import { parseTarget, type TargetParts } from "./parse-target.ts";
import type { PartialTarget, Place, Target, TargetKind, TargetRequest } from "./target.ts";

/** The target that a text names; throws tmux's sentence if there is none. */
export function resolveTarget(request: TargetRequest): Target {
  const finding = search(request, { indexOnly: false });
  if (finding.failure) throw finding.failure;
  const { session, link, window, pane } = finding;
  if (!session || !link || !window || !pane) throw new Error(`incomplete target: ${request.text}`);
  return { session, link, window, pane };
}

/** Same as resolveTarget, but returns the parts found before a failure (`display-message`). */
export function findTarget(request: TargetRequest): PartialTarget {
  const { session, link, window, pane } = search(request, { indexOnly: false });
  return { session, link, window, pane };
}

/** The destination of a window: like a window target, but a free index is allowed. */
export function resolvePlace(request: Omit<TargetRequest, "kind">): Place {
  const finding = search({ ...request, kind: "window" }, { indexOnly: true });
  if (finding.failure) throw finding.failure;
  if (!finding.session) throw new Error(`incomplete target: ${request.text}`);
  return { session: finding.session, index: finding.index, link: finding.link };
}

type Outcome = PartialTarget & { readonly index: number | undefined; readonly failure: MuxError | undefined };

const NOTHING = { session: undefined, link: undefined, window: undefined, pane: undefined, index: undefined };

function search(request: TargetRequest, { indexOnly }: { indexOnly: boolean }): Outcome {
  const { server, kind, text, caller, flags = {} } = request;
  const current = currentTarget(server, caller, flags);
  if (!current) return fail("no current target");
  if (!text) return succeed(current);
  if (text === "=" || text === "{mouse}") {
    return caller.mouse ? succeed(caller.mouse) : fail("no mouse target");
  }
  if (text === "~" || text === "{marked}") {
    const marked = markedTarget(server);
    return marked ? succeed(marked) : fail("no marked target");
  }
  const parts = parseTarget(text, kind);
  if (parts.pane && indexOnly) return fail("can't specify pane here");
  const { exactSession, exactWindow } = parts;
  const finding: TargetSearch = { server, current, flags, exactSession, exactWindow, indexOnly, ...NOTHING };
  const missing = findParts(finding, parts);
  const { session, link, window, pane, index } = finding;
  const failure = missing && new MuxError(CODES[missing], `can't find ${missing}: ${parts[missing]}`);
  return { session, link, window, pane, index, failure };
}

function succeed(target: Target): Outcome {
  return { ...target, index: undefined, failure: undefined };
}

function fail(message: string): Outcome {
  return { ...NOTHING, failure: new MuxError("no-such-target", message) };
}

const CODES = { session: "no-such-session", window: "no-such-window", pane: "no-such-pane" } as const;

/** Fills the finding in; returns the part that was not found. */
function findParts(finding: TargetSearch, parts: TargetParts): TargetKind | undefined {
  const { session, window, pane } = parts;
  if (session === undefined && window === undefined && pane === undefined) {
    Object.assign(finding, finding.current);
    return undefined;
  }
  if (session !== undefined) return findInSession(finding, session, parts);
  if (window === undefined) return findPane(finding, pane!, parts.paneOnly) ? undefined : "pane";
  if (!findWindow(finding, window, parts.windowOnly)) return "window";
  return findPaneOfWindow(finding, pane);
}

function findInSession(
  finding: TargetSearch,
  text: string,
  { window, pane }: TargetParts,
): TargetKind | undefined {
  if (!findSession(finding, text)) return "session";
  const session = finding.session!;
  if (window !== undefined) {
    return findWindowIn(finding, session, window) ? findPaneOfWindow(finding, pane) : "window";
  }
  if (pane !== undefined) return findPaneInSession(finding, session, pane) ? undefined : "pane";
  Object.assign(finding, sessionTarget(session));
  return undefined;
}

function findPaneOfWindow(finding: TargetSearch, pane: string | undefined): TargetKind | undefined {
  if (pane !== undefined) return findPaneIn(finding, finding.window!, pane) ? undefined : "pane";
  finding.pane = finding.link?.window.active;
  return undefined;
}
