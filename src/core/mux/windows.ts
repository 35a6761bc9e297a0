import { MuxError } from "../errors.ts";
import { windowNameOf } from "../format/path-parts.ts";
import type { WindowId } from "../ids.ts";
import type { CreateWindowOptions, NewName, RespawnOptions, WindowOperations } from "../mux.ts";
import type { Size } from "../ports.ts";
import { escapeArgument, visible } from "../text/visible.ts";
import { type ServerState, type SessionState, WindowState, type WinlinkState } from "../tree/state.ts";
import { setActivePane } from "./active-pane.ts";
import { queueActivity } from "./alerts.ts";
import { initLayout, unzoom } from "./geometry.ts";
import { dropLink, freeIndex, insertLink, placeIndex, setCurrent, tellLinked } from "./links.ts";
import { addPane, respawn, startProcess } from "./pane-process.ts";
import { synchronizeFrom } from "./session-groups.ts";
import { stateOf } from "./state-of.ts";
import { destroyPane } from "./window-end.ts";
import { killWindowEverywhere, renumberIfWanted } from "./window-links.ts";
import { newWindowSize } from "./window-sizes.ts";

export function windowOperations(server: ServerState) {
  return {
    createWindow(target, options = {}) {
      const session = stateOf.session(target);
      return spawnWindow(session, { ...options, index: placeIndex(session, options) });
    },

    killWindow: (window) => killWindowEverywhere(stateOf.window(window), { renumber: true }),

    killOtherWindows(target) {
      const { session, window } = stateOf.link(target);
      if (session.links.length === 1) return;
      for (let other = otherLink(session, window); other; other = otherLink(session, window))
        killWindowEverywhere(other.window, { renumber: false });
      if (session.links.length > 1) killWindowEverywhere(window, { renumber: false });
      for (const each of server.sessionsByName()) renumberIfWanted(each);
    },

    renameWindow: (window, name, options) => setWindowName(stateOf.window(window), name, options),

    respawnWindow(target, options = {}) {
      respawnWindow(stateOf.link(target), options);
    },
  } satisfies Partial<WindowOperations>;
}

function otherLink(session: SessionState, window: WindowState): WinlinkState | undefined {
  return session.links.find((link) => link.window !== window);
}

/** Turns automatic-rename off, unless `automatic`. */
export function setWindowName(
  window: WindowState,
  name: string,
  { automatic = false }: { readonly automatic?: boolean } = {},
): void {
  const { server } = window;
  window.name = visible(name);
  server.touch(window);
  server.emit("window-renamed", { window: window.id, name: window.name });
  if (!automatic) server.setQuietly(window.options, "automatic-rename", "off");
}

/** Names the window after the command of its active pane. */
export function defaultWindowName({ active }: WindowState): string {
  const { command, shell } = active.start;
  return windowNameOf(command.map(escapeArgument).join(" ") || shell);
}

export function newWindow(server: ServerState, size: Size, wanted?: WindowId): WindowState {
  const own = (): WindowState => window;
  const window = new WindowState({
    id: `@${server.takeNumber("window", wanted)}`,
    server,
    options: server.newOptions({ scope: "window", parent: server.windowOptions }, own),
    size: { cols: size.cols, rows: size.rows },
    created: server.now,
  });
  server.windows.set(window.id, window);
  server.touch(server.next);
  server.touch(window);
  queueActivity(window);
  server.emit("window-created", { window: window.id });
  return window;
}

interface SpawnWindowOptions extends Omit<CreateWindowOptions, "index" | "name"> {
  readonly index?: number | undefined;
  readonly name?: NewName | undefined;
  readonly clientSize?: Size;
}

/** Creates a window with one pane, also the first window of a session. */
export function spawnWindow(session: SessionState, options: SpawnWindowOptions): WinlinkState {
  const { server } = session;
  const replaced = options.index === undefined ? undefined : session.linkAt(options.index);
  if (replaced && !options.replace)
    throw new MuxError("index-taken", `create window failed: index ${replaced.index} in use`);

  const client = options.client && stateOf.client(options.client);
  const window = newWindow(server, newWindowSize(session, { client, clientSize: options.clientSize }));
  window.latest = client;
  const wasCurrent = replaced !== undefined && session.current === replaced;
  if (replaced) dropLink(replaced);
  const link = insertLink(session, window, options.index ?? freeIndex(session));
  if (wasCurrent || !session.current) session.current = link;
  const pane = addPane(window, { session });
  initLayout(window, pane);
  setActivePane(window, pane, { quiet: true });
  startProcess(pane, session, options);
  nameNewWindow(window, options.name);
  if (!options.detached || wasCurrent) setCurrent(session, link);
  tellLinked(link);
  synchronizeFrom(session);
  return link;
}

function nameNewWindow(window: WindowState, given: NewName | undefined): void {
  const name = typeof given === "function" ? given() : given;
  window.name = name === undefined ? defaultWindowName(window) : printable(name);
  if (name !== undefined) window.server.setQuietly(window.options, "automatic-rename", "off");
}

/** Escapes only unprintable characters: a name given at the start keeps its backslashes. */
function printable(name: string): string {
  return name.replace(/[\x00-\x1f\x7f]/g, (character) => visible(character));
}

/**
 * Starts the first pane again over the whole window and kills the others. The window becomes the session's current
 * one.
 */
function respawnWindow(link: WinlinkState, options: RespawnOptions): void {
  const { session, window, index } = link;
  if (!options.kill && window.panes.some((pane) => pane.process))
    throw new MuxError(
      "still-running",
      `respawn window failed: window ${session.name}:${index} still active`,
    );
  unzoom(window);
  const [first, ...others] = window.panes;
  for (const pane of others) destroyPane(pane);
  window.panes = [first!];
  initLayout(window, first!);
  setActivePane(window, first!, { quiet: true });
  window.last = undefined;
  respawn(first!, session, { ...options, kill: true });
  setCurrent(session, link);
  synchronizeFrom(session);
}
