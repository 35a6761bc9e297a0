import { createEffect, createMemo, createSignal, For, on, Show } from "solid-js";
import { house } from "../house/house.ts";
import { Dialog } from "../parts/dialog.tsx";
import { StateMark } from "../parts/state-mark.tsx";
import { commandEntries } from "./commands.ts";
import { type PaletteEntry, paneEntries, windowEntries } from "./entries.ts";
import { fuzzySearch } from "./fuzzy.ts";
import "./palette.css";

const MAX_SHOWN = 50;

/** Finds panes, windows, sessions and commands by a few letters. */
export function Palette(props: { onClose(): void }) {
  const [search, setSearch] = createSignal("");
  const [place, setPlace] = createSignal(0);
  // The list changes with the search only: what a person is about to choose stays where it is while agents work.
  const found = createMemo(
    on(search, (text) =>
      fuzzySearch(text, allEntries(), ({ title, detail, kind }) => ({
        name: title,
        more: `${detail} ${kind}`,
      })).slice(0, MAX_SHOWN),
    ),
  );
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    props.onClose();
    entry.run();
  };
  const move = (by: number) => setPlace((at) => (at + by + found().length) % Math.max(found().length, 1));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => run(found()[place()]),
  };
  return (
    <Dialog label="Find" class="palette" onClose={props.onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Find a pane, a window, a session or a command"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found().length > 0 ? `palette-${place()}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder="Find a pane, window, session or command"
        value={search()}
        onInput={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={(event) => {
          const action = event.isComposing ? undefined : keys[event.key];
          if (!action) return;
          event.preventDefault();
          action();
        }}
      />
      <div id="palette-list" role="listbox" aria-label="Found">
        <For each={found()}>
          {(entry, index) => (
            <Entry
              entry={entry}
              id={`palette-${index()}`}
              isChosen={index() === place()}
              onPoint={() => setPlace(index())}
              onRun={() => run(entry)}
            />
          )}
        </For>
      </div>
      <Show when={found().length === 0}>
        <p class="none">Nothing is called that.</p>
      </Show>
    </Dialog>
  );
}

function allEntries(): PaletteEntry[] {
  const go = (address: string) => {
    location.hash = address;
  };
  const panes = Object.values(house.panes);
  return [...paneEntries(panes, go), ...commandEntries(panes, go), ...windowEntries(house.windows, go)];
}

function Entry(props: {
  readonly entry: PaletteEntry;
  readonly id: string;
  readonly isChosen: boolean;
  onPoint(): void;
  onRun(): void;
}) {
  let element!: HTMLDivElement;
  createEffect(() => {
    if (props.isChosen) element.scrollIntoView({ block: "nearest" });
  });
  return (
    // The input has the keyboard: aria-activedescendant names the chosen entry.
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={element}
      id={props.id}
      role="option"
      class="entry"
      aria-selected={props.isChosen}
      onPointerMove={() => props.onPoint()}
      onClick={() => props.onRun()}
    >
      <span class="sign">
        <Show when={props.entry.state}>{(state) => <StateMark state={state()} />}</Show>
      </span>
      <span class="title cut">{props.entry.title}</span>
      <span class="detail cut">{props.entry.detail}</span>
      <span class="kind">{props.entry.kind}</span>
    </div>
  );
}
