import { AgentStates } from "../agent/agent-states.ts";
import { BufferStack, type BufferStackRecord } from "../buffers/buffer-stack.ts";
import { Environment, type EnvironmentRecord } from "../environment/environment.ts";
import { idNumber, type PaneId, type SessionId, type WindowId } from "../ids.ts";
import { KeyTables, type KeyTablesRecord } from "../keys/key-tables.ts";
import { createLeaf } from "../layout/cell.ts";
import { type Area, type StatusLine, statusLineOf } from "../layout/status-line.ts";
import type { MuxPorts } from "../mux.ts";
import { Options, type OptionsRecord, type OptionsSetup } from "../options/options.ts";
import type { PaneProcess, Size } from "../ports.ts";
import type { Screen } from "../screen/screen.ts";
import { compareBytes } from "../text/compare-bytes.ts";
import { OperationQueue } from "./operation-queue.ts";
import type {
  Cell,
  Client,
  Pane,
  PaneExit,
  PaneMode,
  PaneSearch,
  PaneStart,
  Server,
  Session,
  Window,
  Winlink,
} from "./tree.ts";

/** The subject of a record. */
export type Entity = ServerState | Counters | BufferStack | SessionState | WindowState | PaneState;

/**
 * The next number of each kind; numbers are never reused. They change with every pane, so they are recorded together
 * with the other state that changes with the tree, apart from the server's options and environment.
 */
export interface Counters {
  session: number;
  window: number;
  pane: number;
  /** Next value of `activePoint`. */
  active: number;
}

export interface ServerRestore {
  readonly startTime: number;
  readonly next: Counters;
  readonly options: OptionsRecord;
  readonly sessionOptions: OptionsRecord;
  readonly windowOptions: OptionsRecord;
  readonly environment: EnvironmentRecord;
  /** Absent in records that predate the recording of keys. */
  readonly keys?: KeyTablesRecord;
  readonly buffers: BufferStackRecord | undefined;
}

interface ServerSetup {
  readonly socketPath: string;
  readonly ports: MuxPorts;
  readonly environment: ReadonlyMap<string, string>;
  readonly restore: ServerRestore | undefined;
  /** At the end of each operation. */
  readonly settle: (server: ServerState) => void;
  readonly optionChanged: (server: ServerState, name: string) => void;
}

/** The writable state of a server. An operation queue brackets each change, and emits its events. */
export class ServerState extends OperationQueue implements Server {
  readonly socketPath: string;
  readonly ports: MuxPorts;
  readonly startTime: number;
  readonly hostname: string;
  readonly agents: AgentStates;
  readonly sessions = new Map<SessionId, SessionState>();
  readonly windows = new Map<WindowId, WindowState>();
  readonly panes = new Map<PaneId, PaneState>();
  readonly groups = new Map<string, SessionState[]>();
  readonly clients: ClientState[] = [];
  readonly options: Options;
  readonly sessionOptions: Options;
  readonly windowOptions: Options;
  readonly environment: Environment;
  readonly buffers: BufferStack;
  readonly keys: KeyTables;
  readonly next: Counters;
  /** Entities changed since the records were last taken; they may no longer exist. */
  readonly touched = new Set<Entity>();
  /** Windows with alerts that have not been reported yet. */
  readonly alerting = new Set<WindowState>();
  marked: PaneState | undefined;
  markedLink: WinlinkState | undefined;
  markedWindow: WindowState | undefined;
  readonly #optionChanged: (server: ServerState, name: string) => void;
  #quiet = false;

  constructor({ socketPath, ports, environment, restore, settle, optionChanged }: ServerSetup) {
    super(() => settle(this));
    this.socketPath = socketPath;
    this.ports = ports;
    this.hostname = ports.hostname ?? "";
    this.#optionChanged = optionChanged;
    this.agents = new AgentStates({
      clock: ports.clock,
      onNoted: (pane) => this.touch(pane as PaneState),
      onChanged: ({ id }, state, before) =>
        this.run(() => this.emit("pane-state-changed", { pane: id, state, before })),
      isSeen: ({ window }) =>
        this.clients.some((client) => client.focused && client.session?.current.window === window),
    });
    this.startTime = restore?.startTime ?? ports.clock.now();
    this.next = restore ? { ...restore.next } : { session: 0, window: 0, pane: 0, active: 0 };

    const rules = ports.optionRules ? { rules: ports.optionRules } : {};
    this.options = this.newOptions({ scope: "server", ...rules }, this, restore?.options);
    this.sessionOptions = this.newOptions({ scope: "session", ...rules }, this, restore?.sessionOptions);
    this.windowOptions = this.newOptions({ scope: "window", ...rules }, this, restore?.windowOptions);
    const touch = () => this.touch(this);
    this.environment = restore
      ? Environment.fromRecord(restore.environment, touch)
      : Environment.fromMap(environment, touch);
    this.buffers = this.#newBuffers(restore?.buffers);
    this.keys = KeyTables.fromRecord(restore?.keys ?? {}, () =>
      this.run(() => {
        touch();
        this.emit("keys-changed", {});
      }),
    );
    if (restore) return;
    this.touch(this);
    this.touch(this.next);
  }

