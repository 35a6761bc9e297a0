import type { EventMap, EventName } from "../../../core/events.ts";
import type { PaneId } from "../../../core/ids.ts";
import type { NativeServer } from "../../../panes/host.ts";
import type { HttpTerminal } from "../terminals/terminals.ts";
import { PictureText } from "./picture-text.ts";

/** Pictures of one pane follow each other at this distance: at most four a second. */
const PACE_MS = 250;
/** The first change after a pause waits this long for the rest of it. */
const BURST_MS = 25;

/** A page that shows pictures. */
export interface PictureReader {
  /** The picture has another version. */
  changed(picture: PictureText): void;
  /** Sends what the page accepts now. Returns whether to ask again after a pause. */
  flush(): boolean;
}

/** Events after which a pane's screen may be another one. */
const OF_PANE: ReadonlySet<EventName> = new Set(["pane-output", "pane-exited", "pane-respawned"]);
const OF_WINDOW: ReadonlySet<EventName> = new Set(["window-layout-changed", "window-resized"]);

interface ShownPane {
  readonly picture: PictureText;
  readonly readers: Set<PictureReader>;
}

interface ShownServer {
  readonly panes: Map<PaneId, ShownPane>;
  stop(): void;
}

/**
 * The pictures that pages show, read from the daemon's own screens. A pane that prints is marked, and all marked panes
 * are read together; while no shown pane prints, there is no timer.
 */
export class Pictures {
  readonly #servers = new Map<NativeServer, ShownServer>();
  readonly #stale = new Set<ShownPane>();
  readonly #waiting = new Set<PictureReader>();
  #timer: NodeJS.Timeout | undefined;
  #lastRead = Number.NEGATIVE_INFINITY;

  /** The picture of a pane, which `reader` shows from now on. */
  show(terminal: HttpTerminal, reader: PictureReader): PictureText {
    const { server, pane } = terminal;
    const { panes } = this.#servers.get(server) ?? this.#watch(server);
    const shown = panes.get(pane.id) ?? { picture: new PictureText(terminal), readers: new Set() };
    panes.set(pane.id, shown);
    shown.readers.add(reader);
    if (shown.picture.version === 0) shown.picture.refresh();
    return shown.picture;
  }

  hide({ server, pane }: HttpTerminal, reader: PictureReader): void {
    const found = this.#servers.get(server);
    const shown = found?.panes.get(pane.id);
    if (!found || !shown) return;
    shown.readers.delete(reader);
    if (shown.readers.size > 0) return;
    this.#stale.delete(shown);
    found.panes.delete(pane.id);
    if (found.panes.size > 0) return;
    found.stop();
    this.#servers.delete(server);
  }

  /** The reader accepts more. */
  resume(reader: PictureReader): void {
    this.#waiting.add(reader);
    this.#readSoon();
  }

  /** The reader is gone, and shows nothing any more. */
  leave(reader: PictureReader): void {
    this.#waiting.delete(reader);
    if (this.#stale.size > 0 || this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #watch(server: NativeServer): ShownServer {
    const panes = new Map<PaneId, ShownPane>();
    const stop = server.mux.server.events.onAny((name, event) => {
      if (OF_PANE.has(name)) this.#mark(panes.get((event as EventMap["pane-output"]).pane));
      else if (OF_WINDOW.has(name)) for (const shown of panes.values()) this.#mark(shown);
    });
    const watched = { panes, stop };
    this.#servers.set(server, watched);
    return watched;
  }

  #mark(shown: ShownPane | undefined): void {
    if (!shown) return;
    this.#stale.add(shown);
    this.#readSoon();
  }

  #readSoon(): void {
    this.#timer ??= setTimeout(
      () => this.#read(),
      Math.max(BURST_MS, this.#lastRead + PACE_MS - performance.now()),
    );
  }

  #read(): void {
    this.#timer = undefined;
    this.#lastRead = performance.now();
    const readers = new Set(this.#waiting);
    this.#waiting.clear();
    for (const { picture, readers: all } of this.#stale) {
      if (!picture.refresh()) continue;
      for (const reader of all) {
        reader.changed(picture);
        readers.add(reader);
      }
    }
    this.#stale.clear();
    for (const reader of readers) if (reader.flush()) this.resume(reader);
  }
}
