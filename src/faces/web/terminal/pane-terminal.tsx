import type { IBufferRange } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { createEffect, createSignal, onCleanup, onMount, Show } from "solid-js";
import { ReadingView } from "../reading/reading-view.tsx";
import { ask } from "../window/ask.tsx";
import type { OlderLines } from "./find.ts";
import { FindBar } from "./find-bar.tsx";
import { follow } from "./follow.ts";
import { declaredLinks } from "./links.ts";
import { PaneScreen } from "./pane-screen.ts";
import { pasteInto } from "./paste-into.ts";
import { storeImage } from "./store-image.ts";
import { watchDrops } from "./watch-drops.ts";
import { watchInput } from "./watch-input.ts";
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

export interface PaneTerminalProps {
  readonly id: string;
  readonly name: string;
  readonly fontPx: number;
  /** The size of the text that is shown in place of the exact screen; undefined: the screen is shown. */
  readonly readingPx: number | undefined;
  readonly readOnly: boolean;
  readonly forScreenReaders: boolean;
  onReady(handle: TerminalHandle | undefined): void;
  /** Everything that is typed, pasted or clicked here, for this pane or for several. */
  onInput(data: string): void;
  /** Searches the pane's whole history; undefined for a page that may not. */
  readonly onSearchAll: ((text: string, held: number) => Promise<OlderLines>) | undefined;
  /** A key before the terminal has it. True if it was for the page. */
  onKey(event: KeyboardEvent): boolean;
  onFocus(): void;
  onNotice(sentence: string): void;
  onCurrent(isCurrent: boolean): void;
}

/** One pane as a full terminal. */
export function PaneTerminal(props: PaneTerminalProps) {
  let frame!: HTMLDivElement;
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
      paste: (text) => pasteInto(screen.terminal, text),
      find: () => setFinding(true),
      focus: () => screen.terminal.focus(),
    };
    watchInput(place, screen.terminal, {
      onFind: () => setFinding(true),
      onKey: props.onKey,
      onImage: (image) => void pasteImage(screen, image),
      onFocus: props.onFocus,
    });
    watchDrops(frame, {
      onImage: (image) =>
        props.readOnly ? props.onNotice(notDropped(image.name)) : void pasteImage(screen, image),
      onOtherFile: (name) => props.onNotice(notDropped(name)),
    });
    setScreen(screen);
    props.onReady(handle);
    const sizes = new ResizeObserver(() => keepCursorInView(screen));
    sizes.observe(place);
    onCleanup(() => {
      sizes.disconnect();
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

  async function pasteImage({ terminal }: PaneScreen, image: File): Promise<void> {
    if (props.readOnly) return;
    try {
      pasteInto(terminal, `${await storeImage(props.id, image)} `);
    } catch (error) {
      props.onNotice((error as Error).message);
    }
  }

  const notDropped = (name: string) =>
    props.readOnly
      ? "Nothing can be dropped here: this link is only to look."
      : `Only an image can be dropped on a terminal, not “${name}”.`;

  /** What is found is marked on the screen. */
  const reading = () => (finding() || props.readingPx === undefined ? undefined : screen());
  return (
    <div class="terminal-frame" ref={frame} classList={{ reads: reading() !== undefined }}>
      <div class="terminal-place" ref={place} title={address()} />
      <Show when={reading()}>
        {(shown) => <ReadingView screen={shown()} name={props.name} fontPx={props.readingPx ?? 0} />}
      </Show>
      <Show when={finding() && screen()}>
        {(shown) => (
          <FindBar
            onSearchAll={props.onSearchAll}
            terminal={shown().terminal}
            onClose={() => {
              setFinding(false);
              screen()?.terminal.focus();
            }}
          />
        )}
      </Show>
    </div>
  );
}

/** A keyboard on the screen takes room from the terminal; the program's cursor must not be behind it. */
function keepCursorInView({ terminal: { textarea } }: PaneScreen): void {
  // xterm.js puts its text area where the cursor is.
  if (textarea && document.activeElement === textarea)
    textarea.scrollIntoView({ block: "nearest", inline: "nearest" });
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
function textOf({ terminal }: PaneScreen, { start, end }: IBufferRange): string {
  const lines: string[] = [];
  for (let y = start.y; y <= end.y; y++) {
    const from = y === start.y ? start.x - 1 : 0;
    const to = y === end.y ? end.x : terminal.cols;
    lines.push(terminal.buffer.active.getLine(y - 1)?.translateToString(false, from, to) ?? "");
  }
  return lines.join("");
}
