import type { Terminal } from "@xterm/xterm";
import { clipboardKey, imageOf, isMac } from "./clipboard.ts";
import { pasteInto } from "./paste-into.ts";

interface InputWatch {
  onFind(): void;
  /** A key before the terminal has it. True if it was for the page. */
  onKey(event: KeyboardEvent): boolean;
  /** An image was pasted. */
  onImage(image: File): void;
  onFocus(): void;
}

/** Keys and pastes that are not simply typed. The listeners end with the terminal and its place. */
export function watchInput(place: HTMLElement, terminal: Terminal, watch: InputWatch): void {
  // Ctrl-V is the program's, unless the clipboard has an image: only the paste that follows the key can tell.
  let isPlainPaste = false;
  const sendCtrlV = () => {
    isPlainPaste = false;
    terminal.input("\x16");
  };

  terminal.attachCustomKeyEventHandler((event) => {
    if (isPlainPaste && event.type === "keyup" && event.key.toLowerCase() === "v") sendCtrlV();
    const action = clipboardKey(event, terminal.hasSelection());
    if (action === "copy") copySelection(terminal, event);
    if (action === "paste-image") isPlainPaste = true;
    if (action !== undefined) return false;
    if (!isFindKey(event)) return !watch.onKey(event);
    event.preventDefault();
    watch.onFind();
    return false;
  });

  // xterm.js would paste a text with its control characters.
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const image = imageOf(event);
    if (!image && isPlainPaste) return sendCtrlV();
    isPlainPaste = false;
    if (image) watch.onImage(image);
    else pasteInto(terminal, event.clipboardData?.getData("text/plain") ?? "");
  };
  place.addEventListener("paste", paste, { capture: true });
  place.addEventListener("focusin", () => watch.onFocus());
}

function copySelection(terminal: Terminal, event: KeyboardEvent): void {
  event.preventDefault();
  const text = terminal.getSelection();
  if (text === "") return;
  void navigator.clipboard.writeText(text);
  terminal.clearSelection();
}

function isFindKey(event: KeyboardEvent): boolean {
  if (event.type !== "keydown" || event.key.toLowerCase() !== "f" || event.altKey) return false;
  return isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && event.shiftKey;
}
