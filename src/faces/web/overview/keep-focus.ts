import { createComputed, createEffect, on } from "solid-js";
import { linkOf } from "./keys.ts";

/**
 * A pane that gets another place in the overview is inserted again, or made again in another group, and the browser takes
 * the focus from an element that leaves the document. This gives it back: to the same element, or to the pane's link.
 */
export function keepFocus(scroller: () => HTMLElement, arrangement: () => unknown): void {
  let focused: Element | null = null;
  let pane: string | undefined;
  const { body } = document;
  // Runs before the document changes.
  createComputed(
    on(arrangement, () => {
      focused = document.activeElement;
      const owner = focused?.closest(".pane-card, .pane-row");
      pane = owner?.querySelector<HTMLElement>("[data-pane]")?.dataset.pane;
    }),
  );
  createEffect(
    on(arrangement, () => {
      if (pane === undefined || (document.activeElement && document.activeElement !== body)) return;
      const target = focused?.isConnected ? focused : linkOf(scroller(), pane);
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    }),
  );
}
