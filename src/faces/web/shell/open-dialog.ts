import { createSignal } from "solid-js";

/** The dialog that is open above the view. */
export type OpenDialog = "palette" | "launch" | "settings" | "help" | "share";

const [open, setOpen] = createSignal<OpenDialog>();

export { open, setOpen };
