import { Show } from "solid-js";
import type { PagePane } from "../../../protocol/page.ts";
import { house, isCurrent, mayWrite } from "../house/house.ts";
import { agentColour } from "../parts/palette.ts";
import { addressOf } from "../route.ts";
import { shownTheme } from "../theme.ts";
import { setAnswering, setSelected, tabStop } from "./choice.ts";
import { CutOff } from "./cut-off.tsx";
import { PaneLine } from "./pane-line.tsx";
import { newestText, placeText } from "./pane-text.ts";

/** One pane as two lines of a list. */
export function PaneRow(props: { readonly id: string }) {
  return <Show when={house.panes[props.id]}>{(pane) => <Row pane={pane()} />}</Show>;
}

function Row(props: { readonly pane: PagePane }) {
  return (
    <div
      class="pane-row"
      classList={{ old: !isCurrent(props.pane.host) }}
      style={{ "--own": agentColour(props.pane.metadata.color, shownTheme()) }}
    >
      <a
        class="open"
        href={addressOf({ view: "pane", id: props.pane.id })}
        data-pane={props.pane.id}
        tabindex={tabStop() === props.pane.id ? 0 : -1}
        onFocus={() => setSelected(props.pane.id)}
      >
        <PaneLine pane={props.pane} />
        <div class="second">
          <span class="newest cut" classList={{ question: props.pane.agent.state === "waiting" }}>
            {newestText(props.pane) || " "}
          </span>
          <CutOff pane={props.pane}>
            <span class="place cut">{placeText(props.pane)}</span>
          </CutOff>
        </div>
      </a>
      <Show when={props.pane.agent.state === "waiting" && mayWrite()}>
        <button type="button" tabindex={-1} onClick={() => setAnswering(props.pane.id)}>
          Answer<span class="hidden"> {props.pane.name}</span>
        </button>
      </Show>
    </div>
  );
}
