import { Show } from "solid-js";
import type { PagePane } from "../../../protocol/page.ts";
import { AnswerForm } from "../answer/answer-form.tsx";
import { house, isCurrent } from "../house/house.ts";
import { agentColour } from "../parts/palette.ts";
import { addressOf } from "../route.ts";
import { shownTheme } from "../theme.ts";
import { held, setHeld, setSelected, tabStop } from "./choice.ts";
import { CutOff } from "./cut-off.tsx";
import { Miniature } from "./miniature.tsx";
import { PaneLine } from "./pane-line.tsx";
import { newestText, placeText } from "./pane-text.ts";
import "./pane-card.css";

/** One pane: its live screen, and what it asks. A waiting one is answered right here. */
export function PaneCard(props: { readonly id: string }) {
  return <Show when={house.panes[props.id]}>{(pane) => <Card pane={pane()} />}</Show>;
}

function Card(props: { readonly pane: PagePane }) {
  const isAsking = () => props.pane.agent.state === "waiting" || held() === props.pane.id;
  return (
    <li
      class="pane-card"
      data-state={props.pane.agent.state}
      classList={{ asking: isAsking(), old: !isCurrent(props.pane.host) }}
      style={{ "--own": agentColour(props.pane.metadata.color, shownTheme()) }}
    >
      <a
        class="open"
        href={addressOf({ view: "pane", id: props.pane.id })}
        data-pane={props.pane.id}
        tabindex={tabStop() === props.pane.id ? 0 : -1}
        aria-describedby={`newest-${props.pane.id}`}
        onFocus={() => setSelected(props.pane.id)}
      >
        <PaneLine pane={props.pane} />
        <div class="screen">
          <Miniature id={props.pane.id} />
        </div>
      </a>
      <p
        id={`newest-${props.pane.id}`}
        class="newest"
        classList={{ question: isAsking() }}
        title={newestText(props.pane)}
      >
        {newestText(props.pane) || " "}
      </p>
      <Show when={isAsking()}>
        <AnswerForm pane={props.pane} onHold={(isHeld) => setHeld(isHeld ? props.pane.id : undefined)} />
      </Show>
      <Place pane={props.pane} />
    </li>
  );
}

function Place(props: { readonly pane: PagePane }) {
  const address = () =>
    addressOf({ view: "window", socket: props.pane.socket, windowId: props.pane.window_id });
  return (
    <div class="place">
      <a class="cut" href={address()} title={`Open the window. ${props.pane.cwd}`}>
        {placeText(props.pane)}
      </a>
      <CutOff pane={props.pane}>
        <span class="program cut">{props.pane.agent.program || props.pane.foreground}</span>
      </CutOff>
    </div>
  );
}
