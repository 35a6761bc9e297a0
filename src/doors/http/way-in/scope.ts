import type { Admission } from "../admission.ts";
import type { HttpHost } from "../host.ts";
import { Refusal } from "../refusal.ts";
import { findTerminal } from "../terminals/terminals.ts";

/**
 * What a share link reaches. Everything is refused that is not listed here, so a route that is added later is closed to links
 * until it is added here too. A listed route still sees only the panes that the link shows: it gets a host that knows no
 * others.
 */
const LOOKING: readonly RegExp[] = [
  /^GET \/api\/(?:health|terminals)$/,
  /^GET \/api\/panes\/[^/]+\/recording$/,
  /^POST \/rpc\/terminal\/(?:list|screenText|screenState|attach|onExit)$/,
];
const TYPING: readonly RegExp[] = [
  /^POST \/rpc\/terminal\/(?:sendInput|resize)$/,
  /^POST \/api\/panes\/[^/]+\/(?:answer|seen|files)$/,
];
const PANE_PATH = /^\/api\/panes\/([^/]+)\//;

/** Throws a Refusal if the request is out of the admission's scope. */
export function checkScope(
  { access, mayWrite, covers }: Admission,
  { host, method, path }: { readonly host: HttpHost; readonly method: string; readonly path: string },
): void {
  if (access.kind === "owner") return;
  const route = `${method === "HEAD" ? "GET" : method} ${path}`;
  const listed = (routes: readonly RegExp[]) => routes.some((each) => each.test(route));
  if (!listed(LOOKING)) {
    if (!listed(TYPING)) throw new Refusal(403, "a share link does not reach this");
    if (!mayWrite) throw new Refusal(403, "this share link is for looking only");
  }
  const id = PANE_PATH.exec(path)?.[1];
  if (id !== undefined) findTerminal({ ...host, covers }, id);
}

/** The daemon as the admission may see it: a share link finds no other panes than its own. */
export function hostFor(host: HttpHost, { access, covers, showsSession }: Admission): HttpHost {
  return access.kind === "owner" ? host : { ...host, covers, showsSession };
}

/** Ends a stream of values when the admission does not show its pane any more. */
export async function* whileShown<T>(values: AsyncGenerator<T>, isShown: () => boolean): AsyncGenerator<T> {
  for await (const value of values) {
    if (!isShown()) return;
    yield value;
  }
}
