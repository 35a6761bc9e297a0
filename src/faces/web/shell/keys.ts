import { access } from "../house/house.ts";
import { isDialogOpen } from "../parts/dialog.tsx";
import { open, setOpen } from "./open-dialog.ts";

/** Keys that work in every view. A terminal keeps Ctrl-K for its program. */
export function onPageKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || isOther()) return;
  const target = event.target instanceof Element ? event.target : undefined;
  const inTerminal = target?.closest(".xterm") !== null && target !== undefined;
  if (isFind(event, inTerminal)) {
    event.preventDefault();
    setOpen(open() === "palette" ? undefined : "palette");
    return;
  }
  const isTyping = inTerminal || (target?.matches("input, textarea, select") ?? false);
  if (isTyping || open() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "?") setOpen("help");
  if (event.key === "n" && access().kind === "owner") {
    event.preventDefault();
    setOpen("launch");
  }
}

/** A question or an answer is no dialog of `open`: what a key opened would be above it, or wait behind it. */
function isOther(): boolean {
  return isDialogOpen() && open() === undefined;
}

function isFind({ key, metaKey, ctrlKey, shiftKey }: KeyboardEvent, inTerminal: boolean): boolean {
  return key.toLowerCase() === "k" && (metaKey || (ctrlKey && (shiftKey || !inTerminal)));
}
