import { createSignal } from "solid-js";

/** The dialog that is open above the view. */
export type OpenDialog = "palette" | "launch" | "settings" | "help" | "share";

export const [open, setOpen] = createSignal<OpenDialog>();
