import { Show } from "solid-js";
import { house } from "../house/house.ts";
import { Miniature } from "../overview/miniature.tsx";
import { formatAge } from "../parts/age.ts";
import { now } from "../parts/clock.ts";
import { Dialog } from "../parts/dialog.tsx";
import { StateMark } from "../parts/state-mark.tsx";
import { addressOf } from "../route.ts";
import { AnswerForm } from "./answer-form.tsx";
import "./answer-sheet.css";

/** One pane's question, large: for lists, and wherever the pane itself is not on view. */
export function AnswerSheet(props: { readonly id: string; onClose(): void }) {
  return (
    <Show when={house.panes[props.id]}>
      {(pane) => (
        <Dialog label={`Answer ${pane().name}`} class="answer-sheet" onClose={props.onClose}>
          <header>
            <StateMark state={pane().agent.state} />
            <h2 class="cut">{pane().name}</h2>
            <span class="age">{formatAge(now() - pane().agent.since)}</span>
          </header>
          <div class="screen">
            <Miniature id={props.id} />
          </div>
          <p class="question">{pane().agent.question ?? describe(pane().agent)}</p>
          <AnswerForm pane={pane()} onAnswered={props.onClose} />
          <footer>
            <a href={addressOf({ view: "pane", id: props.id })} onClick={props.onClose}>
              Open terminal
            </a>
            <button type="button" class="plain" onClick={props.onClose}>
              Close
            </button>
          </footer>
        </Dialog>
      )}
    </Show>
  );
}

function describe({ state, because }: { readonly state: string; readonly because: string }): string {
  return state === "waiting" ? `It waits: ${because}.` : `It does not wait now: it is ${state} (${because}).`;
}
