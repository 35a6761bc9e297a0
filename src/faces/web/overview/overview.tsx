import { Show } from "solid-js";
import { AnswerSheet } from "../answer/answer-sheet.tsx";
import { isCurrent } from "../house/house.ts";
import { setOpen } from "../shell/open-dialog.ts";
import { answering, order, setAnswering } from "./choice.ts";
import { Filters } from "./filters.tsx";
import { isList } from "./form.ts";
import { onOverviewKey } from "./keys.ts";
import { Nothing } from "./nothing.tsx";
import { PaneCards } from "./pane-cards.tsx";
import { PaneList } from "./pane-list.tsx";
import "./overview.css";

/** Every agent of every server, the one that needs a person first. */
export function Overview() {
  let scroller!: HTMLElement;
  return (
    <main
      ref={scroller}
      class="overview"
      classList={{ old: !isCurrent() }}
      onKeyDown={(event) => onOverviewKey(event, scroller)}
    >
      <h1 class="hidden">Overview</h1>
      <Filters />
      <Show when={order().length > 0} fallback={<Nothing onLaunch={() => setOpen("launch")} />}>
        <Show when={isList()} fallback={<PaneCards />}>
          <PaneList scroller={scroller} />
        </Show>
      </Show>
      <Show when={answering()}>
        {(id) => <AnswerSheet id={id()} onClose={() => setAnswering(undefined)} />}
      </Show>
    </main>
  );
}
