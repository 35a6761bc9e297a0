import { Environment } from "../environment/environment.ts";
import { MuxError } from "../errors.ts";
import type { CreateSessionOptions, SessionOperations } from "../mux.ts";
import { sessionName } from "../tree/session-name.ts";
import { type ServerState, SessionState } from "../tree/state.ts";
import { clearSessionAlerts } from "./alerts.ts";
import { enterCurrent, freeIndex, setCurrent } from "./links.ts";
import { destroySession } from "./session-end.ts";
import { addToGroup, copyLinks } from "./session-groups.ts";
import { stateOf } from "./state-of.ts";
import { defaultSize } from "./window-sizes.ts";
import { spawnWindow } from "./windows.ts";

export function sessionOperations(server: ServerState): SessionOperations {
  return {
    createSession: (options) => createSession(server, options),

    renameSession(target, name) {
      const session = stateOf.session(target);
      const wanted = sessionName(name);
      if (wanted === session.name) return;
      refuseDuplicate(server, wanted);
      session.name = wanted;
      server.touch(session);
      server.emit("session-renamed", { session: session.id, name: wanted });
    },

    killSession: (session) => destroySession(stateOf.session(session)),

    killOtherSessions(session) {
      for (const other of server.sessionsByName()) if (other !== session) destroySession(other);
    },

    clearAlerts: (session) => clearSessionAlerts(stateOf.session(session)),

    setSessionCwd(target, cwd) {
      const session = stateOf.session(target);
      session.cwd = cwd;
      server.touch(session);
    },
  };
}

function refuseDuplicate(server: ServerState, name: string): void {
  if (server.sessionNamed(name)) throw new MuxError("name-taken", `duplicate session: ${name}`);
}

function createSession(server: ServerState, options: CreateSessionOptions): SessionState {
  const name = options.name === undefined ? undefined : sessionName(options.name);
  if (name !== undefined) refuseDuplicate(server, name);
  const group = groupOf(server, options);

  const session = newSession(server, { ...options, ...nameAndId(server, name, group?.prefix) });
  const model =
    group &&
    (server.groups.get(group.name)?.[0] ?? (options.groupWith && stateOf.session(options.groupWith)));
  if (model) shareWindows(session, model);
  else {
    const { windowName } = options;
    const name = typeof windowName === "function" ? () => windowName(session) : windowName;
    spawnWindow(session, { ...options, name });
  }
  if (group) joinGroup(session, group.name, options);
  server.emit("session-created", { session: session.id, name: session.name });
  return session;
}

interface Group {
  readonly name: string;
  /** Prefix of the automatic names of the group's sessions. */
  readonly prefix: string;
}

function groupOf(server: ServerState, { groupWith, groupName }: CreateSessionOptions): Group | undefined {
  if (groupWith) {
    const name = groupWith.group ?? groupWith.name;
    return { name, prefix: name };
  }
  if (groupName === undefined) return undefined;
  if (groupName === "") throw new MuxError("bad-name", `invalid session group: ${groupName}`);
  return { name: groupName, prefix: server.groups.has(groupName) ? groupName : sessionName(groupName) };
}

function nameAndId(server: ServerState, name: string | undefined, prefix: string | undefined) {
  if (name !== undefined) return { name, number: server.next.session++ };
  for (;;) {
    const number = server.next.session++;
    const automatic = prefix === undefined ? String(number) : `${prefix}-${number}`;
    if (!server.sessionNamed(automatic)) return { name: automatic, number };
  }
}

export function newSession(
  server: ServerState,
  options: CreateSessionOptions & { readonly name: string; readonly number: number },
): SessionState {
  const own = (): SessionState => session;
  const session = new SessionState({
    id: `$${options.number}`,
    server,
    name: options.name,
    cwd: options.cwd,
    created: server.now,
    options: server.newOptions({ scope: "session", parent: server.sessionOptions }, own),
    environment: new Environment(() => server.touch(session)),
  });
  setDefaultSize(session, options);
  if (options.historyLimit !== undefined)
    server.setQuietly(session.options, "history-limit", String(options.historyLimit));
  const { clientEnvironment, sessionEnvironment = [] } = options;
  if (clientEnvironment) {
    const patterns = server.sessionOptions.list("update-environment").map(([, pattern]) => pattern);
    session.environment.updateFrom(Environment.fromMap(clientEnvironment), patterns);
  }
  for (const [name, value] of sessionEnvironment) session.environment.set(name, value);
  server.sessions.set(session.id, session);
  server.touch(server.next);
  server.touch(session);
  return session;
}

function setDefaultSize(session: SessionState, { cols, rows, clientSize }: CreateSessionOptions): void {
  if (cols === undefined && rows === undefined) return;
  const known = clientSize ?? defaultSize(session);
  session.server.setQuietly(session.options, "default-size", `${cols ?? known.cols}x${rows ?? known.rows}`);
}

/**
 * A session that joins a group gets its windows. tmux first creates a window for the session and discards it, which
 * uses up one id of each kind.
 */
function shareWindows(session: SessionState, model: SessionState): void {
  const { server } = session;
  const dropped = {
    session: session.id,
    sessionName: session.name,
    window: `@${server.next.window++}`,
    windowName: "",
    index: freeIndex(session),
  } as const;
  server.next.pane++;
  server.next.active++;
  server.emit("window-linked", dropped);
  copyLinks(model, session);
  server.emit("window-unlinked", dropped);
  const first = session.links[0]!;
  const own = session.linkAt(session.options.number("base-index"));
  session.current = own ?? first;
  if (own) setCurrent(session, first);
  else enterCurrent(session);
}

function joinGroup(session: SessionState, name: string, { groupWith }: CreateSessionOptions): void {
  if (!session.server.groups.has(name) && groupWith) addToGroup(stateOf.session(groupWith), name);
  addToGroup(session, name);
}
