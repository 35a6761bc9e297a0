import type { PaneId } from "../core/ids.ts";
import type { Pane } from "../core/tree/tree.ts";
import type { NativeHost, PanePlace } from "./host.ts";

/** A pane remembers at most this many of the teams that led to it. */
const MAX_CREATORS = 32;

/**
 * The value of CLAUDE_PANE_BACKEND_SESSION_ID in a pane: names the pane for its whole life, across daemon restarts, and
 * is never reused. It is also the name of the team that the pane leads.
 */
export function hintOfPane({ server, pane }: PanePlace): string {
  return `${server}.${pane.slice(1)}`;
}

export function paneOfHint(hint: string): PanePlace | undefined {
  const [, server, number] = /^([0-9a-f]{12})\.(\d{1,9})$/.exec(hint) ?? [];
  return server === undefined ? undefined : { server, pane: `%${Number(number)}` as PaneId };
}

/** A hint may be any text, but the name of a record must not contain a slash. */
export function teamRecordName(hint: string): string {
  return Buffer.from(hint).toString("base64url");
}

/** The creators of a pane that this team creates; `leader`: the team's pane, if it has one. */
export function creatorsFor(hint: string, leader: Pane | undefined): readonly string[] {
  return [hint, ...(leader?.creators ?? [])].slice(0, MAX_CREATORS);
}

/**
 * The creators of a pane that a process with this environment creates: the pane that it runs in, and what led to that.
 * All three variables must name that pane. They differ in a job of a server that was started from a pane: the job has
 * the server's own TMUX, and acts for a person.
 */
export function creatorsOf(
  { server }: Pick<NativeHost, "server">,
  environment: ReadonlyMap<string, string>,
): readonly string[] {
  const hint = environment.get("CLAUDE_PANE_BACKEND_SESSION_ID") ?? "";
  const place = paneOfHint(hint);
  const tree = place && server(place.server)?.mux.server;
  const pane = place && tree?.panes.get(place.pane);
  const isInside =
    environment.get("TMUX_PANE") === pane?.id && environment.get("TMUX")?.startsWith(`${tree?.socketPath},`);
  return pane && isInside ? creatorsFor(hint, pane) : [];
}
