import { access } from "../house/house.ts";
import { open, setOpen } from "./open-dialog.ts";

/** Keys that work in every view. A terminal keeps Ctrl-K for its program. */
export function onPageKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
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

function isFind({ key, metaKey, ctrlKey, shiftKey }: KeyboardEvent, inTerminal: boolean): boolean {
  return key.toLowerCase() === "k" && (metaKey || (ctrlKey && (shiftKey || !inTerminal)));
}
