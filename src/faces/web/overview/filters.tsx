import { createMemo, For, Show } from "solid-js";
import { hello, house } from "../house/house.ts";
import { StateMark } from "../parts/state-mark.tsx";
import { countStates, SORTS, type Sort, STATES, type StateName, THIS_MACHINE } from "./arrange.ts";
import { setMachine, setSort, setState, setText, shownMachine, sort, state, text } from "./choice.ts";
import { isList, isNarrow, setForm } from "./form.ts";

const SORT_NAMES: Readonly<Record<Sort, string>> = {
  place: "By session",
  state: "By state",
  age: "Longest first",
  name: "By name",
};

/** Which panes are on view: by state, by words, and in which order. */
export function Filters() {
  const panes = createMemo(() => Object.values(house.panes));
  const counts = createMemo(() => countStates(panes()));
  return (
    <search class="filters" aria-label="Filter">
      <input
        type="search"
        class="words"
        aria-label="Filter by words"
        aria-keyshortcuts="/"
        placeholder="Filter"
        value={text()}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setText("");
        }}
      />
      <fieldset class="states">
        <legend class="hidden">State</legend>
        <For each={STATES}>{(name) => <StateChoice name={name} count={counts()[name]} />}</For>
      </fieldset>
      <Machines />
      <span class="room" />
      <select
        aria-label="Order"
        value={sort()}
        onChange={({ currentTarget }) => setSort(currentTarget.value as Sort)}
      >
        <For each={SORTS}>{(name) => <option value={name}>{SORT_NAMES[name]}</option>}</For>
      </select>
      <Show when={!isNarrow()}>
        <button type="button" onClick={() => setForm(isList() ? "cards" : "list")}>
          {isList() ? "Cards" : "List"}
        </button>
      </Show>
    </search>
  );
}

/** Panes of one machine, if there are several. */
function Machines() {
  return (
    <Show when={house.hosts.length > 0}>
      <select
        aria-label="Machine"
        value={shownMachine() ?? ""}
        onChange={({ currentTarget }) => setMachine(currentTarget.value || undefined)}
      >
        <option value="">All machines</option>
        <option value={THIS_MACHINE}>{hello()?.host ?? "This machine"}</option>
        <For each={house.hosts}>{({ name }) => <option value={name}>{name}/</option>}</For>
      </select>
    </Show>
  );
}

function StateChoice(props: { readonly name: StateName; readonly count: number }) {
  const isChosen = () => state() === props.name;
  const isOff = () => props.count === 0 && !isChosen();
  return (
    <button
      type="button"
      class="state-choice"
      aria-pressed={isChosen()}
      aria-disabled={isOff()}
      onClick={() => isOff() || setState(isChosen() ? undefined : props.name)}
    >
      <StateMark state={props.name} />
      <span class="count">{props.count}</span>
      <span class="word">{props.name}</span>
    </button>
  );
}
