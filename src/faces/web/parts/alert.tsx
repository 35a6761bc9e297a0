import { Show } from "solid-js";

/** A sentence about what went wrong, if there is one. A screen reader says it at once. */
export function Alert(props: { readonly class: string; readonly text: string | undefined }) {
  return (
    <Show when={props.text}>
      <p class={props.class} role="alert">
        {props.text}
      </p>
    </Show>
  );
}
