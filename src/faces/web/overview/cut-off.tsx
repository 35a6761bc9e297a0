import { type JSX, Show } from "solid-js";
import type { PagePane } from "../../../protocol/page.ts";
import { hostNamed } from "../house/house.ts";
import { timeOf } from "../parts/age.ts";
import { now } from "../parts/clock.ts";

/** Says that the host of a pane cannot be reached; what it contains is shown otherwise. */
export function CutOff(props: { readonly pane: PagePane; readonly children: JSX.Element }) {
  const since = () => (props.pane.host === undefined ? undefined : hostNamed(props.pane.host)?.since);
  return (
    <Show when={since()} fallback={props.children}>
      {(time) => (
        <span class="cut-off">
          unreachable<span class="since"> since {timeOf(time(), now())}</span>
        </span>
      )}
    </Show>
  );
}
