import { type JSX, onCleanup, onMount } from "solid-js";
import "./dialog.css";

/** A dialog of the browser's own: it keeps the focus, closes with Escape or a click beside it, and returns the focus. */
export function Dialog(props: {
  readonly label: string;
  readonly class?: string;
  onClose(): void;
  readonly children: JSX.Element;
}) {
  let dialog!: HTMLDialogElement;
  let isGone = false;
  onMount(() => dialog.showModal());
  // A dialog that is removed without being closed would take the focus with it.
  onCleanup(() => {
    isGone = true;
    dialog.close();
  });
  // The browser sends `close` a moment after it has closed the dialog. The page would ignore a key that is pressed meanwhile.
  const close = () => {
    if (!isGone) props.onClose();
  };
  return (
    <dialog
      ref={dialog}
      class={props.class}
      aria-label={props.label}
      onCancel={close}
      onClose={close}
      onPointerDown={(event) => {
        if (event.target === dialog) close();
      }}
    >
      <div class="body">{props.children}</div>
    </dialog>
  );
}

/** Whether any dialog is above the view: keys are meant for it then. */
export function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
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
