import { onCleanup, Show } from "solid-js";
import { house, isCurrent } from "../house/house.ts";
import { setOpen } from "../shell/open-dialog.ts";
import { groups, order } from "./choice.ts";
import { Filters } from "./filters.tsx";
import { isList } from "./form.ts";
import { keepFocus } from "./keep-focus.ts";
import { onOverviewKey } from "./keys.ts";
import { Nothing } from "./nothing.tsx";
import { PaneCards } from "./pane-cards.tsx";
import { PaneList } from "./pane-list.tsx";
import "./overview.css";

/** Every agent of every server, the one that needs a person first. */
export function Overview() {
  let scroller!: HTMLElement;
  keepFocus(() => scroller, groups);
  const onKey = (event: KeyboardEvent) => onOverviewKey(event, scroller);
  addEventListener("keydown", onKey);
  onCleanup(() => removeEventListener("keydown", onKey));
  return (
    <main ref={scroller} class="overview" classList={{ old: !isCurrent() }}>
      <h1 class="hidden">Overview</h1>
      <Show when={Object.keys(house.panes).length > 0}>
        <Filters />
      </Show>
      <Show when={order().length > 0} fallback={<Nothing onLaunch={() => setOpen("launch")} />}>
        <Show when={isList()} fallback={<PaneCards />}>
          <PaneList scroller={scroller} />
        </Show>
      </Show>
    </main>
  );
}
