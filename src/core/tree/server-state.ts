import { AgentStates } from "../agent/agent-states.ts";
import { BufferStack, type BufferStackRecord } from "../buffers/buffer-stack.ts";
import { Environment, type EnvironmentRecord } from "../environment/environment.ts";
import { type EventMap, type EventName, Events } from "../events.ts";
import { idNumber, type PaneId, type SessionId, type WindowId } from "../ids.ts";
import { KeyTables, type KeyTablesRecord } from "../keys/key-tables.ts";
import type { MuxPorts } from "../mux.ts";
import { Options, type OptionsRecord, type OptionsSetup } from "../options/options.ts";
import { compareBytes } from "../text/compare-bytes.ts";
import type { ClientState } from "./client-state.ts";
import type { PaneState } from "./pane-state.ts";
import type { Server } from "./server.ts";
import type { SessionState } from "./session-state.ts";
import type { WindowState } from "./window-state.ts";
import type { WinlinkState } from "./winlink-state.ts";

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
  /** Work postponed to the end of an operation: alerts, sizes. */
  readonly settle: (server: ServerState) => void;
  readonly optionChanged: (server: ServerState, name: string) => void;
}

/**
 * The writable state of a server. `run` brackets each operation: events are queued until the outermost operation has
 * finished, so that listeners see a consistent tree, and are then emitted in order. A listener may call further
 * operations, whose events follow.
 */
export class ServerState implements Server {
  readonly socketPath: string;
  readonly ports: MuxPorts;
  readonly startTime: number;
  readonly events = new Events();
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
  readonly #settle: (server: ServerState) => void;
  readonly #optionChanged: (server: ServerState, name: string) => void;
  readonly #queue: (() => void)[] = [];
  #quiet = false;
  #depth = 0;
  #telling = false;

  constructor({ socketPath, ports, environment, restore, settle, optionChanged }: ServerSetup) {
    this.socketPath = socketPath;
    this.ports = ports;
    this.#settle = settle;
    this.#optionChanged = optionChanged;
    this.agents = new AgentStates({
      clock: ports.clock,
      noted: (pane) => this.touch(pane as PaneState),
      changed: ({ id }, state, before) =>
        this.run(() => this.emit("pane-state-changed", { pane: id, state, before })),
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

  /**
   * A function is called when the event is emitted, so that it reports the final state after several changes in one
   * operation.
   */
  emit<N extends EventName>(name: N, event: EventMap[N] | (() => EventMap[N])): void {
    this.#queue.push(() => this.events.emit(name, typeof event === "function" ? event() : event));
  }

  run<T>(operation: () => T): T {
    this.#depth++;
    try {
      return operation();
    } finally {
      if (this.#depth === 1) this.#settle(this);
      if (--this.#depth === 0) this.#tell();
    }
  }

  #tell(): void {
    if (this.#telling) return;
    this.#telling = true;
    try {
      for (let tell = this.#queue.shift(); tell; tell = this.#queue.shift()) tell();
    } finally {
      this.#telling = false;
    }
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
