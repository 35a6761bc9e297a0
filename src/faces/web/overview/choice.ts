import { createMemo, createRoot, createSignal } from "solid-js";
import { hostNamed, house } from "../house/house.ts";
import { createStoredChoice } from "../parts/stored-choice.ts";
import { arrange, SORTS, type StateName, THIS_MACHINE } from "./arrange.ts";

/** What the overview shows of the house, as a person chose it. It stays while other views are open. */
export const [state, setState] = createSignal<StateName>();
export const [text, setText] = createSignal("");
const [machine, setMachine] = createSignal<string>();
export const [sort, setSort] = createStoredChoice("mullion.sort", SORTS);
export const [held, setHeld] = createSignal<string>();
export const [selected, setSelected] = createSignal<string>();
export const [answering, setAnswering] = createSignal<string>();

export { setMachine };

export const groups = createRoot(() =>
  createMemo(() =>
    arrange(Object.values(house.panes), {
      state: state(),
      text: text(),
      machine: shownMachine(),
      sort: sort(),
      held: held(),
    }),
  ),
);

/** A host that was removed is no choice any more. */
export function shownMachine(): string | undefined {
  const chosen = machine();
  return chosen === undefined || chosen === THIS_MACHINE || hostNamed(chosen) ? chosen : undefined;
}

/** Ids in the order on view. */
export const order = createRoot(() => createMemo(() => groups().flatMap(({ ids }) => ids)));

/** The pane that Tab reaches: the selected one, or the first. Arrows reach the others. */
export const tabStop = createRoot(() =>
  createMemo(() => {
    const id = selected();
    return id !== undefined && order().includes(id) ? id : order()[0];
  }),
);
