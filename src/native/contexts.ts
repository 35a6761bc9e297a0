import { constants } from "node:os";
import type { PaneId } from "../core/ids.ts";
import type { ExitState } from "../core/ports.ts";
import { Context, type ContextExit } from "./context.ts";
import type { NativeHost, NativeServer, PanePlace } from "./host.ts";

/** Exited contexts can be captured for so long. */
export const EXITED_KEPT_MS = 10 * 60_000;
/** … and no more than so many of them. */
const MAX_EXITED = 2_000;
const SWEEP_MS = 30_000;
/** Ids are set aside by the block, so that most clients that come and go cost no write. */
const ID_BLOCK = 64;

const NEXT = "native/next";
const CONTEXTS = "native/context/";

interface ContextRecord {
  readonly team: string;
  readonly server: string;
  readonly pane: PaneId;
  readonly started: boolean;
  readonly exit?: ContextExit;
}

export interface ContextListener {
  exited(context: Context): void;
  /** Its pane runs another process: the context ended, and a new one takes its place. */
  replaced(former: Context): void;
  forgotten(context: Context): void;
}

/** Every context of every team, by its id and by its pane. */
export class Contexts {
  readonly #host: NativeHost;
  readonly #listener: ContextListener;
  readonly #byId = new Map<string, Context>();
  readonly #byPane = new Map<string, Context>();
  #next: number;
  #reserved: number;

  constructor(host: NativeHost, listener: ContextListener) {
    this.#host = host;
    this.#listener = listener;
    const [stored] = [...host.records.under(NEXT)].map(([, value]) => value as number);
    this.#next = this.#reserved = stored ?? 0;
    this.#sweepLater();
  }

  /** Those that have not exited. */
  get liveCount(): number {
    let count = 0;
    for (const { exit } of this.#byId.values()) if (!exit) count += 1;
    return count;
  }

  find(id: string): Context | undefined {
    return this.#byId.get(id);
  }

  at(place: PanePlace): Context | undefined {
    return this.#byPane.get(placeKey(place));
  }

  all(): IterableIterator<Context> {
    return this.#byId.values();
  }

  /** An id that no context ever had. */
  newId(): string {
    if (this.#next >= this.#reserved) {
      this.#reserved = this.#next + ID_BLOCK;
      this.#host.records.note(NEXT, this.#reserved);
    }
    return `ctx_${this.#next++}`;
  }

  create(team: string, server: NativeServer, pane: PaneId, { started = false } = {}): Context {
    const place = { server: server.key, pane };
    const context = new Context({ id: this.newId(), team, place, server: () => server, started });
    this.#add(context);
    this.save(context);
    return context;
  }

  save({ id, team, place, started, exit }: Context): void {
    const record: ContextRecord = { team, ...place, started, ...(exit && { exit }) };
    this.#host.records.note(`${CONTEXTS}${id}`, record as never);
  }

  /** Nothing of it stays. */
  forget(context: Context): void {
    this.#byId.delete(context.id);
    if (this.at(context.place) === context) this.#byPane.delete(placeKey(context.place));
    this.#host.records.note(`${CONTEXTS}${context.id}`, undefined);
    this.#listener.forgotten(context);
    if (!context.pane && !context.replaced) this.#host.removeRetired(context.place);
  }

  /** What a former daemon left. */
  restore(): void {
    const records = [...this.#host.records.under(CONTEXTS)].map(
      ([id, value]) => [id, value as unknown as ContextRecord] as const,
    );
    for (const [id, { team, server: key, pane, started, exit }] of records.sort(byNumber)) {
      const server = () => this.#host.server(key);
      this.#add(new Context({ id, team, place: { server: key, pane }, server, started, exit }));
    }
  }

  /** After a restart: those whose pane went without a word while nobody looked. */
  endLost(): void {
    for (const context of [...this.#byId.values()])
      if (!context.exit && !context.pane) this.#exited(context, { signal: constants.signals.SIGHUP });
  }

  /** Hears of everything that ends contexts on a server. */
  watch(server: NativeServer): void {
    const { events } = server.mux.server;
    const at = (pane: PaneId) => this.at({ server: server.key, pane });
    events.on("pane-exited", ({ pane, exit }) => {
      const context = at(pane);
      if (context) this.#exited(context, exit);
    });
    // A pane that was killed: its process gets SIGHUP, and nobody waits to hear what it says to that.
    events.on("pane-closed", ({ pane }) => {
      const context = at(pane);
      if (context) this.#exited(context, { signal: constants.signals.SIGHUP });
    });
    events.on("pane-respawned", ({ pane }) => {
      const context = at(pane);
      if (context) this.#replaced(context);
    });
  }

  /** A pane is being closed: says whether its journal is to be kept, and notes how much was printed. */
  keeps(place: PanePlace, outputEnd: () => number): boolean {
    const context = this.at(place);
    if (!context) return false;
    context.closedAt ??= outputEnd();
    return true;
  }

  /** A server ended with all its panes. */
  serverEnded(key: string): void {
    for (const context of [...this.#byId.values()])
      if (context.place.server === key) this.#exited(context, { signal: constants.signals.SIGHUP });
  }

  #add(context: Context): void {
    this.#byId.set(context.id, context);
    this.#byPane.set(placeKey(context.place), context);
  }

  #exited(context: Context, { status, signal }: ExitState): void {
    if (context.exit) return;
    context.exit = {
      exit_code: signal === undefined ? (status ?? 0) : 128 + signal,
      ...(signal !== undefined && { signal: signalName(signal) }),
      offset: this.#printed(context),
      time: this.#host.clock.now(),
    };
    this.save(context);
    this.#listener.exited(context);
  }

  /** By its process: the pane may have left the tree already. */
  #printed({ server, place, closedAt }: Context): number {
    return closedAt ?? server?.outputOf(place.pane)?.end ?? 0;
  }

  #replaced(context: Context): void {
    this.#exited(context, { signal: constants.signals.SIGHUP });
    context.replaced = true;
    this.#byPane.delete(placeKey(context.place));
    this.#listener.replaced(context);
    this.forget(context);
  }

  #sweepLater(): void {
    this.#host.clock.after(SWEEP_MS, () => {
      this.sweep();
      this.#sweepLater();
    });
  }

  /** Nothing stays of those that have exited: their journals go. */
  forgetExited(): void {
    for (const context of [...this.#byId.values()]) if (context.exit) this.forget(context);
  }

  /** The exited ones whose time is over, and the oldest of too many. */
  sweep(): void {
    const exited = [...this.#byId.values()].filter(({ exit }) => exit);
    const since = this.#host.clock.now() - EXITED_KEPT_MS;
    const excess = exited.length - MAX_EXITED;
    const byTime = exited.sort((a, b) => a.exit!.time - b.exit!.time);
    for (const [index, context] of byTime.entries())
      if (index < excess || context.exit!.time < since) this.forget(context);
  }
}

function placeKey({ server, pane }: PanePlace): string {
  return `${server}${pane}`;
}

function byNumber([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return Number(a.slice(4)) - Number(b.slice(4));
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

function signalName(signal: number): string {
  return signalNames.get(signal) ?? `SIG${signal}`;
}
