import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Size } from "../../core/ports.ts";
import { HeldPane, type HeldPaneOwner } from "../../holders/held-pane.ts";
import type { Holding } from "../../holders/holding.ts";
import type { PanePlace, RetiredPane } from "../../panes/host.ts";
import type { DaemonPaths } from "../paths.ts";
import { change } from "../records/kinds.ts";
import type { Ledger } from "../records/ledger.ts";
import type { Store } from "../records/store.ts";

/** Without journals the panes themselves stay in memory, and fewer of them. */
const MAX_IN_MEMORY = 64;

interface RetiringHouse {
  readonly paths: DaemonPaths;
  readonly store: Store;
  readonly ledger: Ledger;
  readonly holding: Holding;
  readonly journals: boolean;
}

/** Name of the directory of a pane's journal. */
export function journalName({ server, pane }: PanePlace): string {
  return `${server}-${pane.slice(1)}`;
}

/** Closed panes that a client may still ask about, by the names of their journals. */
export class RetiredPanes {
  readonly #house: RetiringHouse;
  readonly #inMemory = new Map<string, HeldPane>();

  constructor(house: RetiringHouse) {
    this.#house = house;
  }

  /** Journals to keep although their panes are closed. */
  names(): string[] {
    return [...this.#house.store.under("retired")].map(([name]) => name);
  }

  keep(name: string, held: HeldPane): void {
    const { ledger, journals } = this.#house;
    const { cols, rows } = held.size;
    if (journals) ledger.note(change("retired", name, { cols, rows }));
    else this.#keepInMemory(name, held);
    void held.retire();
  }

  open(name: string): RetiredPane | undefined {
    const kept = this.#inMemory.get(name);
    if (kept) return { output: outputOf(kept), screen: kept.screen, close() {} };
    const record = this.#house.store.get("retired", name);
    if (!record) return undefined;
    const held = this.#reopen(name, record);
    return { output: outputOf(held), screen: held.screen, close: () => void held.leave() };
  }

  remove(name: string): void {
    const { ledger, paths, store } = this.#house;
    void this.#inMemory.get(name)?.discard();
    this.#inMemory.delete(name);
    if (store.get("retired", name) === undefined) return;
    ledger.note(change("retired", name, undefined));
    rmSync(join(paths.journals, name), { recursive: true, force: true });
  }

  #keepInMemory(name: string, held: HeldPane): void {
    this.#inMemory.set(name, held);
    const [oldest] = this.#inMemory.keys();
    if (this.#inMemory.size > MAX_IN_MEMORY) this.#inMemory.delete(oldest!);
  }

  #reopen(name: string, size: Size): HeldPane {
    const { holding, paths } = this.#house;
    const journalDirectory = join(paths.journals, name);
    return new HeldPane({ holding, journalDirectory, recover: true, owner: retiredOwner(size) });
  }
}

/** Stands in for the closed pane of a journal. */
function retiredOwner(size: Size): HeldPaneOwner {
  const nothing = () => {};
  return {
    screenOptions: () => ({ ...size, historyLimit: 0 }),
    describe: () => "",
    colour: () => undefined,
    onScreenCreated: nothing,
    onPrinted: nothing,
    onTyped: nothing,
    onExited: nothing,
    onTrouble: nothing,
    onLost: nothing,
  };
}

function outputOf(held: HeldPane): RetiredPane["output"] {
  return { end: held.outputEnd, recorded: (from) => held.recorded(from) };
}
