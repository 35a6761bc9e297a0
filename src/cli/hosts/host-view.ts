import { FollowedCall } from "../../hosts/followed-call.ts";
import { describeHost } from "../../hosts/host.ts";
import type { HostLink, HostLinkState } from "../../hosts/host-link.ts";
import type { Invocation } from "../../wire/invocation.ts";
import {
  keyOf,
  parseReportLine,
  type ReportedPane,
  type ReportedTree,
  type ReportLine,
} from "./report-line.ts";

/** The panes of a host, as it has reported them. */
export interface KnownPanes {
  readonly tree: ReportedTree;
  /** By `keyOf`. */
  readonly panes: ReadonlyMap<string, ReportedPane>;
  /** When the host reported last: milliseconds since the epoch. */
  readonly time: number;
}

/** What a list shows of a host. */
export interface HostLook {
  readonly name: string;
  readonly address: string;
  /** Why there is no present state; undefined: `known` is the state of now. */
  readonly error: string | undefined;
  /** Undefined: the host has never reported. */
  readonly known: KnownPanes | undefined;
}

/** A call that is repeated to the next daemon was made before: it starts no daemon on a host where no pane lives. */
type Caller = Pick<Invocation, "environment" | "retry">;

/** How long a list waits for a host: one that has reported before, one that has not, one that was cut a moment ago. */
const KNOWN_MS = 1_000;
const FIRST_MS = 5_000;
const CUT_MS = 300;
/** A view that no list has needed for this long closes. */
const IDLE_MS = 120_000;
/** Longest report that is kept of a host, in characters of its lines. */
const MAX_REPORT_CHARS = 8 * 1024 * 1024;

/**
 * The panes of one host, kept up to date by its own reports over the link (`panes-report.ts`), while lists need them. What
 * was known stays when the host is cut off. A report that the host has ended, as `mullion down` does there, begins again when
 * another call has connected to the host: a list that is only looked at starts no daemon.
 */
export class HostView {
  readonly #link: HostLink;
  readonly #requestId: () => bigint;
  readonly #changed = new Set<() => void>();
  readonly #waiting = new Map<number, (error: string | undefined) => void>();
  #call: FollowedCall | undefined;
  /** Of the list that opened the view last. */
  #environment: ReadonlyMap<string, string> = new Map();
  /** The report of the present run, and the last one that has reached its first mark. */
  #incoming: PanesStore | undefined;
  #ready: PanesStore | undefined;
  /** Why the last attempt to begin has failed. */
  #trouble: string | undefined;
  #marks = 0;
  /** Marks that were asked for before the present run began: its first report answers them. */
  #marksBefore = 0;
  #users = 0;
  #idle: NodeJS.Timeout | undefined;
  #linkKind: HostLinkState["kind"];
  #ignoreLink: (() => void) | undefined;

  constructor(link: HostLink, requestId: () => bigint) {
    this.#link = link;
    this.#requestId = requestId;
    this.#linkKind = link.state.kind;
  }

  get name(): string {
    return this.#link.host.name;
  }

  /** The host as it is now, within a bounded time. */
  async look(caller: Caller): Promise<HostLook> {
    const isNew = this.#open(caller);
    return this.#described(await this.#marked(isNew));
  }

  /** What is known without asking. */
  get last(): HostLook {
    return this.#described(this.#problem());
  }

  /** Keeps the view open, and reports changes, until the returned function is called. */
  follow(caller: Caller, onChanged: () => void): () => void {
    this.#users += 1;
    this.#changed.add(onChanged);
    this.#open(caller);
    return () => {
      this.#users -= 1;
      this.#changed.delete(onChanged);
      this.#rest();
    };
  }

  /** Returns whether the view has to begin: it was closed, or waits for a daemon that this caller starts. */
  #open({ environment, retry }: Caller): boolean {
    this.#rest();
    if (this.#call) return !retry && this.#start(environment);
    this.#environment = environment;
    this.#linkKind = this.#link.state.kind;
    this.#ignoreLink ??= this.#link.onChange(({ kind }) => this.#onLinkChange(kind));
    this.#begin(!retry);
    return true;
  }

