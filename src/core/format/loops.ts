import { type Expansion, expand, fail, log } from "./expansion.ts";
import { loopScope, type Scope } from "./scope.ts";
import { choose } from "./skip.ts";

/** `#{S:…}`, `#{W:…}`, `#{P:…}`: a text for each session, window of the session, or pane of the window. */

export function loopSessions(expansion: Expansion, text: string): string {
  return expansion.scope.server
    .sessionsByName()
    .map((session) => {
      log(expansion, () => `session loop: ${session.id}`);
      return expandIn(expansion, loopScope(expansion.scope, { session }), text);
    })
    .join("");
}

/** Undefined where there is no session. */
export function loopWindows(expansion: Expansion, text: string): string | undefined {
  const { session } = expansion.scope;
  if (!session) return fail(expansion, "window loop but no session");
  const [all, active] = choose(text) ?? [text, text];
  return session.links
    .map((link) => {
      log(expansion, () => `window loop: ${link.index} ${link.window.id}`);
      const scope = loopScope(expansion.scope, { session, link });
      return expandIn(expansion, scope, link === session.current ? active : all);
    })
    .join("");
}

/** Undefined where there is no window. */
export function loopPanes(expansion: Expansion, text: string): string | undefined {
  const { session, link, window } = expansion.scope;
  if (!window) return fail(expansion, "pane loop but no window");
  const [all, active] = choose(text) ?? [text, text];
  return window.panes
    .map((pane) => {
      log(expansion, () => `pane loop: ${pane.id}`);
      const scope = loopScope(expansion.scope, { session, link, pane });
      return expandIn(expansion, scope, pane === window.active ? active : all);
    })
    .join("");
}

function expandIn(expansion: Expansion, scope: Scope, text: string): string {
  return expand({ ...expansion, scope }, text);
}

/** `#{N/w:name}`: whether the session has a window of this name. */
export function windowExists(expansion: Expansion, text: string): string | undefined {
  const { session } = expansion.scope;
  if (!session) return fail(expansion, "window name but no session");
  const name = expand(expansion, text);
  return session.links.some((link) => link.window.name === name) ? "1" : "0";
}

/** `#{N/s:name}` */
export function sessionExists(expansion: Expansion, text: string): string {
  return expansion.scope.server.sessionNamed(expand(expansion, text)) ? "1" : "0";
}
