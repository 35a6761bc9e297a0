import type { Client, CallOptions as ClientCallOptions } from "../client/client.ts";
import { type ConnectOptions, connect } from "../client/connect.ts";
import type { MethodName, ParamsInput, Result } from "../protocol/methods.ts";
import { backendFailure, connectFailure } from "./backend-failure.ts";
import { NoServer, SessionNotFound, SubstrateError, Unsupported } from "./errors.ts";
import { formatSession, hostOfPane, onHost, parseSession, validatePlace } from "./far-names.ts";
import { layoutGrid } from "./grid.ts";
import { validateKey } from "./key-names.ts";
import { MullionEvents } from "./mullion-events.ts";
import { encodeSessionName } from "./session-names.ts";
import { styledLine } from "./styled-line.ts";
import type {
  AgentStanding,
  CallOptions,
  Command,
  Condition,
  Direction,
  EventsOptions,
  GridOptions,
  ListOptions,
  Pane,
  PaneTarget,
  Screen,
  Session,
  Size,
  SpawnOptions,
  SplitOptions,
  StartOptions,
  Substrate,
  SubstrateEvent,
  Target,
  WaitOptions,
  WaitOutcome,
} from "./substrate.ts";
import {
  validateBound,
  validateLine,
  validateLines,
  validateSize,
  validateSpawn,
  validateSplit,
  validateWait,
} from "./validate.ts";
import { type SentWait, waitForText } from "./wait-for-text.ts";

/** Which daemon to use, and whose sessions to see. */
export interface MullionOptions
  extends Pick<ConnectOptions, "socket" | "transport" | "env" | "reconnectTimeoutMs"> {
  /** MULLION_DIR of a private instance; absent: this user's daemon. The daemon is started if it does not run. */
  readonly directory?: string | undefined;
  /**
   * Sessions belong to a team, and only the team sees and ends them; absent: "substrate". Other processes use the same
   * name to find them again.
   */
  readonly team?: string | undefined;
  /** Aborts connecting. */
  readonly signal?: AbortSignal | undefined;
}

type Tree = Result<"mullion.tree">["sessions"];
type PaneView = Tree[number]["windows"][number]["panes"][number];

type Wait = Pick<ParamsInput<"mullion.wait">, "context_id" | "until"> & { readonly timeoutMs: number };

/** A pane with the name of its session, and whether the session shows its window. */
interface PlacedView {
  readonly view: PaneView;
  readonly session: string;
  readonly current: boolean;
}

const TEAM = "substrate";
const CLOSED = "the substrate was closed";
/** A process that ignores SIGHUP is killed after five seconds. */
const END_MS = 10_000;

/** Sessions of the Mullion daemon, over its native protocol: no process is started per call, and nothing is polled. */
export class MullionSubstrate implements Substrate {
  readonly backend = "mullion";
  readonly #client: Client;
  readonly #connection: ConnectOptions;
  readonly #streams = new Set<MullionEvents>();
  #closed = false;

  private constructor(client: Client, connection: ConnectOptions) {
    this.#client = client;
    this.#connection = connection;
  }

  static async open(options: MullionOptions = {}): Promise<MullionSubstrate> {
    const connection = connectionOf(options);
    const { signal } = options;
    const client = await connect({ ...connection, events: [], ...(signal && { signal }) }).catch((error) => {
      throw connectFailure(error, signal);
    });
    return new MullionSubstrate(client, connection);
  }

  async spawnSession(name: string, command?: Command, options: SpawnOptions = {}): Promise<Session> {
    const { env, place, signal } = options;
    const known = encodeSessionName(name);
    const { cols, rows, words } = validateSpawn(command, options);
    validatePlace(place, { jobs: true });
    const cwd = options.cwd ?? this.#directory(place);
    const metadata = place === undefined ? {} : { metadata: { place } };
    const params = { name: known, cols, rows, ...startParams({ words, cwd, env }), ...metadata };
    const { context_id, session_id, created } = await this.#call("mullion.spawn_session", params, { signal });
    const host = hostOfPane(context_id);
    const born = { name: formatSession(known, host), sessionId: session_id, paneId: context_id, cols, rows };
    return { ...born, ...onHost(host), windows: 1, attached: 0, createdAt: new Date(created) };
  }

