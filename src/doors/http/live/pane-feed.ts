import type { PaneId } from "../../../core/ids.ts";
import { vtSnapshot } from "../../../core/screen/vt-snapshot.ts";
import type { OutputStretch, PaneOutput } from "../../../native/host.ts";
import { exitCodeOf } from "../terminals/describe-terminal.ts";
import type { Terminal } from "../terminals/terminals.ts";

/**
 * One reader's view of one pane: a snapshot of its screen, then every byte that is printed after it, in order. The pane
 * never waits for a reader. What a reader has not taken yet is kept up to a bound; beyond it all of that is dropped, and
 * the reader gets, when it is ready again, word of the gap and a fresh snapshot to go on from.
 *
 * Offsets count the bytes that the pane's process printed; another process in the same pane counts anew.
 */
export type FeedItem =
  | {
      readonly type: "snapshot";
      readonly offset: number;
      readonly pid: number;
      readonly cols: number;
      readonly rows: number;
      readonly screen: string;
    }
  | { readonly type: "output"; readonly offset: number; readonly bytes: Uint8Array }
  | {
      readonly type: "gap";
      readonly from: number;
      readonly to: number;
      readonly reason: "slow-reader" | "expired";
    }
  | { readonly type: "resized"; readonly cols: number; readonly rows: number }
  | { readonly type: "respawned" }
  | { readonly type: "exited"; readonly exitCode: number; readonly offset: number }
  | { readonly type: "closed" };

export interface FeedOptions {
  readonly terminal: Terminal;
  /** Lines of history in a snapshot. */
  readonly history: number;
  /** Where an earlier reader stopped, and the process whose output it read. */
  readonly resume?: { readonly offset: number; readonly pid: number | undefined } | undefined;
  /** There may be something to take. */
  onReady(): void;
}

/** Kept for one reader. */
export const MAX_PENDING_BYTES = 2 * 1024 * 1024;
/** A sequence that an application leaves unfinished for longer than this is its own fault. */
const MID_SEQUENCE_MS = 250;

interface Behind {
  readonly reason: "first" | "slow-reader" | "expired" | "respawned";
  /** Milliseconds since the epoch. */
  readonly since: number;
}

export class PaneFeed {
  readonly #options: FeedOptions;
  readonly #unwatch: (() => void)[];
  #output: PaneOutput | undefined;
  #untap: () => void = () => {};
  #items: FeedItem[] = [];
  #pendingBytes = 0;
  /** The next byte that the reader gets. */
  #position = 0;
  /** The reader needs a snapshot before anything else; undefined while it is up to date. */
  #behind: Behind | undefined;
  #retry: NodeJS.Timeout | undefined;
  #size: { cols: number; rows: number };
  #ended = false;
  #reading = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    const { pane, server } = options.terminal;
    this.#size = { cols: pane.cols, rows: pane.rows };
    this.#tap();
    const { events } = server.mux.server;
    const mine = (id: PaneId) => id === pane.id;
    this.#unwatch = [
      events.onAny(() => this.#watchSize()),
      events.on("pane-respawned", ({ pane: id }) => mine(id) && this.#respawned()),
      events.on("pane-exited", ({ pane: id, exit }) => {
        if (mine(id)) this.#put({ type: "exited", exitCode: exitCodeOf(exit), offset: this.#end });
      }),
      events.on("pane-closed", ({ pane: id }) => mine(id) && this.#closed()),
    ];
    const { resume } = options;
    if (resume) void this.#resume(resume);
    else this.#behind = { reason: "first", since: Date.now() };
  }

  /** The next thing to send, no more than so many bytes of output; undefined where the reader has everything. */
  take(maxBytes: number): FeedItem | undefined {
    if (this.#reading) return undefined;
    if (this.#behind) return this.#catchUp();
    const item = this.#items[0];
    if (item?.type !== "output") return this.#items.shift();
    const bytes = item.bytes.subarray(0, maxBytes);
    if (bytes.length === item.bytes.length) this.#items.shift();
    else
      this.#items[0] = {
        ...item,
        offset: item.offset + bytes.length,
        bytes: item.bytes.subarray(bytes.length),
      };
    this.#pendingBytes -= bytes.length;
    this.#position = item.offset + bytes.length;
    return { ...item, bytes };
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#untap();
    for (const unwatch of this.#unwatch) unwatch();
  }

  get #end(): number {
    return this.#output?.end ?? 0;
  }

  #tap(): void {
    const { pane, server } = this.#options.terminal;
    this.#untap();
    this.#output = server.outputOf(pane.id);
    this.#untap = this.#output?.tap((stretch) => this.#printed(stretch)) ?? (() => {});
  }

  #printed({ offset, bytes }: OutputStretch): void {
    if (this.#behind) return;
    this.#put({ type: "output", offset, bytes });
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > MAX_PENDING_BYTES) this.#fallBehind("slow-reader");
  }

