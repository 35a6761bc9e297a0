import { type JSX, onMount } from "solid-js";
import "./dialog.css";

/** A dialog of the browser's own: it keeps the focus, closes with Escape or a click beside it, and returns the focus. */
export function Dialog(props: {
  readonly label: string;
  readonly class?: string;
  onClose(): void;
  readonly children: JSX.Element;
}) {
  let dialog!: HTMLDialogElement;
  onMount(() => dialog.showModal());
  return (
    <dialog
      ref={dialog}
      class={props.class}
      aria-label={props.label}
      onClose={() => props.onClose()}
      onPointerDown={(event) => {
        if (event.target === dialog) dialog.close();
      }}
    >
      <div class="body">{props.children}</div>
    </dialog>
  );
}

/** The foot of a dialog that only shows something. */
export function CloseFooter(props: { onClose(): void }) {
  return (
    <footer>
      <button type="button" onClick={() => props.onClose()}>
        Close
      </button>
    </footer>
  );
}