  get now(): number {
    return this.ports.clock.now();
  }

  /** The next number of a kind, or the number of the wanted id if that is free. */
  takeNumber(kind: "session", wanted?: SessionId): number;
  takeNumber(kind: "window", wanted?: WindowId): number;
  takeNumber(kind: "pane", wanted?: PaneId): number;
  takeNumber(kind: "session" | "window" | "pane", wanted?: SessionId | WindowId | PaneId): number {
    const taken: ReadonlyMap<string, unknown> = this[`${kind}s`];
    if (wanted === undefined || taken.has(wanted)) return this.next[kind]++;
    const number = idNumber(wanted);
    this.next[kind] = Math.max(this.next[kind], number + 1);
    return number;
  }

  sessionsByName(): readonly SessionState[] {
    return [...this.sessions.values()].sort((a, b) => compareBytes(a.name, b.name));
  }

  sessionNamed(name: string): SessionState | undefined {
    return [...this.sessions.values()].find((session) => session.name === name);
  }

  /** Options whose changes mark their owner as changed and take effect at once. */
  newOptions(setup: OptionsSetup, owner: Entity | (() => Entity), record: OptionsRecord = {}): Options {
    const onChange = (name: string) =>
      this.run(() => {
        this.touch(typeof owner === "function" ? owner() : owner);
        if (!this.#quiet) this.#optionChanged(this, name);
        this.emit("option-changed", { name });
      });
    return Options.fromRecord(record, { ...setup, onChange });
  }

  /** Sets an option inside an operation that handles the consequences itself. */
  setQuietly(options: Options, name: string, value: string): void {
    this.#quiet = true;
    try {
      options.set(name, value);
    } finally {
      this.#quiet = false;
    }
  }

  touch(entity: Entity): void {
    this.touched.add(entity);
  }

  #newBuffers(record: BufferStackRecord | undefined): BufferStack {
    const changed = (name: "buffer-changed" | "buffer-deleted") => (buffer: string) =>
      this.run(() => {
        this.touch(this.buffers);
        this.emit(name, { buffer });
      });
    const ports = {
      now: () => this.now,
      limit: () => this.options.number("buffer-limit"),
      onChange: changed("buffer-changed"),
      onDelete: changed("buffer-deleted"),
    };
    return record ? BufferStack.fromRecord(record, ports) : new BufferStack(ports);
  }
}

type SessionFields = "id" | "server" | "name" | "cwd" | "created" | "options" | "environment";

/** The writable state of a session, changed only by operations. */
export class SessionState implements Session {
  readonly id: SessionId;
  readonly server: ServerState;
  readonly created: number;
  readonly options: Options;
  readonly environment: Environment;
  name: string;
  cwd: string;
  activity: number;
  lastAttached = 0;
  links: WinlinkState[] = [];
  /** Set with the first window; a living session always has one. */
  current!: WinlinkState;
  lastLinks: WinlinkState[] = [];

  constructor({ id, server, name, cwd, created, options, environment }: Pick<SessionState, SessionFields>) {
    this.id = id;
    this.server = server;
    this.name = name;
    this.cwd = cwd;
    this.created = created;
    this.activity = created;
    this.options = options;
    this.environment = environment;
  }

  get attached(): number {
    return this.server.clients.filter((client) => client.session === this).length;
  }

  get group(): string | undefined {
    return [...this.server.groups].find(([, sessions]) => sessions.includes(this))?.[0];
  }

  /** All sessions that share this session's windows, including itself. */
  get grouped(): readonly SessionState[] {
    const { group } = this;
    return group === undefined ? [this] : this.server.groups.get(group)!;
  }

  linkAt(index: number): WinlinkState | undefined {
    return this.links.find((link) => link.index === index);
  }
}

/** The writable state of a link, changed only by operations. */
export class WinlinkState implements Winlink {
  readonly session: SessionState;
  window: WindowState;
  index: number;
  activity = false;
  bell = false;
  silence = false;

  constructor(session: SessionState, window: WindowState, index: number) {
    this.session = session;
    this.window = window;
    this.index = index;
  }

  get alerted(): boolean {
    return this.activity || this.bell || this.silence;
  }

  clearAlerts(): void {
    this.activity = this.bell = this.silence = false;
  }

  copyAlerts({ activity, bell, silence }: Winlink): void {
    Object.assign(this, { activity, bell, silence });
  }
}

interface WindowSetup extends Pick<WindowState, "id" | "server" | "options" | "created"> {
  readonly size: Size;
}

