import { createEffect, createMemo, createSignal, For, on, onCleanup, onMount, Show } from "solid-js";
import { groups, selected } from "./choice.ts";
import { isNarrow } from "./form.ts";
import { GroupHeading } from "./group-heading.tsx";
import { PaneRow } from "./pane-row.tsx";
import { RowHeights } from "./visible-rows.ts";
import "./pane-list.css";

/** Heights in pixels: the style sheet uses the same. */
const HEADING = 38;
const ROW = { narrow: 58, wide: 40 };
/** Rows above and below the view that exist too, in pixels. */
const AHEAD = 400;

/** A wide screen has room for everything in one line. */
function rowHeight(): number {
  return isNarrow() ? ROW.narrow : ROW.wide;
}

/** The overview as a list. Only rows near the view exist, so that two hundred cost as much as twenty. */
export function PaneList(props: { readonly scroller: HTMLElement }) {
  let list!: HTMLDivElement;
  const byKey = createMemo(() => new Map(groups().map((group) => [group.key, group])));
  const rows = createMemo(() => groups().flatMap(({ key, ids }) => [key, ...ids]));
  const heights = createMemo(
    () => new RowHeights(rows().map((row) => (byKey().has(row) ? HEADING : rowHeight()))),
  );
  const places = createMemo(() => new Map(rows().map((row, index) => [row, index])));
  const view = createView(
    () => props.scroller,
    () => list.offsetTop,
  );
  const shown = createMemo(() => {
    const { first, end } = heights().between(view().top - AHEAD, view().bottom + AHEAD);
    return rows().slice(first, end);
  });
  createEffect(
    on(selected, (id = "") => {
      const row = places().get(id);
      if (row !== undefined) reveal(props.scroller, list.offsetTop + heights().top(row));
    }),
  );
  return (
    <div class="pane-list" ref={list} style={{ height: `${heights().total}px` }}>
      <For each={shown()}>
        {(row) => (
          <div class="slot" style={{ top: `${heights().top(places().get(row) ?? 0)}px` }}>
            <Show when={byKey().get(row)} fallback={<PaneRow id={row} />}>
              {(group) => <GroupHeading group={group()} />}
            </Show>
          </div>
        )}
      </For>
    </div>
  );
}

/** Scrolls as little as is needed to show a row whole, below the filter. */
function reveal(scroller: HTMLElement, top: number): void {
  const covered = scroller.querySelector<HTMLElement>(".filters")?.offsetHeight ?? 0;
  if (top < scroller.scrollTop + covered) scroller.scrollTop = top - covered - HEADING;
  const bottom = top + rowHeight() - scroller.clientHeight;
  if (bottom > scroller.scrollTop) scroller.scrollTop = bottom;
}

/** The part of the list that is on view, from its own top. */
function createView(scroller: () => HTMLElement, offset: () => number) {
  const [view, setView] = createSignal({ top: 0, bottom: innerHeight });
  onMount(() => {
    const element = scroller();
    const look = () => {
      const top = element.scrollTop - offset();
      setView({ top, bottom: top + element.clientHeight });
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    onCleanup(() => {
      sizes.disconnect();
      element.removeEventListener("scroll", look);
    });
  });
  return view;
}