  /** What was to be said of sizes is in the snapshot; that it ended is still to be said. */
  #fallBehind(reason: Behind["reason"]): void {
    this.#items = this.#items.filter(({ type }) => type === "exited" || type === "closed");
    this.#pendingBytes = 0;
    this.#behind = { reason, since: Date.now() };
    this.#options.onReady();
  }

  /** A pane that is gone has no screen to catch up with. */
  #catchUp(): FeedItem | undefined {
    const { reason, since } = this.#behind!;
    if (this.#ended) {
      this.#behind = undefined;
      return this.#news(reason) ?? this.#items.shift();
    }
    const { pane } = this.#options.terminal;
    if (pane.screen.midSequence && Date.now() - since < MID_SEQUENCE_MS) {
      this.#retry ??= setTimeout(() => {
        this.#retry = undefined;
        this.#options.onReady();
      }, 10).unref();
      return undefined;
    }
    const news = this.#news(reason);
    const snapshot = this.#snapshot();
    this.#behind = undefined;
    if (!news) return snapshot;
    this.#items.unshift(snapshot);
    return news;
  }

  /** Why there is a snapshot, where that is not plain. */
  #news(reason: Behind["reason"]): FeedItem | undefined {
    if (reason === "respawned") return { type: "respawned" };
    if (reason === "first") return undefined;
    return { type: "gap", from: this.#position, to: this.#end, reason };
  }

  /** Everything received so far is on the screen, and what comes next is tapped: nothing is missed or doubled. */
  #snapshot(): FeedItem {
    const { pane } = this.#options.terminal;
    const screen = vtSnapshot(pane.screen, this.#options.history);
    const { cols, rows } = pane;
    this.#size = { cols, rows };
    this.#position = this.#end;
    return {
      type: "snapshot",
      offset: this.#position,
      pid: processOf(this.#options.terminal),
      cols,
      rows,
      screen,
    };
  }

  async #resume({ offset, pid }: NonNullable<FeedOptions["resume"]>): Promise<void> {
    const output = this.#output;
    const end = this.#end;
    this.#position = offset;
    const same = pid === undefined || pid === processOf(this.#options.terminal);
    if (!output || !same) return this.#fallBehind("first");
    if (offset > end || end - offset > MAX_PENDING_BYTES) return this.#fallBehind("expired");
    this.#reading = true;
    // A journal that cannot be read is as good as one that has it no more.
    const past = offset === end ? [] : await readPast(output, offset, end).catch(() => undefined);
    this.#reading = false;
    if (this.#behind) return this.#options.onReady();
    if (!past) return this.#fallBehind("expired");
    this.#items.unshift(...past.map((stretch) => ({ type: "output" as const, ...stretch })));
    this.#pendingBytes += end - offset;
    this.#options.onReady();
  }

  #watchSize(): void {
    const { cols, rows } = this.#options.terminal.pane;
    if (cols === this.#size.cols && rows === this.#size.rows) return;
    this.#size = { cols, rows };
    if (!this.#behind) this.#put({ type: "resized", cols, rows });
  }

  #respawned(): void {
    this.#tap();
    this.#fallBehind("respawned");
  }

  #closed(): void {
    this.#ended = true;
    this.#untap();
    this.#put({ type: "closed" });
  }

  #put(item: FeedItem): void {
    this.#items.push(item);
    this.#options.onReady();
  }
}

function processOf({ pane }: Terminal): number {
  return pane.process?.pid ?? pane.exit?.pid ?? 0;
}

/** Undefined where not all of it is to be had any more. */
async function readPast(output: PaneOutput, from: number, to: number): Promise<OutputStretch[] | undefined> {
  const found: OutputStretch[] = [];
  let at = from;
  for await (const { offset, bytes } of output.recorded(from)) {
    if (offset !== at) return undefined;
    const wanted = bytes.subarray(0, to - at);
    if (wanted.length > 0) found.push({ offset, bytes: wanted });
    at += wanted.length;
    if (at === to) return found;
  }
  return undefined;
}
