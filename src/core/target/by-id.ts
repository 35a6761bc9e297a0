import type { PaneId, SessionId, WindowId } from "../ids.ts";
import { parseInteger, UINT_MAX } from "../text/parse-integer.ts";
import type { Pane, Server, Session, Window } from "../tree/tree.ts";

/** `$1`, `@1` and `%1`, read as leniently as tmux reads numbers: `%01` is `%1`. */

export function sessionWithId(server: Server, text: string): Session | undefined {
  return server.sessions.get(normalized(text, "$") as SessionId);
}

export function windowWithId(server: Server, text: string): Window | undefined {
  return server.windows.get(normalized(text, "@") as WindowId);
}

export function paneWithId(server: Server, text: string): Pane | undefined {
  return server.panes.get(normalized(text, "%") as PaneId);
}

function normalized(text: string, sigil: string): string {
  const number = text.startsWith(sigil) ? parseInteger(text.slice(1), 0, UINT_MAX) : undefined;
  return number === undefined ? "" : `${sigil}${number}`;
}
