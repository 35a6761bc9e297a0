import type { PaneId } from "../../../core/ids.ts";
import { vtSnapshot } from "../../../core/screen/vt-snapshot.ts";
import { describeAgent, exitCodeOf } from "../../../panes/describe-pane.ts";
import type { OutputStretch, PaneOutput } from "../../../panes/host.ts";
import type { DescribedAgent } from "../../../protocol/pane.ts";
import type { HttpTerminal } from "../terminals/terminals.ts";

/**
 * One reader's view of one pane: a snapshot of its screen, then every byte printed after it, in order. The pane never
 * waits for a reader. Unread output is kept up to a bound, and not longer than a reader may be behind; beyond it all of
 * that output is dropped, and a reader that is ready again receives a notice of the gap and a new snapshot.
 *
 * Offsets count the bytes that the pane's process printed; another process in the same pane counts from 0 again.
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
  /** `at`: when it was printed, in milliseconds since the epoch. */
  | { readonly type: "output"; readonly offset: number; readonly bytes: Uint8Array; readonly at: number }
  | {
      readonly type: "gap";
      readonly from: number;
      readonly to: number;
      readonly reason: "slow-reader" | "expired";
    }
  | { readonly type: "resized"; readonly cols: number; readonly rows: number }
  | { readonly type: "respawned" }
  | { readonly type: "agent"; readonly agent: DescribedAgent }
  | { readonly type: "exited"; readonly exitCode: number; readonly offset: number }
  | { readonly type: "closed" };

export interface FeedOptions {
  readonly terminal: HttpTerminal;
  /** Number of history lines in a snapshot. */
  readonly history: number;
  /** The reader shows the screen of now, and wants no output that is seconds old. */
  readonly skipsLate?: boolean;
  /** Where an earlier reader stopped, the process whose output it read, and the size of its screen. */
  readonly resume?: ResumePoint | undefined;
  /** Called when `take` may have something to return. */
  onReady(): void;
}

interface ResumePoint {
  readonly offset: number;
  readonly pid?: number | undefined;
  readonly cols?: number | undefined;
  readonly rows?: number | undefined;
}

/** Unread output that is kept for one reader. */
export const MAX_PENDING_BYTES = 2 * 1024 * 1024;
/** A reader that is behind by this much, and for this long, gets a snapshot: it would see the past for as long again. */
const MAX_LATE_BYTES = 128 * 1024;
const MAX_LATE_MS = 2_000;
/** A snapshot waits this long for an application to complete an escape sequence. */
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
  /** Offset of the next byte for the reader. */
  #position = 0;
  /** Defined while the reader needs a snapshot before anything else. */
  #behind: Behind | undefined;
  #retry: NodeJS.Timeout | undefined;
  #size: { cols: number; rows: number };
  #ended = false;
  #reading = false;
  /** The state of the pane's agent is to be sent. */
  #isAgentNew = true;

  constructor(options: FeedOptions) {
    this.#options = options;
    const { pane, server } = options.terminal;
    this.#size = { cols: pane.cols, rows: pane.rows };
    this.#tap();
    const { events } = server.mux.server;
    const mine = (id: PaneId) => id === pane.id;
    this.#unwatch = [
      events.onAny(() => this.#watchSize()),
      events.on("pane-state-changed", ({ pane: id }) => mine(id) && this.#agentChanged()),
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

  /** The next item to send, with at most `maxBytes` of output; undefined if the reader has everything. */
  take(maxBytes: number): FeedItem | undefined {
    if (this.#reading) return undefined;
    if (this.#behind) return this.#catchUp();
    const item = this.#items[0];
    if (this.#isAgentNew && !this.#ended && item?.type !== "snapshot") {
      this.#isAgentNew = false;
      return { type: "agent", agent: describeAgent(this.#options.terminal.pane) };
    }
    if (item?.type !== "output") return this.#items.shift();
    if (this.#isLate(item.at)) {
      this.#fallBehind("slow-reader");
      return this.#catchUp();
    }
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

  #isLate(printedAt: number): boolean {
    const { skipsLate } = this.#options;
    return skipsLate === true && this.#pendingBytes > MAX_LATE_BYTES && Date.now() - printedAt > MAX_LATE_MS;
  }

  /** The reader needs a snapshot: its own terminal may have wrapped lines at a new size in another way. */
  refresh(): undefined {
    if (!this.#behind && !this.#ended) this.#fallBehind("first");
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
    this.#put({ type: "output", offset, bytes, at: Date.now() });
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > MAX_PENDING_BYTES) this.#fallBehind("slow-reader");
  }

  /** Pending sizes are dropped, because the snapshot contains them; a pending end is kept. */
  #fallBehind(reason: Behind["reason"]): void {
    this.#items = this.#items.filter(({ type }) => type === "exited" || type === "closed");
    this.#pendingBytes = 0;
    this.#behind = { reason, since: Date.now() };
    this.#options.onReady();
  }

  /** A closed pane has no screen for a snapshot. */
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

  /** The item that explains a snapshot, unless it is the first one. */
  #news(reason: Behind["reason"]): FeedItem | undefined {
    if (reason === "respawned") return { type: "respawned" };
    if (reason === "first") return undefined;
    return { type: "gap", from: this.#position, to: this.#end, reason };
  }

  /**
   * The screen contains all output received so far, and the tap delivers everything after it: nothing is missed or
   * doubled.
   */
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

  async #resume({ offset, pid, cols, rows }: ResumePoint): Promise<void> {
    const output = this.#output;
    const end = this.#end;
    this.#position = offset;
    const same = pid === undefined || pid === processOf(this.#options.terminal);
    // Output for another size cannot continue the reader's screen.
    const { pane } = this.#options.terminal;
    const fits = (cols ?? pane.cols) === pane.cols && (rows ?? pane.rows) === pane.rows;
    if (!output || !same || !fits) return this.#fallBehind("first");
    if (offset > end || end - offset > MAX_PENDING_BYTES) return this.#fallBehind("expired");
    this.#reading = true;
    // An unreadable journal counts as one that no longer has the output.
    const past = offset === end ? [] : await readPast(output, offset, end).catch(() => undefined);
    this.#reading = false;
    if (this.#behind) return this.#options.onReady();
    if (!past) return this.#fallBehind("expired");
    const at = Date.now();
    this.#items.unshift(...past.map((stretch) => ({ type: "output" as const, at, ...stretch })));
    this.#pendingBytes += end - offset;
    this.#options.onReady();
  }

  #watchSize(): void {
    const { cols, rows } = this.#options.terminal.pane;
    if (cols === this.#size.cols && rows === this.#size.rows) return;
    this.#size = { cols, rows };
    if (!this.#behind) this.#put({ type: "resized", cols, rows });
  }

  /** Only the newest state counts: it is described when the reader takes it. */
  #agentChanged(): void {
    this.#isAgentNew = true;
    this.#options.onReady();
  }

  /** A pending end was the end of the previous process. */
  #respawned(): void {
    this.#tap();
    this.#items = [];
    this.#isAgentNew = true;
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

function processOf({ pane }: HttpTerminal): number {
  return pane.process?.pid ?? pane.exit?.pid ?? 0;
}

/** Undefined if part of the output is no longer available. */
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
