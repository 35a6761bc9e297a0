import { basename } from "node:path";
import type { EndedPane } from "../../cli/context.ts";
import type { PaneId } from "../../core/ids.ts";
import { type ExitState, plainExit } from "../../core/ports.ts";
import type { Pane, PaneStart } from "../../core/tree/tree.ts";
import type { NativeServer } from "../../panes/host.ts";
import { type Launched, launchedAs } from "../../panes/launched.ts";
import type { House } from "../house.ts";
import { change, type RecordTypes } from "../records/kinds.ts";
import type { ServerObserver } from "../servers/server-watch.ts";

/** Scripts ask about programs that they have just started, not about last week's. */
const MAX_REMEMBERED = 500;

type EndRecord = RecordTypes["ended"];

/** What the daemon knew about a pane when it was closed. */
interface Last {
  readonly start?: PaneStart | undefined;
  readonly exit?: ExitState | undefined;
  readonly session?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * How closed panes ended. A program may end before its starter asks for the result, and its server may end with it; so
 * the latest ends are kept by socket path, beyond the life of the server and of the daemon. A new server on the same
 * path counts its panes from 0 again: the newest pane with an id wins.
 */
export class EndedPanes implements ServerObserver {
  readonly #house: Pick<House, "ledger" | "store">;
  /** Ends by record key, oldest first. */
  readonly #ends: Map<string, EndRecord>;

  constructor(house: Pick<House, "ledger" | "store">) {
    this.#house = house;
    this.#ends = new Map([...house.store.under("ended")].sort(([, a], [, b]) => a.time - b.time));
  }

  /** Finds an end by the server's name or socket path, and by the pane's id, name or session name. */
  find(server: string, target: string): EndedPane | undefined {
    const found = [...this.#ends.values()].findLast(
      ({ socketPath, pane, session, name }) =>
        (socketPath === server || basename(socketPath) === server) &&
        target !== "" &&
        (pane === target || session === target || name === target),
    );
    return found && { pane: found.pane, time: found.time, ...(found.exit && { exit: found.exit }) };
  }

  /** Remembers each pane's session in advance: when the event of its end arrives, a closed pane is in no session. */
  onOpened(server: NativeServer): void {
    const { events, panes } = server.mux.server;
    const exits = new Map<PaneId, ExitState>();
    const places = new Map<PaneId, Last>();
    /** Panes whose program could not be started: nothing ran there that could have ended. */
    const unstarted = new Set<PaneId>();
    const locate = ({ id, window, metadata, start }: Pane) =>
      places.set(id, { session: window.links[0]?.session.name ?? "", name: metadata.get("name"), start });
    const locateAll = () => {
      for (const pane of panes.values()) locate(pane);
    };
    locateAll();
    for (const { id, exit } of panes.values()) if (exit) exits.set(id, exit);
    events.on("session-renamed", locateAll);
    for (const event of ["pane-created", "pane-metadata-changed", "pane-respawned"] as const) {
      events.on(event, ({ pane: id }) => {
        const pane = panes.get(id);
        if (pane) locate(pane);
        if (event === "pane-metadata-changed") return;
        unstarted.delete(id);
        pane?.process?.started.catch(() => unstarted.add(id));
      });
    }
    events.on("pane-exited", ({ pane, exit }) => exits.set(pane, exit));
    events.on("pane-respawned", ({ pane }) => exits.delete(pane));
    events.on("pane-closed", ({ pane }) => {
      if (!unstarted.delete(pane)) this.#closed(server, pane, { ...places.get(pane), exit: exits.get(pane) });
      exits.delete(pane);
      places.delete(pane);
    });
  }

  onEnded(server: NativeServer): void {
    for (const { id, start } of server.mux.server.panes.values()) this.#closed(server, id, { start });
  }

  /** How the programs of closed panes were started, the newest first. */
  starts(): Launched[] {
    const known = [...this.#ends.values()].reverse();
    return known.flatMap(({ command, cwd }) => (cwd === undefined ? [] : { command: command ?? [], cwd }));
  }

  forget(): void {
    for (const key of [...this.#ends.keys()]) this.#drop(key);
  }

  #closed({ key, mux }: NativeServer, pane: PaneId, { exit, session = "", name, start }: Last): void {
    const { socketPath } = mux.server;
    const end = { socketPath, pane, session, ...(name !== undefined && { name }), ...startOf(start) };
    this.#remember(`${key}/${pane}`, { ...end, exit: plainExit(exit), time: Date.now() });
  }

  #remember(key: string, end: EndRecord): void {
    this.#ends.set(key, end);
    this.#house.ledger.note(change("ended", key, end));
    const oldest = this.#ends.keys().next().value;
    if (this.#ends.size > MAX_REMEMBERED && oldest !== undefined) this.#drop(oldest);
  }

  #drop(key: string): void {
    this.#ends.delete(key);
    this.#house.ledger.note(change("ended", key, undefined));
  }
}

/** A longer command is not one that a person repeats. */
const MAX_COMMAND = 1_000;

function startOf(start: PaneStart | undefined): Pick<EndRecord, "command" | "cwd"> {
  if (!start) return {};
  const { command, cwd } = launchedAs(start);
  const length = command.reduce((sum, word) => sum + word.length, 0);
  return { cwd, ...(length > 0 && length <= MAX_COMMAND && { command: [...command] }) };
}
