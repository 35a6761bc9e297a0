import { createEffect, onCleanup, onMount } from "solid-js";
import type { PaneScreen } from "../terminal/pane-screen.ts";
import { ReadingLines } from "./reading-lines.ts";
import "./reading.css";

/** A terminal's output as text that wraps at the page's width, in a size that can be read on a phone. */
export function ReadingView(props: { screen: PaneScreen; name: string; fontPx: number }) {
  let place!: HTMLDivElement;
  onMount(() => {
    const lines = new ReadingLines(place, props.screen);
    createEffect(() => {
      lines.fontPx = props.fontPx;
    });
    onCleanup(() => lines.dispose());
  });
  /** Keys go to the terminal. A tap that ends a selection, or opens a link, is none that wants a keyboard. */
  function tap({ target }: MouseEvent): void {
    const isLink = target instanceof Element && target.closest("a") !== null;
    const { terminal } = props.screen;
    if (isLink || terminal.options.disableStdin || getSelection()?.isCollapsed === false) return;
    terminal.focus();
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the terminal itself takes the focus by keyboard
    <section class="reading" ref={place} aria-label={`Output of ${props.name}`} tabindex="0" onClick={tap} />
  );
}
