import { constants } from "node:os";
import type { PaneId } from "../core/ids.ts";
import type { ExitState } from "../core/ports.ts";
import type { Pane } from "../core/tree/tree.ts";
import { Context, type ContextExit } from "./context.ts";
import { exitCodeOf } from "./describe-pane.ts";
import { hintOfPane } from "./hints.ts";
import { type NativeHost, type NativeServer, type PanePlace, placeKey } from "./host.ts";

/** How long an exited context can be captured. */
export const EXITED_KEPT_MS = 10 * 60_000;
/** Limit of exited contexts that are kept. */
const MAX_EXITED = 2_000;
const SWEEP_MS = 30_000;
const HUNG_UP: ExitState = { signal: constants.signals.SIGHUP };
/** Ids are reserved in blocks, so that most short-lived clients cost no write. */
const ID_BLOCK = 64;

export interface ContextListener {
  onExited(context: Context): void;
  /** Called when the pane runs another process: the context ended, and a new one replaces it. */
  onReplaced(former: Context): void;
  onForgotten(context: Context): void;
}

interface NewContext extends Partial<Pick<Context, "started" | "spawned">> {
  /** How the program in a pane that stays has ended. */
  readonly exit?: ExitState | undefined;
}

/** All contexts of all teams, by id and by pane. */
export class Contexts {
  readonly #host: NativeHost;
  readonly #listener: ContextListener;
  readonly #byId = new Map<string, Context>();
  readonly #byPane = new Map<string, Context>();
  #next = 0;
  #reserved = 0;

  constructor(host: NativeHost, listener: ContextListener) {
    this.#host = host;
    this.#listener = listener;
    for (const [, stored] of host.records.under("nextContext")) this.#next = this.#reserved = stored;
    this.#sweepLater();
  }

  /** Contexts that have not exited. */
  get liveCount(): number {
    return [...this.#byId.values()].filter(({ exit }) => !exit).length;
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

  /**
   * The contexts of these panes. A pane that no team has used yet gets its context here, in the team that created it or
   * that it would lead. The ids are on record before a caller learns them.
   */
  ofPanes(isWanted: (pane: Pane) => boolean): Context[] {
    const contexts = this.#host.servers().flatMap((server) =>
      [...server.mux.server.panes.values()].filter(isWanted).flatMap(({ id, process, exit, creators }) => {
        const place = { server: server.key, pane: id };
        const known = this.at(place);
        if (known || !(process || exit)) return known ?? [];
        return this.create(creators[0] ?? hintOfPane(place), server, id, { started: true, exit });
      }),
    );
    this.#host.records.commit();
    return contexts;
  }

  /** Returns an id that no context ever had. */
  newId(): string {
    if (this.#next >= this.#reserved) {
      this.#reserved = this.#next + ID_BLOCK;
      this.#host.records.note("nextContext", "", this.#reserved);
    }
    return `ctx_${this.#next++}`;
  }

  create(
    team: string,
    server: NativeServer,
    pane: PaneId,
    { started = false, spawned = false, exit }: NewContext = {},
  ): Context {
    const place = { server: server.key, pane };
    const context = new Context({ id: this.newId(), team, place, server: () => server, started, spawned });
    this.#add(context);
    if (exit) context.exit = this.#endOf(context, exit);
    this.save(context);
    return context;
  }

  save({ id, team, place, started, spawned, exit }: Context): void {
    this.#host.records.note("context", id, { team, ...place, started, spawned, ...(exit && { exit }) });
  }

  /** Removes everything about the context. */
  forget(context: Context): void {
    this.#byId.delete(context.id);
    if (this.at(context.place) === context) this.#byPane.delete(placeKey(context.place));
    this.#host.records.note("context", context.id, undefined);
    this.#listener.onForgotten(context);
    if (!context.pane && !context.replaced) this.#host.removeRetired(context.place);
  }

  /** Restores the contexts that a previous daemon recorded. */
  restore(): void {
    const records = [...this.#host.records.under("context")].sort(
      ([a], [b]) => Number(a.slice(4)) - Number(b.slice(4)),
    );
    for (const [id, { team, server: key, pane, started, spawned = true, exit }] of records) {
      const server = () => this.#host.server(key);
      this.#add(new Context({ id, team, place: { server: key, pane }, server, started, spawned, exit }));
    }
  }

  /** After a restart: ends contexts whose pane disappeared while no daemon ran. */
  endLost(): void {
    for (const context of [...this.#byId.values()]) if (!context.pane) this.#exited(context);
  }

  /** Subscribes to everything that ends contexts on a server. */
  watch(server: NativeServer): void {
    const { events } = server.mux.server;
    const at = (pane: PaneId) => this.at({ server: server.key, pane });
    events.on("pane-exited", ({ pane, exit }) => this.#exited(at(pane), exit));
    // A killed pane: its process gets SIGHUP, and its remaining output is discarded.
    events.on("pane-closed", ({ pane }) => this.#exited(at(pane)));
    events.on("pane-respawned", ({ pane }) => {
      const context = at(pane);
      if (context) this.#replaced(context);
    });
  }

  /** Called when a pane closes: returns whether to keep its journal, and records how much was printed. */
  keeps(place: PanePlace, outputEnd: () => number): boolean {
    const context = this.at(place);
    if (!context) return false;
    context.closedAt ??= outputEnd();
    return true;
  }

  /** A server ended with all its panes. */
  serverEnded(key: string): void {
    for (const context of [...this.#byId.values()].filter(({ place }) => place.server === key)) {
      this.#exited(context);
      context.releaseServer();
    }
  }

  #add(context: Context): void {
    this.#byId.set(context.id, context);
    this.#byPane.set(placeKey(context.place), context);
  }

  #exited(context: Context | undefined, exit: ExitState = HUNG_UP): void {
    if (!context || context.exit) return;
    context.exit = this.#endOf(context, exit);
    this.save(context);
    this.#listener.onExited(context);
  }

  #endOf(context: Context, exit: ExitState): ContextExit {
    return {
      exit_code: exitCodeOf(exit),
      ...(exit.signal !== undefined && { signal: signalNames.get(exit.signal) ?? `SIG${exit.signal}` }),
      // By its process: the pane may already have left the tree.
      offset: context.closedAt ?? context.server?.outputOf(context.place.pane)?.end ?? 0,
      time: this.#host.clock.now(),
    };
  }

  #replaced(context: Context): void {
    this.#exited(context);
    context.replaced = true;
    this.#byPane.delete(placeKey(context.place));
    this.#listener.onReplaced(context);
    this.forget(context);
  }

  #sweepLater(): void {
    this.#host.clock.after(SWEEP_MS, () => {
      this.sweep();
      this.#sweepLater();
    });
  }

  /** Removes all exited contexts and their journals. */
  forgetExited(): void {
    for (const context of [...this.#byId.values()]) if (context.exit) this.forget(context);
  }

  /** Removes exited contexts that have expired, and the oldest ones beyond the limit, but none whose pane stays. */
  sweep(): void {
    const exited = [...this.#byId.values()].filter(({ exit, shown }) => exit && !shown);
    const since = this.#host.clock.now() - EXITED_KEPT_MS;
    const excess = exited.length - MAX_EXITED;
    const byTime = exited.sort((a, b) => a.exit!.time - b.exit!.time);
    for (const [index, context] of byTime.entries())
      if (index < excess || context.exit!.time < since) this.forget(context);
  }
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));
