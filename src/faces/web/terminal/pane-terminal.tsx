import "@xterm/xterm/css/xterm.css";
import { createEffect, createSignal, onCleanup, onMount, Show } from "solid-js";
import { ask } from "../window/ask.tsx";
import { clipboardKey, copyText, imageOf, isMac } from "./clipboard.ts";
import type { OlderLine } from "./find.ts";
import { FindBar } from "./find-bar.tsx";
import { follow } from "./follow.ts";
import { declaredLinks } from "./links.ts";
import { PaneScreen } from "./pane-screen.ts";
import { storeImage } from "./store-image.ts";
import "./terminal.css";

/** What the view around a terminal can do with it. */
export interface TerminalHandle {
  readonly screen: PaneScreen;
  /** Types into this pane alone. False if the page is not connected: nothing is typed then. */
  write(data: string): boolean;
  /** Pastes as the program asked for it: marked as a paste, or as typed. */
  paste(text: string): void;
  find(): void;
  focus(): void;
}

interface PaneTerminalProps {
  readonly id: string;
  readonly name: string;
  readonly fontPx: number;
  readonly readOnly: boolean;
  readonly forScreenReaders: boolean;
  onReady(handle: TerminalHandle | undefined): void;
  /** Everything that is typed, pasted or clicked here, for this pane or for several. */
  onInput(data: string): void;
  /** Searches the pane's whole history; undefined for a page that may not. */
  readonly onSearchAll: ((text: string, held: number) => Promise<readonly OlderLine[]>) | undefined;
  /** A key before the terminal has it. True if it was for the page. */
  onKey(event: KeyboardEvent): boolean;
  onFocus(): void;
  onNotice(sentence: string): void;
  onCurrent(isCurrent: boolean): void;
}

/** One pane as a full terminal. */
export function PaneTerminal(props: PaneTerminalProps) {
  let place!: HTMLDivElement;
  const [screen, setScreen] = createSignal<PaneScreen>();
  const [address, setAddress] = createSignal<string>();
  const [finding, setFinding] = createSignal(false);

  onMount(() => {
    const screen = new PaneScreen(place, {
      fontPx: props.fontPx,
      onInput: props.onInput,
      linkHandler: declaredLinks({
        onPoint: setAddress,
        confirm: confirmLink,
        textAt: (range) => textOf(screen, range),
      }),
    });
    const live = follow(props.id, screen, { current: props.onCurrent, notice: props.onNotice });
    const handle: TerminalHandle = {
      screen,
      write: live.write,
      paste: (text) => screen.terminal.paste(text),
      find: () => setFinding(true),
      focus: () => screen.terminal.focus(),
    };
    watchKeys(screen, handle);
    watchPlace(screen);
    setScreen(screen);
    props.onReady(handle);
    onCleanup(() => {
      props.onReady(undefined);
      live.close();
      screen.dispose();
    });
  });
  createEffect(() => {
    const shown = screen();
    if (!shown) return;
    shown.fontPx = props.fontPx;
    shown.isReadOnly = props.readOnly;
    shown.isForScreenReaders = props.forScreenReaders;
    shown.label = `Terminal of ${props.name}`;
  });

  /** Ctrl-V is the program's, unless the clipboard has an image: only the paste that follows the key can tell. */
  let isPlainPaste = false;

  function watchKeys({ terminal }: PaneScreen, handle: TerminalHandle): void {
    terminal.attachCustomKeyEventHandler((event) => {
      if (isPlainPaste && event.type === "keyup" && event.key.toLowerCase() === "v") sendCtrlV(handle);
      const action = clipboardKey(event, { hasSelection: terminal.hasSelection(), isMac });
      if (action === "copy") copySelection(terminal, event);
      if (action === "paste-image") isPlainPaste = true;
      if (action !== undefined) return false;
      if (isFindKey(event)) {
        event.preventDefault();
        setFinding(true);
        return false;
      }
      return !props.onKey(event);
    });
  }

  function sendCtrlV(handle: TerminalHandle): void {
    isPlainPaste = false;
    handle.screen.terminal.input("\x16");
  }

  function watchPlace({ terminal }: PaneScreen): void {
    const paste = (event: ClipboardEvent) => {
      const image = imageOf(event);
      const isText = !isPlainPaste;
      isPlainPaste = false;
      if (!image && isText) return;
      event.preventDefault();
      event.stopPropagation();
      if (image) void pasteImage(terminal, image);
      else terminal.input("\x16");
    };
    place.addEventListener("paste", paste, { capture: true });
    place.addEventListener("dragover", (event) => event.preventDefault());
    place.addEventListener("drop", drop);
    place.addEventListener("focusin", () => props.onFocus());
  }

  async function pasteImage(terminal: PaneScreen["terminal"], image: File): Promise<void> {
    if (props.readOnly) return;
    try {
      terminal.paste(`${await storeImage(props.id, image)} `);
    } catch (error) {
      props.onNotice((error as Error).message);
    }
  }

  function drop(event: DragEvent): void {
    const image = [...(event.dataTransfer?.files ?? [])].find(({ type }) => type.startsWith("image/"));
    const shown = screen();
    if (!image || !shown) return;
    event.preventDefault();
    void pasteImage(shown.terminal, image);
  }

  return (
    <div class="terminal-frame">
      <div class="terminal-place" ref={place} title={address()} />
      <Show when={finding() && screen()}>
        {(shown) => (
          <FindBar
            onSearchAll={props.onSearchAll}
            terminal={shown().terminal}
            onClose={() => {
              setFinding(false);
              shown().terminal.focus();
            }}
          />
        )}
      </Show>
    </div>
  );
}

function copySelection(terminal: PaneScreen["terminal"], event: KeyboardEvent): void {
  event.preventDefault();
  const text = terminal.getSelection();
  if (text === "") return;
  void copyText(text);
  terminal.clearSelection();
}

function isFindKey(event: KeyboardEvent): boolean {
  if (event.type !== "keydown" || event.key.toLowerCase() !== "f" || event.altKey) return false;
  return isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && event.shiftKey;
}

function confirmLink(address: string, text: string): Promise<boolean> {
  return ask({
    title: "Open this address?",
    text: `The text is “${text}”, the address is`,
    code: address,
    yes: "Open",
  });
}

/** What the terminal shows where a link is. Columns and lines count from 1. */
function textOf(
  { terminal }: PaneScreen,
  { start, end }: { start: { x: number; y: number }; end: { x: number; y: number } },
): string {
  const lines: string[] = [];
  for (let y = start.y; y <= end.y; y++) {
    const from = y === start.y ? start.x - 1 : 0;
    const to = y === end.y ? end.x : terminal.cols;
    lines.push(terminal.buffer.active.getLine(y - 1)?.translateToString(false, from, to) ?? "");
  }
  return lines.join("");
}
