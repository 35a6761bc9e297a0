import { house, mayWrite } from "../house/house.ts";
import { isDialogOpen } from "../parts/dialog.tsx";
import { order, selected, setAnswering, setSelected } from "./choice.ts";
import { isList } from "./form.ts";
import { neighbour } from "./neighbour.ts";

/** Keys of the overview: arrows, j and k move, a answers, / filters. Enter opens, because the selected pane is a link. */
export function onOverviewKey(event: KeyboardEvent, scroller: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
  const run = KEYS[event.key];
  if (!run) return;
  event.preventDefault();
  run(scroller);
}

const KEYS: Readonly<Record<string, (scroller: HTMLElement) => void>> = {
  j: (scroller) => step(scroller, 1),
  k: (scroller) => step(scroller, -1),
  ArrowRight: (scroller) => step(scroller, 1),
  ArrowLeft: (scroller) => step(scroller, -1),
  ArrowDown: (scroller) => (isList() ? step(scroller, 1) : move(scroller, 1)),
  ArrowUp: (scroller) => (isList() ? step(scroller, -1) : move(scroller, -1)),
  Home: (scroller) => select(scroller, order()[0]),
  End: (scroller) => select(scroller, order().at(-1)),
  a: (scroller) => answer(scroller),
  "/": (scroller) => scroller.querySelector<HTMLInputElement>(".words")?.focus(),
};

/** In a field or a dialog, keys have their own meaning. */
function isElsewhere(target: EventTarget | null): boolean {
  return (target instanceof Element && target.matches("input, textarea, select")) || isDialogOpen();
}

/** To the next or previous pane in reading order. */
function step(scroller: HTMLElement, by: number): void {
  const ids = order();
  const at = ids.indexOf(selected() ?? "");
  select(scroller, ids[at < 0 ? 0 : Math.min(Math.max(at + by, 0), ids.length - 1)]);
}

/** To the card above or below. */
function move(scroller: HTMLElement, by: 1 | -1): void {
  const cards = [...scroller.querySelectorAll<HTMLElement>("[data-pane]")];
  const from = cards.findIndex(({ dataset }) => dataset.pane === selected());
  const boxes = cards.map((card) => card.getBoundingClientRect());
  if (from < 0) step(scroller, by);
  else select(scroller, cards[neighbour(boxes, from, by)]?.dataset.pane);
}

/** Selects a pane, and focuses its link once it exists: a long list creates it when it comes into view. */
function select(scroller: HTMLElement, id: string | undefined): void {
  if (id === undefined) return;
  setSelected(id);
  const focus = () => linkOf(scroller, id)?.focus();
  if (linkOf(scroller, id)) focus();
  else requestAnimationFrame(focus);
}

export function linkOf(scroller: HTMLElement, id: string): HTMLElement | null {
  return scroller.querySelector<HTMLElement>(`[data-pane="${CSS.escape(id)}"]`);
}

/** Answers the selected pane, or the first one that waits. */
function answer(scroller: HTMLElement): void {
  const waits = (id: string | undefined) => id !== undefined && house.panes[id]?.agent.state === "waiting";
  const id = waits(selected()) ? selected() : order().find(waits);
  if (id === undefined || !mayWrite()) return;
  setSelected(id);
  const form = isList() ? undefined : linkOf(scroller, id)?.closest("li")?.querySelector("form");
  if (form) form.querySelector<HTMLElement>("button, input")?.focus();
  else setAnswering(id);
}
