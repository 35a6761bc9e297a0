import { ProtocolError } from "../protocol/errors.ts";
import type { AnyEvent, EventParams } from "../protocol/events.ts";
import { type MethodName, methods, type Result } from "../protocol/methods.ts";
import type { AgentChanges } from "./agent-changes.ts";
import { FarAgents } from "./far-agents.ts";
import { formatFarId, PLAIN_ID, withFarIds } from "./far-ids.ts";
import type { FarBackend, FarOrder, NativeHost } from "./host.ts";
import type { LoggedEvent, NativeTypes } from "./records.ts";
import type { Team } from "./team.ts";

type FarEvent = Extract<AnyEvent, { method: LoggedEvent["method"] }>;

/** What all teams on hosts share. */
export interface FarTeamsOptions {
  readonly host: NativeHost;
  readonly changes: AgentChanges;
  /** Writes an event of a host into the log of a team; `make` receives its number there. */
  log(team: string, make: (sequence: number) => LoggedEvent): void;
  /** A host has answered a start, or failed to. */
  onStartAnswered(): void;
}

interface FarTeamOptions extends FarTeamsOptions {
  readonly placed: NativeTypes["placed"];
  /** The name of its record. */
  readonly recordName: string;
  agentReaders(): AgentReaders;
  /** The team has no record, no reader and no pending request here: its owner may forget it. */
  onUnused(): void;
}

/** The caller of one request: `NativeCall`, as far as a host needs it. */
interface FarCaller {
  readonly team: Pick<Team, "isWide">;
  hold(contextId: string): void;
  readonly gone: AbortSignal;
}

/** How many readers follow the agents of the hosts that have contexts of the team, and those of every host. */
export interface AgentReaders {
  readonly team: number;
  readonly all: number;
}

/** Methods that start a context and answer with its id. */
export const spawningMethods: ReadonlySet<string> = new Set<MethodName>([
  "spawn_agent",
  "mullion.split",
  "mullion.spawn_session",
]);
const LOGGED: readonly LoggedEvent["method"][] = [
  "context_exited",
  "mullion.context_spawned",
  "mullion.context_changed",
];
const CHANGING: ReadonlySet<MethodName> = new Set<MethodName>(["mullion.rename", "mullion.set_metadata"]);
/** Text of one event of a host that is written into the log. */
const MAX_EVENT_CHARS = 16 * 1024;
/** The exit of a process that SIGHUP ended. */
const HUNG_UP = { exit_code: 129, signal: "SIGHUP", offset: 0 };
/** Time to ask a host what the events said that it no longer has. */
const RECONCILE_MS = 30_000;
/** A connection without a live context and without a request is closed after this. */
const IDLE_MS = 60_000;

/**
 * What a team of this machine has on one host: a team there, whose contexts are listed here as `HOST/ctx_7`. Requests go
 * to the host's daemon as they are, which checks them as it checks those of its own clients. Its events enter the log of
 * the team here, each once: the number of the last one is on record together with it.
 *
 * The host is not trusted. It can announce a context only in answer to a start, and report only on contexts that it
 * announced, so what it can write into the log is bounded by what this team did.
 */
export class FarTeam {
  readonly #options: FarTeamOptions;
  readonly #live: Set<string>;
  readonly #agents: FarAgents;
  #sequence: number;
  #asked: number;
  /** Changes of metadata whose event may follow. */
  #changes = 0;
  /** Starts that the host has not answered: its events wait, because the reply comes first. */
  #starting = 0;
  #waiting: FarEvent[] = [];
  /** The team's own connection, and that of callers that reach every pane. */
  readonly #opened = new Map<"own" | "wide", Promise<FarBackend>>();
  /** Requests that the host has not answered, and connections that wait for it. */
  #calls = 0;
  #cancelIdle = () => {};

