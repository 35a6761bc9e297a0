import { createMemo, For, Show } from "solid-js";
import { groups } from "./choice.ts";
import { GroupHeading } from "./group-heading.tsx";
import { PaneCard } from "./pane-card.tsx";

/** The overview as cards with live screens. */
export function PaneCards() {
  const keys = createMemo(() => groups().map(({ key }) => key));
  const byKey = createMemo(() => new Map(groups().map((group) => [group.key, group])));
  return (
    <For each={keys()}>
      {(key) => (
        <Show when={byKey().get(key)}>
          {(group) => (
            <section aria-label={group().title}>
              <GroupHeading group={group()} />
              <ul class="cards">
                <For each={group().ids}>{(id) => <PaneCard id={id} />}</For>
              </ul>
            </section>
          )}
        </Show>
      )}
    </For>
  );
}
