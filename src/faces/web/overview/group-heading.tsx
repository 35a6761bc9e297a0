import { Show } from "solid-js";
import type { PaneGroup } from "./arrange.ts";

export function GroupHeading(props: { readonly group: PaneGroup }) {
  return (
    <h2 class="group-heading" classList={{ urgent: props.group.key === "needs-you" }}>
      <span class="cut">{props.group.title}</span>
      <Show when={props.group.server}>
        <span class="server cut">{props.group.server}</span>
      </Show>
      <span class="count">{props.group.ids.length}</span>
    </h2>
  );
}