  constructor(options: FarTeamOptions) {
    this.#options = options;
    const { host, placed, changes } = options;
    const { live, sequence, asked } = placed;
    this.#live = new Set(live);
    this.#sequence = sequence;
    this.#asked = asked;
    this.#agents = new FarAgents({
      ...{ hosts: host.hosts, host: placed.host, team: placed.team, changes, clock: host.clock },
      isStarting: () => this.isStarting,
      owns: (id) => this.#live.has(id),
    });
  }

  get name(): string {
    return this.#options.placed.host;
  }

  /** Ids of the live contexts, as they are here. */
  get live(): string[] {
    return [...this.#live].map((id) => formatFarId(this.name, id));
  }

  /** A start is not answered yet. */
  get isStarting(): boolean {
    return this.#starting > 0;
  }

  /** Nothing of the team is there, and nothing was asked for. */
  get isEmpty(): boolean {
    return this.#live.size === 0 && this.#asked === 0;
  }

  /** The team never had anything on the host, or the host has lost it: nothing is on record. */
  get #isUnused(): boolean {
    return this.isEmpty && this.#sequence === 0;
  }

  /** Follows the contexts that a previous daemon knew, as soon as the host can be reached. */
  follow(): void {
    if (!this.isEmpty) void this.#pending(() => this.#open(true)).catch(() => {});
  }

  /** Follows the agents of the host while a reader wants them. */
  followAgents(): void {
    const { team, all } = this.#options.agentReaders();
    if (all > 0 || (team > 0 && this.#live.size > 0)) this.#agents.open();
    else this.#agents.rest();
    if (team + all === 0 && this.#isUnused) this.#closeWhenIdle();
  }

  /** Ends the connections: the contexts stay. */
  close(): void {
    this.#agents.close();
    this.#disconnect();
  }

  /** The host is gone for good, with everything that ran there. */
  end(): void {
    this.#startOver();
    this.#agents.end();
    this.#disconnect();
    this.#closeWhenIdle();
  }

  #disconnect(): void {
    this.#cancelIdle();
    for (const opened of this.#opened.values())
      void opened.then((backend) => backend.close()).catch(() => {});
    this.#opened.clear();
  }

  /** Runs a method there, for a wide team also on contexts of other teams or of none. Ids in the answer are as they are here. */
  async call<N extends MethodName>(method: N, params: object, call: FarCaller): Promise<Result<N>> {
    const run = () =>
      spawningMethods.has(method) ? this.#start(method, params, call) : this.#request(method, params, call);
    return await this.#pending(run);
  }

  async #pending<T>(run: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    this.#cancelIdle();
    try {
      return await run();
    } finally {
      this.#calls -= 1;
      this.#closeWhenIdle();
    }
  }

  async #request<N extends MethodName>(method: N, params: object, call: FarCaller): Promise<Result<N>> {
    const backend = await (call.team.isWide ? this.#openWide() : this.#open(false));
    const answer = await this.#counted(method, () => backend.call(method, params, call.gone));
    this.followAgents();
    return this.#checked(method, answer);
  }

  async #start<N extends MethodName>(method: N, params: object, call: FarCaller): Promise<Result<N>> {
    const backend = await this.#open(false);
    this.#starting += 1;
    this.#asked += 1;
    this.#save();
    try {
      const result = this.#checked(method, await backend.call(method, params, call.gone));
      // Its events follow the reply to the caller.
      call.hold((result as Result<"spawn_agent">).context_id);
      return result;
    } catch (error) {
      if (isRefusal(error)) this.#asked -= 1;
      throw error;
    } finally {
      this.#starting -= 1;
      if (this.#starting === 0) for (const event of this.#waiting.splice(0)) this.#log(event);
      this.#save();
      this.#options.onStartAnswered();
    }
  }

  /** Admits the event of a change of metadata, unless the host rejects the change. */
  async #counted<T>(method: MethodName, run: () => Promise<T>): Promise<T> {
    if (!CHANGING.has(method)) return await run();
    this.#changes += 1;
    try {
      return await run();
    } catch (error) {
      if (isRefusal(error)) this.#takeChange();
      throw error;
    }
  }

  /** Counts a change of the team's own as reported. Returns false if there is none: another caller made the change. */
  #takeChange(): boolean {
    if (this.#changes === 0) return false;
    this.#changes -= 1;
    return true;
  }

  #checked<N extends MethodName>(method: N, answer: unknown): Result<N> {
    const { success, data } = methods[method].result.safeParse(answer);
    if (success) return withFarIds(this.name, data) as Result<N>;
    throw new ProtocolError("host-unreachable", `host ${this.name} gave a wrong answer to ${method}`);
  }

  /** Its events are those of the team's own connection. */
  #openWide(): Promise<FarBackend> {
    const silent = { reach: "all", events: [], onEvent: () => undefined } as const;
    return this.#opened.get("wide") ?? this.#connect("wide", silent);
  }

  #open(wait: boolean): Promise<FarBackend> {
    const known = this.#opened.get("own");
    if (known) return known;
    const cursor = { sequence: this.#sequence, offsets: {} };
    const onEvent = (event: AnyEvent) => this.#onEvent(event);
    const opened = this.#connect("own", { events: LOGGED, wait, cursor, onEvent });
    opened.then(
      () => this.#closeWhenIdle(),
      () => {},
    );
    return opened;
  }

  #connect(kind: "own" | "wide", order: Omit<FarOrder, "host" | "team" | "onEnd">): Promise<FarBackend> {
    const { host, placed } = this.#options;
    const onEnd = (error?: Error) => {
      if (this.#opened.get(kind) !== opened) return;
      this.#opened.delete(kind);
      if (kind !== "own" || !hasLostRecords(error)) return;
      this.#startOver();
      this.#closeWhenIdle();
    };
    const opened = host.hosts.open({ ...order, host: this.name, team: placed.team, onEnd });
    this.#opened.set(kind, opened);
    opened.catch(onEnd);
    return opened;
  }

  /** The machine has lost its records: it is another one now, and what ran there is gone. */
  #startOver(): void {
    this.#sequence = 0;
    this.#asked = 0;
    this.#changes = 0;
    this.#waiting = [];
    for (const id of this.#live) {
      const params = { context_id: formatFarId(this.name, id), ...HUNG_UP };
      this.#append((sequence) => ({ method: "context_exited", params: { ...params, sequence } }));
    }
    this.#live.clear();
    this.#save();
  }

  #onEvent(event: AnyEvent): Promise<void> | undefined {
    if (event.method === "mullion.gap") return this.#onGap(event.params);
    if (isLogged(event) && event.params.sequence > this.#sequence) this.#take(event);
    return undefined;
  }

  #take(event: FarEvent): void {
    if (this.#starting > 0) this.#waiting.push(event);
    else this.#log(event);
  }

  /** The host no longer has some events: what they said is asked for. */
  async #onGap({ kind, to }: EventParams<"mullion.gap">): Promise<void> {
    const backend = kind === "events" ? await this.#opened.get("own") : undefined;
    if (!backend) return;
    const sequence = Math.max(this.#sequence, to - 1);
    try {
      const gone = AbortSignal.timeout(RECONCILE_MS);
      const contexts = new Set(methods.list.result.parse(await backend.call("list", {}, gone)).contexts);
      for (const id of [...contexts].filter((each) => !this.#live.has(each)).slice(0, this.#asked))
        this.#take({ method: "mullion.context_spawned", params: { context_id: id, metadata: {}, sequence } });
      for (const id of [...this.#live].filter((each) => !contexts.has(each)))
        this.#take({
          method: "context_exited",
          params: { ...(await exitThere(backend, id, gone)), sequence },
        });
    } catch {
      // The next connection asks again, because the number of the last event is still before the gap.
    }
  }

  #log(event: FarEvent): void {
    this.#sequence = event.params.sequence;
    const isExpected = this.#expect(event);
    this.#save();
    if (!isExpected) return;
    const context_id = formatFarId(this.name, event.params.context_id);
    this.#append((sequence) => loggedEvent(event, { context_id, sequence, place: this.name }));
    this.#closeWhenIdle();
    this.followAgents();
    if (event.method === "mullion.context_spawned") this.#agents.onSpawned(event.params.context_id);
  }

  #append(make: (sequence: number) => LoggedEvent): void {
    this.#options.log(this.#options.placed.team, make);
  }

  /** Whether this event can follow from what the team did there. */
  #expect({ method, params }: FarEvent): boolean {
    const { context_id: id } = params;
    if (JSON.stringify(params).length > MAX_EVENT_CHARS || !PLAIN_ID.test(id)) return false;
    if (method === "context_exited") return this.#live.delete(id);
    if (method === "mullion.context_changed") return this.#live.has(id) && this.#takeChange();
    if (this.#asked === 0 || this.#live.has(id)) return false;
    this.#asked -= 1;
    this.#live.add(id);
    return true;
  }

  #save(): void {
    const { host, placed, recordName } = this.#options;
    const known = { ...placed, sequence: this.#sequence, asked: this.#asked, live: [...this.#live] };
    host.records.note("placed", recordName, this.#isUnused ? undefined : known);
    host.records.commit();
  }

  #closeWhenIdle(): void {
    this.#cancelIdle();
    if (this.#live.size > 0 || this.#calls > 0) return;
    this.#cancelIdle = this.#options.host.clock.after(IDLE_MS, () => this.#onIdle());
  }

  #onIdle(): void {
    this.#disconnect();
    const { team, all } = this.#options.agentReaders();
    if (team + all > 0 || !this.#isUnused) return;
    this.#agents.close();
    this.#options.onUnused();
  }
}