  /** The directory of a new session; undefined where the daemon's machine is, or may be, another one. */
  #directory(place: string | undefined): string | undefined {
    const { transport, socket } = this.#connection;
    return transport || socket || place !== undefined ? undefined : process.cwd();
  }

  async destroySession(name: string, { signal }: CallOptions = {}): Promise<void> {
    const { host, known } = parseSession(name);
    await this.#call("mullion.kill_session", { name: known, ...onHost(host) }, { signal });
  }

  async destroyPane({ paneId }: PaneTarget, { signal }: CallOptions = {}): Promise<void> {
    await this.#call("kill", { context_id: paneId }, { signal });
    const until = { kind: "exit" } as const;
    const params = { context_id: paneId, until, timeout_ms: END_MS };
    const { outcome } = await this.#call("mullion.wait", params, { signal });
    if (outcome === "timed-out")
      throw new SubstrateError(`the pane ${paneId} did not end within ${END_MS / 1000} s`);
  }

  async sendCommand(target: Target, command: string, { signal }: CallOptions = {}): Promise<void> {
    validateLine(command);
    const context_id = await this.#context(target, signal);
    await this.#call("mullion.send_text", { context_id, text: command, submit: true }, { signal });
  }

  async sendKey(target: Target, key: string, { signal }: CallOptions = {}): Promise<void> {
    validateKey(key);
    const context_id = await this.#context(target, signal);
    await this.#call("mullion.send_keys", { context_id, keys: [key] }, { signal });
  }

  async captureOutput(target: Target, lines: number, { signal }: CallOptions = {}): Promise<string> {
    validateLines(lines);
    const context_id = await this.#context(target, signal);
    return (await this.#call("capture", { context_id, lines }, { signal })).text;
  }

  async captureScreen(target: Target, { signal }: CallOptions = {}): Promise<Screen> {
    const context_id = await this.#context(target, signal);
    const { cols, rows, cursor, lines } = await this.#call("mullion.screen", { context_id }, { signal });
    return {
      cols,
      rows,
      cursor: { x: cursor.x, y: cursor.y, visible: cursor.visible },
      lines: lines.map(({ text }) => text.replace(/ +$/, "")),
      styledLines: lines.map(styledLine),
    };
  }

  async listSessions({ place, signal }: ListOptions = {}): Promise<Session[]> {
    validatePlace(place);
    const { sessions } = await this.#call("mullion.tree", onHost(place), { signal });
    return sessions.map(sessionOf).sort((a, b) => numberOf(a.sessionId) - numberOf(b.sessionId));
  }

  async listPanes(session: string, { signal }: CallOptions = {}): Promise<Pane[]> {
    const { windows } = await this.#session(session, signal);
    return windows.flatMap(({ panes, current }) => panes.map((view) => paneOf({ view, session, current })));
  }

  async splitPane(target: Target, direction: Direction, options: SplitOptions = {}): Promise<Pane> {
    const { percent, cwd, env, signal } = options;
    const words = validateSplit(direction, options);
    const beside = await this.#context(target, signal);
    const params = {
      direction,
      ...(percent !== undefined && { percent }),
      ...startParams({ words, cwd, env }),
    };
    const { context_id } = await this.#call("mullion.split", { context_id: beside, ...params }, { signal });
    return paneOf(await this.#view(context_id, signal));
  }

  layoutGrid(session: string, rows: number, cols: number, options?: GridOptions): Promise<Pane[][]> {
    return layoutGrid(this, { session, rows, cols }, options);
  }

  async resize(target: Target, size: Size, { signal }: CallOptions = {}): Promise<Size> {
    validateSize(size);
    const context_id = await this.#context(target, signal);
    const params = { context_id, cols: size.cols, rows: size.rows, window: typeof target === "string" };
    return await this.#call("mullion.resize", params, { signal });
  }

  async state(target: Target, { signal }: CallOptions = {}): Promise<AgentStanding> {
    const { agent } =
      typeof target === "string"
        ? activePane((await this.#session(target, signal)).windows)
        : (await this.#view(target.paneId, signal)).view;
    if (!agent) throw new Unsupported("this daemon is too old to report states: run mullion upgrade");
    return agent;
  }

  async waitFor(target: Target, condition: Condition, options: WaitOptions = {}): Promise<WaitOutcome> {
    const { signal } = options;
    const timeoutMs = validateWait(condition, options);
    const context_id = await this.#context(target, signal);
    const wait = { context_id, until: untilOf(condition), timeoutMs };
    const { outcome, text, state, exit_code } = await this.#wait(wait, signal);
    return {
      outcome,
      ...(text !== undefined && { text }),
      ...(state !== undefined && { state }),
      ...(exit_code !== undefined && { exitCode: exit_code }),
    };
  }

  #wait({ timeoutMs, ...wait }: Wait, signal: AbortSignal | undefined): Promise<Result<"mullion.wait">> {
    const deadline = performance.now() + timeoutMs;
    const send = ({ onRepeated, ...since }: SentWait) => {
      const timeout_ms = Math.max(0, Math.ceil(deadline - performance.now()));
      return this.#call("mullion.wait", { ...wait, ...since, timeout_ms }, { signal, onRepeated });
    };
    if (wait.until.kind !== "text" && wait.until.kind !== "regex") return send({});
    // The answer has the offset at which the wait begins: this call is sent right before the wait, and ends at once.
    const until = { kind: "exit" } as const;
    const params = { context_id: wait.context_id, until, timeout_ms: 0 };
    const begun = this.#call("mullion.wait", params, { signal }).then(({ offset }) => offset);
    begun.catch(() => {}); // The wait fails for the same reason.
    return waitForText(send, begun);
  }

  async events(options: EventsOptions = {}): Promise<AsyncIterableIterator<SubstrateEvent>> {
    const { output = true, signal, session } = options;
    if (session !== undefined) parseSession(session);
    validateBound(options.maxBytes);
    if (this.#closed) throw new NoServer(CLOSED);
    const events = [
      "mullion.context_spawned",
      "context_exited",
      "mullion.agent_state_changed",
      ...(output ? ["context_output" as const] : []),
    ] as const;
    const connection = { ...this.#connection, events, hosts: true, ...(signal && { signal }) };
    try {
      const client = await connect(connection);
      const stream = await MullionEvents.open(client, options, (left) => this.#streams.delete(left));
      this.#streams.add(stream);
      if (this.#closed) await stream.return();
      else return stream;
    } catch (error) {
      throw connectFailure(error, signal);
    }
    throw new NoServer(CLOSED); // While it was opened.
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#streams].map((stream) => stream.return()));
    this.#client.close();
  }

  async #call<N extends MethodName>(
    method: N,
    params: ParamsInput<N>,
    options: ClientCallOptions,
  ): Promise<Result<N>> {
    try {
      return await (this.#client as unknown as Caller<N>).call(method, params, options);
    } catch (error) {
      throw backendFailure(error);
    }
  }

  /** The context of a target; for a session, its active pane. */
  async #context(target: Target, signal: AbortSignal | undefined): Promise<string> {
    if (typeof target !== "string") return target.paneId;
    const { windows } = await this.#session(target, signal);
    return activePane(windows).context_id;
  }

  async #session(name: string, signal: AbortSignal | undefined): Promise<Tree[number]> {
    const { host, known } = parseSession(name);
    const { sessions } = await this.#call("mullion.tree", { session: known, ...onHost(host) }, { signal });
    if (!sessions[0]) throw new SessionNotFound(`there is no session ${JSON.stringify(name)}`);
    return sessions[0];
  }

  async #view(contextId: string, signal: AbortSignal | undefined): Promise<PlacedView> {
    const host = hostOfPane(contextId);
    const { sessions } = await this.#call("mullion.tree", onHost(host), { signal });
    for (const { name, windows } of sessions)
      for (const { panes, current } of windows)
        for (const view of panes)
          if (view.context_id === contextId) return { view, session: formatSession(name, host), current };
    throw new SessionNotFound(`the pane ${contextId} has ended already`);
  }
}

/** For a generic method, parameters are always required. */
interface Caller<N extends MethodName> {
  call(method: N, params: ParamsInput<N>, options: ClientCallOptions): Promise<Result<N>>;
}

function connectionOf(options: MullionOptions): ConnectOptions {
  const { directory, team = TEAM, env = process.env, socket, transport, reconnectTimeoutMs } = options;
  const { CLAUDE_PANE_BACKEND_SOCKET: _socket, ...rest } = env;
  return {
    env: directory === undefined ? env : { ...rest, MULLION_DIR: directory },
    sessionHint: team,
    ...(socket !== undefined && { socket }),
    ...(transport && { transport }),
    ...(reconnectTimeoutMs !== undefined && { reconnectTimeoutMs }),
  };
}

function startParams({ words, cwd, env }: StartOptions & { readonly words: readonly string[] | undefined }) {
  return {
    ...(words && { command: [...words] }),
    ...(cwd !== undefined && { cwd }),
    ...(env && { env: { ...env } }),
  };
}

function activePane(windows: Tree[number]["windows"]): PaneView {
  const window = windows.find(({ current }) => current) ?? windows[0]!;
  return window.panes.find(({ active }) => active) ?? window.panes[0]!;
}

function sessionOf({ name, session_id, created, attached, windows, host }: Tree[number]): Session {
  const { cols, rows } = windows.find(({ current }) => current) ?? windows[0]!;
  return {
    name: formatSession(name, host),
    ...onHost(host),
    sessionId: session_id,
    paneId: activePane(windows).context_id,
    cols,
    rows,
    windows: windows.length,
    attached,
    createdAt: new Date(created),
  };
}

function paneOf({ view, session, current }: PlacedView): Pane {
  const { cols, rows, left, top, pid, tty, foreground, cwd } = view;
  return {
    session,
    ...onHost(hostOfPane(view.context_id)),
    paneId: view.context_id,
    tmuxPaneId: view.pane_id,
    ...{ cols, rows, left, top, pid, tty, foreground, cwd },
    active: view.active && current,
  };
}

type Until = ParamsInput<"mullion.wait">["until"];

function untilOf(condition: Condition): Until {
  if ("text" in condition) return { kind: "text", text: condition.text };
  if ("regex" in condition) return { kind: "regex", pattern: condition.regex };
  if ("idleMs" in condition) return { kind: "idle", idle_ms: condition.idleMs };
  if ("state" in condition) return stateCondition(condition);
  return "exit" in condition ? { kind: "exit" } : { kind: "prompt" };
}

/** An earlier daemon knows the condition for one state only. */
function stateCondition({ state }: Extract<Condition, { state: unknown }>): Until {
  if (typeof state === "string") return { kind: "state", state };
  return { kind: "states", states: [...new Set(state)] };
}

function numberOf(sessionId: string): number {
  return Number(sessionId.slice(1));
}
