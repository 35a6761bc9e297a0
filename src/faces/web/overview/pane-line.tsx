import { Show } from "solid-js";
import type { PagePane } from "../../../protocol/page.ts";
import { othersAt } from "../house/others.ts";
import { formatAge } from "../parts/age.ts";
import { now } from "../parts/clock.ts";
import { StateMark } from "../parts/state-mark.tsx";

/** The first line of a card or a row: state, name, role, unread mark, viewers and age. */
export function PaneLine(props: { readonly pane: PagePane }) {
  const others = () => othersAt(props.pane);
  const age = () => formatAge(now() - props.pane.agent.since);
  return (
    <div class="pane-line">
      <StateMark state={props.pane.agent.state} />
      <span class="name cut" title={props.pane.name}>
        {props.pane.name}
      </span>
      <Show when={props.pane.metadata.role}>{(role) => <span class="role cut">{role()}</span>}</Show>
      <Show when={props.pane.agent.unread}>
        <span class="unread" role="img" aria-label="not seen yet" title="Not seen yet" />
      </Show>
      <span class="gap" />
      <Show when={others().length > 0}>
        <span class="viewers" title={`Open: ${others().join(", ")}`}>
          {others().length} open
        </span>
      </Show>
      <span class="age" title={`${props.pane.agent.state} for ${age()}: ${props.pane.agent.because}`}>
        {age()}
      </span>
    </div>
  );
}
