import type { JSX } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { DescribedAgent } from "../../../protocol/pane.ts";
import "./state-mark.css";

type State = DescribedAgent["state"];

/** A shape for each state, so that colour is never the only difference. */
const SHAPES: Readonly<Record<State, () => JSX.Element>> = {
  waiting: () => <path d="M8 2 15 14H1Z" fill="currentColor" />,
  working: () => <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" stroke-width="3" />,
  done: () => <path d="m2 8.5 4 4 8-9" fill="none" stroke="currentColor" stroke-width="2.6" />,
  failed: () => <path d="m3 3 10 10M13 3 3 13" fill="none" stroke="currentColor" stroke-width="2.6" />,
  idle: () => <path d="M2.5 8h11" fill="none" stroke="currentColor" stroke-width="2.6" />,
};

export function StateMark(props: { readonly state: State }) {
  return (
    <svg class="state-mark" data-state={props.state} viewBox="0 0 16 16" role="img" aria-label={props.state}>
      <Dynamic component={SHAPES[props.state]} />
    </svg>
  );
}