/** The writable state of a window, changed only by operations. */
export class WindowState implements Window {
  readonly id: WindowId;
  readonly server: ServerState;
  readonly options: Options;
  readonly created: number;
  name = "";
  activity: number;
  panes: PaneState[] = [];
  /** Set with the first pane. */
  active!: PaneState;
  last: PaneState | undefined;
  cols: number;
  rows: number;
  /** Size that `window-size manual` enforces. */
  manualSize: Size;
  /** A size requested by attached clients, pending until a client shows the window. */
  wantedSize: Size | undefined;
  layout: Cell;
  savedLayout: Cell | undefined;
  stacked = false;
  oldLayout: string | undefined;
  lastPreset = -1;
  latest: ClientState | undefined;
  /** Links in the order of their creation. */
  readonly links: WinlinkState[] = [];
  /** Alerts of this window that its links have not received yet. */
  readonly alerts = new Set<"bell" | "activity" | "silence">();
  cancelSilence: (() => void) | undefined;

  constructor({ id, server, options, size, created }: WindowSetup) {
    this.id = id;
    this.server = server;
    this.options = options;
    this.cols = size.cols;
    this.rows = size.rows;
    this.manualSize = size;
    this.created = created;
    this.activity = created;
    this.layout = createLeaf(size);
  }

  get zoomed(): boolean {
    return this.savedLayout !== undefined;
  }

  get statusLine(): StatusLine {
    return statusLineOf(this.options.get("pane-border-status"));
  }
}

type PaneFields = "id" | "window" | "options" | "title" | "historyLimit";

/** The writable state of a pane, changed only by operations. */
export class PaneState implements Pane {
  readonly id: PaneId;
  readonly options: Options;
  readonly historyLimit: number;
  readonly metadata = new Map<string, string>();
  readonly modes: PaneMode[] = [];
  readonly search: PaneSearch = { text: undefined, regex: false };
  window: WindowState;
  title: string;
  start: PaneStart = { command: [], direct: false, file: "", argv: [], shell: "", cwd: "" };
  process: PaneProcess | undefined;
  exit: PaneExit | undefined;
  directory: string | undefined;
  creators: readonly string[] = [];
  empty = false;
  inputOff = false;
  focused = false;
  activePoint = 0;
  cols: number;
  rows: number;
  left = 0;
  top = 0;
  /** Set by the layout before the pane becomes visible to callers. */
  cell!: Cell;
  #screen: Screen | undefined;

  constructor({ id, window, options, title, historyLimit }: Pick<PaneState, PaneFields>) {
    this.id = id;
    this.window = window;
    this.options = options;
    this.title = title;
    this.historyLimit = historyLimit;
    this.cols = window.cols;
    this.rows = window.rows;
  }

  get screen(): Screen {
    this.#screen ??= this.#newScreen();
    const { cols, rows } = this.#screen;
    if (cols !== this.cols || rows !== this.rows) this.#screen.resize(this.cols, this.rows);
    return this.#screen;
  }

  /** Applies the area of the pane's cell, and resizes the process if the size changed. */
  moveTo({ cols, rows, left, top }: Area): boolean {
    const resized = cols !== this.cols || rows !== this.rows;
    if (!resized && left === this.left && top === this.top) return false;
    Object.assign(this, { cols, rows, left, top });
    if (resized) {
      this.#screen?.resize(cols, rows);
      this.modes[0]?.resize({ cols, rows });
      this.process?.resize({ cols, rows });
    }
    return true;
  }

  #newScreen(): Screen {
    const { cols, rows, historyLimit } = this;
    return this.window.server.ports.createScreen({ cols, rows, historyLimit, title: this.title }, this.id);
  }
}

type Later = "session" | "lastSession" | "activity" | "windowSizes" | "focused" | "colours" | "pane";
type ClientSetup = Omit<Client, Later>;

/** The writable state of a client, changed only by operations. */
export class ClientState implements Client {
  readonly name: string;
  readonly tty: string;
  readonly termName: string;
  readonly pid: number;
  readonly uid: number;
  readonly user: string;
  readonly utf8: boolean;
  readonly control: boolean;
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly created: number;
  readonly windowSizes = new Map<WindowId, Size>();
  readonly: boolean;
  focused = true;
  colours: Client["colours"] = {};
  ignoreSize: boolean;
  ownPanes: boolean;
  /** The panes that the client selected for itself alone. */
  readonly selected = new WeakMap<WindowState, PaneState>();
  size: Size | undefined;
  activity: number;
  session: SessionState | undefined;
  lastSession: SessionState | undefined;

  constructor(setup: ClientSetup) {
    this.name = setup.name;
    this.tty = setup.tty;
    this.termName = setup.termName;
    this.pid = setup.pid;
    this.uid = setup.uid;
    this.user = setup.user;
    this.utf8 = setup.utf8;
    this.control = setup.control;
    this.cwd = setup.cwd;
    this.environment = setup.environment;
    this.created = setup.created;
    this.readonly = setup.readonly;
    this.ignoreSize = setup.ignoreSize;
    this.ownPanes = setup.ownPanes;
    this.size = setup.size;
    this.activity = setup.created;
  }

  get pane(): PaneState | undefined {
    const window = this.session?.current.window;
    const own = window && this.ownPanes ? this.selected.get(window) : undefined;
    return own && window?.panes.includes(own) ? own : window?.active;
  }
}
