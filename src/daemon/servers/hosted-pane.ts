import { join } from "node:path";
import type { PaneId } from "../../core/ids.ts";
import type { Mux } from "../../core/mux.ts";
import type { ExitState } from "../../core/ports.ts";
import type { DefaultColour, ScreenOptions } from "../../core/screen/screen.ts";
import { defaultColour } from "../../core/style/default-colour.ts";
import type { Pane } from "../../core/tree/tree.ts";
import { HeldPane, type HeldPaneOwner } from "../../holders/held-pane.ts";
import type { JournalTrouble } from "../../holders/journal.ts";
import type { OutputLoss } from "../../holders/recovered-journal.ts";
import type { House } from "../house.ts";
import { crashPoint } from "../life/crash-point.ts";
import type { InputGate } from "../panes/input-gate.ts";
import { paneListener } from "../panes/pane-listener.ts";
import { journalName } from "../panes/retired-panes.ts";
import { change } from "../records/kinds.ts";
import { describePane } from "../records/pane-description.ts";

export interface HostedPaneOptions {
  readonly id: PaneId;
  readonly house: House;
  /** The pane's server. */
  readonly server: { readonly key: string; readonly mux: Mux };
  /** A previous daemon may have left a journal. */
  readonly recover: boolean;
}

/** A pane of the tree together with its held side. */
export class HostedPane implements HeldPaneOwner {
  readonly held: HeldPane;
  gate: InputGate | undefined;
  /** Id of the call that created the pane, in hexadecimal digits. */
  request: string | undefined;
  readonly #options: HostedPaneOptions;

  constructor(options: HostedPaneOptions) {
    const { id, house, server, recover } = options;
    const { holding, journals, paths } = house;
    const journal = join(paths.journals, journalName({ server: server.key, pane: id }));
    this.#options = options;
    this.held = new HeldPane({
      holding,
      journalDirectory: journals ? journal : undefined,
      recover,
      owner: this,
    });
  }

  describe(): string {
    const { key, mux } = this.#options.server;
    const { socketPath } = mux.server;
    return this.#pane ? describePane(this.#pane, { key, socketPath }, this.request) : "";
  }

  screenOptions(): ScreenOptions {
    const pane = this.#pane;
    if (!pane) return { cols: 80, rows: 24, historyLimit: 0 }; // It was closed before it printed anything.
    const { cols, rows, historyLimit, title } = pane;
    const listener = paneListener(this.#mux, pane, (mark) => this.gate?.marked(mark));
    return { cols, rows, historyLimit, title, listener };
  }

  /** The tree resizes only screens that it knows. */
  onScreenCreated(): void {
    void this.#pane?.screen;
  }

  colour(which: DefaultColour): number | undefined {
    return this.#pane && defaultColour(this.#pane, which);
  }

  onPrinted(): void {
    if (this.#pane) this.#mux.paneOutput(this.#pane);
  }

  onTyped(bytes?: Uint8Array): void {
    if (this.#pane) this.#mux.paneTyped(this.#pane, bytes);
  }

  onExited(exit: ExitState, lost: string | undefined): void {
    const { id, house, server } = this.#options;
    const { ledger, log } = house;
    if (lost !== undefined) log.write(`the holder of ${id} on ${this.#mux.server.socketPath} died: ${lost}`);
    ledger.note(change("holder", id, undefined, server.key));
    if (this.#pane) this.#mux.paneExited(this.#pane, exit, this.held.process);
    ledger.commit();
    crashPoint("before-forget");
  }

  onTrouble(trouble: JournalTrouble | undefined): void {
    const { id, house } = this.#options;
    const state = trouble ? `in memory only: ${trouble.reason}` : "on disk again";
    house.log.write(`journal of ${id}: ${state}`);
  }

  onLost({ from, to, lines }: OutputLoss): void {
    const { id, house, server } = this.#options;
    const about = lines === undefined ? "" : `, about ${lines} line${lines === 1 ? "" : "s"}`;
    const what =
      to > from
        ? `what it printed from byte ${from} to byte ${to} is lost${about}`
        : `its journal was damaged${lines ? `, and the end of what it printed may be lost${about}` : ""}`;
    house.log.write(`${id} on ${this.#mux.server.socketPath}: ${what}`);
    house.notices.add(`${what}; everything else of it is there`, { server: server.key, pane: id });
  }

  get #mux(): Mux {
    return this.#options.server.mux;
  }

  /** Undefined once the pane is closed. */
  get #pane(): Pane | undefined {
    return this.#mux.server.panes.get(this.#options.id);
  }
}
