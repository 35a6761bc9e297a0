import type { Mux } from "../../core/mux.ts";
import type { Pane } from "../../core/tree/tree.ts";
import { Stirring } from "../../processes/stirring.ts";
import type { CliContext } from "../context.ts";
import { reportedPane, treeOf } from "../describe-tree.ts";
import { LivePanes } from "../live-panes.ts";
import { keyOf, type ReportedPane, type ReportLine } from "./report-line.ts";

/** The first change is reported at once, those within this time after it together. */
const PAUSE_MS = 200;

interface SentPane {
  readonly described: string;
  readonly because: string;
  /** Of the pane's program, since the last mark. */
  readonly stirring: Stirring;
}

/** Where a report goes. */
interface ReportOutput {
  write(line: string): void;
  /** It accepts less than is written: changes wait, the newest of each pane, until `resume`. */
  readonly congested: boolean;
}

/** Reports the panes of this machine until it is closed. */
export class PanesReport {
  readonly #context: CliContext;
  readonly #output: ReportOutput;
  readonly #home: string;
  readonly #panes: LivePanes<string>;
  /** What the other side has of each pane, and of the tree. */
  #sent = new Map<string, SentPane>();
  #tree = "";
  readonly #changed = new Map<string, ReportedPane>();

  /** `home`: directory of the user, which lists show as ~. */
  constructor(context: CliContext, home: string, output: ReportOutput) {
    this.#context = context;
    this.#output = output;
    this.#home = home;
    this.#panes = new LivePanes(context, {
      pauseMs: PAUSE_MS,
      read: (mux, pane) => this.#read(mux, pane),
      onChanged: () => this.resume(),
    });
    this.#report();
    this.#line({ mark: 0 });
  }

  /** Reports what has changed, if the other side accepts it. */
  resume(): void {
    if (!this.#output.congested) this.#report();
  }

  /** Reports everything that is true now, then the mark. */
  mark(number: number): void {
    this.#panes.readAll((pane, key) => this.#isCurrent(pane, key));
    this.#report();
    this.#line({ mark: number });
  }

  close(): void {
    this.#panes.close();
    for (const { stirring } of this.#sent.values()) stirring.close();
  }

  #read(mux: Mux, pane: Pane): string {
    const key = keyOf(mux.server.socketPath, pane.id);
    const reported = reportedPane(pane);
    const described = JSON.stringify(reported);
    const sent = this.#sent.get(key);
    if (sent?.described !== described) this.#changed.set(key, reported);
    const { because } = reported.agent;
    this.#sent.set(key, { described, because, stirring: sent?.stirring ?? new Stirring() });
    return key;
  }

  /** Directory, program and state of a pane without events change only if its program has run, or by the passage of time. */
  #isCurrent(pane: Pane, key: string): boolean {
    const sent = this.#sent.get(key);
    const { process, window } = pane;
    if (sent?.because !== window.server.agents.lastOf(pane).because) return false;
    return process === undefined || sent?.stirring.since(process.pid) === false;
  }

  #report(): void {
    const known = new Set(this.#panes.all);
    for (const [key, pane] of this.#changed) if (known.has(key)) this.#line({ pane });
    this.#changed.clear();
    for (const key of this.#sent.keys()) if (!known.has(key)) this.#forget(key);
    const tree = JSON.stringify({ ...treeOf(this.#context, ({ id }) => id), home: this.#home });
    if (tree !== this.#tree) this.#output.write(`{"tree":${tree}}`);
    this.#tree = tree;
  }

  #forget(key: string): void {
    this.#sent.get(key)?.stirring.close();
    this.#sent.delete(key);
    const at = key.lastIndexOf(" ");
    this.#line({ gone: [key.slice(0, at), key.slice(at + 1)] });
  }

  #line(line: ReportLine): void {
    this.#output.write(JSON.stringify(line));
  }
}
