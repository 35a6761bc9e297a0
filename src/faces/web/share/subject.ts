import { createSignal } from "solid-js";
import { setOpen } from "../shell/open-dialog.ts";

/** What a person is about to share. */
export type ShareSubject =
  /** `past`: the link opens the pane's timeline. */
  | { readonly kind: "pane"; readonly id: string; readonly past: boolean }
  | { readonly kind: "session"; readonly socket: string; readonly id: string; readonly name: string };

const [subject, setSubject] = createSignal<ShareSubject>();

export { subject };

/** Opens the dialog; without a subject it lists the links that work. */
export function openShare(what?: ShareSubject): void {
  setSubject(what);
  setOpen("share");
}