  /** Returns whether the host has no daemon, which is started then. */
  #start(environment: ReadonlyMap<string, string>): boolean {
    const { isAbsent } = this.#link;
    if (isAbsent) this.#link.reach({ environment }).catch(() => {}); // The link's state has the reason.
    return isAbsent;
  }

  #begin(starts: boolean): void {
    this.#trouble = undefined;
    this.#call = new FollowedCall(this.#link, {
      argv: ["report-panes"],
      environment: this.#environment,
      starts,
      requestId: this.#requestId,
      onBegin: () => {
        this.#incoming = new PanesStore();
        this.#marksBefore = this.#marks;
      },
      onLine: (line) => this.#take(line),
      onFail: (sentence, ended) => this.#failed(sentence, ended),
    });
  }

  #onLinkChange(kind: HostLinkState["kind"]): void {
    // A link also reports each measured latency.
    if (kind === this.#linkKind) return;
    this.#linkKind = kind;
    if (kind === "connected") {
      this.#trouble = undefined;
      if (!this.#call && this.#users > 0) this.#begin(false);
    }
    this.#notify();
  }

  /** Closes the view a while after its last use. */
  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#users === 0 && this.#end(), IDLE_MS).unref();
  }

  #end(): void {
    this.#ignoreLink?.();
    this.#ignoreLink = undefined;
    this.#endReport();
  }

  /** The link is still followed: its next connection begins the report again. */
  #endReport(): void {
    this.#call?.close();
    this.#call = undefined;
    this.#incoming = undefined;
  }

  #failed(sentence: string, ended: boolean): void {
    this.#trouble = sentence;
    if (ended) this.#endReport();
    this.#settle(sentence);
    this.#notify();
  }

  #settle(error: string | undefined): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const resolve of waiting) resolve(error);
  }

  /** Why the host has no present state, as far as this machine knows. */
  #problem(): string | undefined {
    const known = this.#trouble ?? this.#cutSentence();
    return known ?? (this.#ready ? undefined : `host ${this.name} has not reported yet`);
  }

  /** Resolves to undefined when everything that was true at the call is known, or to why it is not. */
  #marked(isNew: boolean): Promise<string | undefined> {
    const { state, host } = this.#link;
    const isCut = !isNew && state.kind === "unreachable";
    if (isCut && Date.now() - state.since > CUT_MS) return Promise.resolve(this.#problem());
    const patienceMs = isCut ? CUT_MS : this.#ready ? KNOWN_MS : FIRST_MS;
    const mark = ++this.#marks;
    this.#call?.send(String(mark));
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(mark);
        resolve(this.#cutSentence() ?? `host ${host.name} did not answer within ${patienceMs / 1000} s`);
      }, patienceMs);
      this.#waiting.set(mark, (error) => {
        clearTimeout(timer);
        resolve(error);
      });
    });
  }

  #cutSentence(): string | undefined {
    return this.#link.state.kind === "unreachable" ? this.#link.unreachable().message : undefined;
  }

  #take(line: string): void {
    const report = parseReportLine(line);
    this.#incoming?.take(report, line.length);
    if ("mark" in report) {
      this.#ready = this.#incoming;
      this.#trouble = undefined;
      this.#settleUpTo(report.mark || this.#marksBefore);
    }
    if (this.#ready === this.#incoming) this.#notify();
  }

  #settleUpTo(mark: number): void {
    for (const [number, resolve] of [...this.#waiting]) {
      if (number > mark) continue;
      this.#waiting.delete(number);
      resolve(undefined);
    }
  }

  #described(error: string | undefined): HostLook {
    const { host } = this.#link;
    return { name: host.name, address: describeHost(host), error, known: this.#ready?.known };
  }

  #notify(): void {
    for (const listener of [...this.#changed]) listener();
  }
}

/** What one run of the report has said. */
class PanesStore {
  readonly #panes = new Map<string, ReportedPane>();
  readonly #sizes = new Map<string, number>();
  #tree: ReportedTree | undefined;
  #chars = 0;
  #time = 0;

  /** Throws if the host reports more than is kept. */
  take(report: ReportLine, chars: number): void {
    this.#time = Date.now();
    if ("pane" in report) this.#put(keyOf(report.pane.socket, report.pane.pane_id), report.pane, chars);
    else if ("gone" in report) this.#put(keyOf(...report.gone), undefined, 0);
    else if ("tree" in report) {
      this.#count("", chars);
      this.#tree = report.tree;
    }
  }

  get known(): KnownPanes | undefined {
    return this.#tree && { tree: this.#tree, panes: this.#panes, time: this.#time };
  }

  #put(key: string, pane: ReportedPane | undefined, chars: number): void {
    this.#count(key, chars);
    if (pane) this.#panes.set(key, pane);
    else this.#panes.delete(key);
  }

  #count(key: string, chars: number): void {
    this.#chars += chars - (this.#sizes.get(key) ?? 0);
    if (chars === 0) this.#sizes.delete(key);
    else this.#sizes.set(key, chars);
    if (this.#chars > MAX_REPORT_CHARS) throw new Error("it reports more than 8 MB of panes");
  }
}
