import { isSameSize, type Size } from "../ports.ts";
import type { ClientState, ServerState, SessionState, WindowState } from "../tree/state.ts";
import { possibleSize, resizeWindowTo } from "./geometry.ts";

/**
 * The sizes of windows. The option window-size selects which of the clients that hold a window decide: the largest,
 * the smallest, the latest, or none (manual). A window for which clients request another size is resized once a
 * client shows it; without clients windows keep their size.
 */
type SizeRule = "largest" | "smallest" | "manual" | "latest";

/** A terminal size that counts, with the client that has it, if known. */
interface Viewer {
  readonly size: Size;
  readonly client: ClientState | undefined;
}

const DEFAULT_SIZE: Size = { cols: 80, rows: 24 };

/** Without clients only a manual size can request a change, so most windows need no check of their options. */
export function recalculateSizes(server: ServerState, options: { readonly now?: boolean } = {}): void {
  const unseen = server.clients.length === 0;
  for (const window of server.windows.values())
    if (window.active && !(unseen && isSameSize(window, window.manualSize))) recalculateSize(window, options);
}

export function recalculateSize(window: WindowState, { now = false }: { readonly now?: boolean } = {}): void {
  const rule = ruleOf(window.options.get("window-size"));
  const size = rule === "manual" ? clipped(window, window.manualSize) : sizeByRule(window, rule);
  if (!size) return;
  if (!now && isSameSize(window.wantedSize ?? window, size)) return;
  if (now || rule === "manual") resizeWindowTo(window, size);
  else window.wantedSize = size;
}

/** Resizes the windows that clients show now. */
export function settleSizes(server: ServerState): void {
  if (server.clients.length === 0) return;
  for (const window of server.windows.values()) {
    const { wantedSize } = window;
    const seen = window.links.some((link) => link.session.attached > 0 && link.session.current === link);
    if (wantedSize && seen) resizeWindowTo(window, wantedSize);
  }
}

interface Creator {
  readonly client?: ClientState | undefined;
  readonly clientSize?: Size | undefined;
}

/** Size of a window that is about to be created in a session. The option default-size may exceed what is possible. */
export function newWindowSize(session: SessionState, creator: Creator): Size {
  return possibleSize(requestedSize(session, creator));
}

function requestedSize(session: SessionState, { client, clientSize }: Creator): Size {
  const { server } = session;
  const rule = ruleOf(server.windowOptions.get("window-size"));
  const [first] = client ? viewersOf(server).filter((viewer) => viewer.client === client) : [];
  if (rule === "latest" && first) return roomIn(server, first);
  const others = viewersOf(server).filter(
    (viewer) => rule === "latest" || viewer.client?.session === session,
  );
  const own = clientSize ? [{ size: clientSize, client: undefined }] : [];
  const size = rule === "manual" ? undefined : extreme(server, [...own, ...others], rule);
  return size ?? defaultSize(session);
}

/** `resize-window -A` and `-a`: the size over the clients whose session holds the window, else the default size. */
export function fittingSize(window: WindowState, session: SessionState, rule: "largest" | "smallest"): Size {
  const viewers = viewersOf(window.server).filter((viewer) => holds(viewer, window));
  return extreme(window.server, viewers, rule) ?? defaultSize(session);
}

export function defaultSize(session: SessionState): Size {
  const match = /^(\d+)x(\d+)/.exec(session.options.get("default-size") ?? "");
  return match ? { cols: Number(match[1]), rows: Number(match[2]) } : DEFAULT_SIZE;
}

/** With aggressive-resize only the clients that show the window count, not all that hold it. */
function sizeByRule(window: WindowState, rule: Exclude<SizeRule, "manual">): Size | undefined {
  const { server, options, latest } = window;
  const holders = viewersOf(server).filter((viewer) => holds(viewer, window));
  const viewers = options.flag("aggressive-resize")
    ? holders.filter(({ client }) => client?.session?.current.window === window)
    : holders;
  const onlyLatest = rule === "latest" && holders.length > 1;
  const chosen = onlyLatest ? viewers.filter(({ client }) => client === latest) : viewers;
  const size = extreme(server, chosen, rule, window);
  return size && clipped(window, size);
}

function holds({ client }: Viewer, window: WindowState): boolean {
  return client?.session?.links.some((link) => link.window === window) ?? false;
}

/**
 * Clients whose size counts: those with ignore-size only if there is no other, control clients once they reported a
 * size.
 */
function viewersOf(server: ServerState): Viewer[] {
  const attached = server.clients.filter(({ session }) => session !== undefined);
  const counted = attached.filter((client) => !client.ignoreSize);
  return (counted.length > 0 ? counted : attached).flatMap((client) => {
    const size = client.size ?? (client.windowSizes.size > 0 ? DEFAULT_SIZE : undefined);
    return size ? [{ size, client }] : [];
  });
}

function extreme(
  server: ServerState,
  viewers: readonly Viewer[],
  rule: Exclude<SizeRule, "manual">,
  window?: WindowState,
): Size | undefined {
  if (viewers.length === 0) return undefined;
  const pick = rule === "largest" ? Math.max : Math.min;
  const sizes = viewers.map((viewer) => {
    const own = window && viewer.client?.windowSizes.get(window.id);
    return own ?? roomIn(server, viewer);
  });
  return { cols: pick(...sizes.map(({ cols }) => cols)), rows: pick(...sizes.map(({ rows }) => rows)) };
}

/** A window never exceeds the size that a control client set for it. */
function clipped(window: WindowState, size: Size): Size {
  return viewersOf(window.server).reduce((least, { client }) => {
    const limit = client?.windowSizes.get(window.id);
    return limit ? { cols: Math.min(least.cols, limit.cols), rows: Math.min(least.rows, limit.rows) } : least;
  }, size);
}

/** A terminal's size without its status lines, which a terminal with too few lines does not show. */
function roomIn(server: ServerState, { size, client }: Viewer): Size {
  const lines = client?.control ? 0 : (client?.session?.options ?? server.sessionOptions).number("status");
  return { cols: size.cols, rows: size.rows > lines ? size.rows - lines : size.rows };
}

function ruleOf(text: string | undefined): SizeRule {
  return text === "largest" || text === "smallest" || text === "manual" ? text : "latest";
}