/** How a context has ended, as far as the host still knows. */
async function exitThere(backend: FarBackend, context_id: string, gone: AbortSignal) {
  const params = { context_id, until: { kind: "exit" }, timeout_ms: 0 };
  const answer = await backend.call("mullion.wait", params, gone).catch((error) => {
    if (isRefusal(error)) return undefined;
    throw error;
  });
  const { data } = methods["mullion.wait"].result.safeParse(answer);
  if (data?.exit_code === undefined) return { context_id, ...HUNG_UP };
  const { exit_code, offset, signal } = data;
  return { context_id, exit_code, offset, ...(signal !== undefined && { signal }) };
}

/** The host's daemon has answered, and nothing was started. */
function isRefusal(error: unknown): boolean {
  return error instanceof ProtocolError && error.code !== "host-unreachable";
}

/** The host does not know the number of the last event that it sent. */
function hasLostRecords(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === "bad-cursor";
}

function isLogged(event: AnyEvent): event is FarEvent {
  return LOGGED.some((method) => method === event.method);
}

/** The event as the team here receives it: with the id and the number that it has here. */
function loggedEvent(
  event: FarEvent,
  here: { readonly context_id: string; readonly sequence: number; readonly place: string },
): LoggedEvent {
  const { context_id, sequence, place } = here;
  if (event.method === "context_exited") {
    const { signal, ...exit } = event.params;
    const params = { ...exit, context_id, sequence, ...(signal !== undefined && { signal }) };
    return { method: event.method, params };
  }
  const given = Object.entries(event.params.metadata).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const metadata = { ...Object.fromEntries(given), place };
  const session = event.method === "mullion.context_spawned" ? event.params.session : undefined;
  const params = { context_id, metadata, sequence, ...(session !== undefined && { session }) };
  return { method: event.method, params };
}
