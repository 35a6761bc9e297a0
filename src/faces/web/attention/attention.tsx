import { createEffect, createMemo, createSignal, onCleanup } from "solid-js";
import { house, isCurrent, markSeen, viewing } from "../house/house.ts";
import type { StateName } from "../overview/arrange.ts";
import { type Badge, badgeOf } from "./badge.ts";
import { callPerson } from "./call.ts";
import calmIcon from "./icons/calm.svg?url";
import doneIcon from "./icons/done.svg?url";
import failedIcon from "./icons/failed.svg?url";
import waitingIcon from "./icons/waiting.svg?url";
import { News, newsText } from "./news.ts";

const ICONS: Partial<Record<StateName, string>> = {
  waiting: waitingIcon,
  failed: failedIcon,
  done: doneIcon,
};

/** Draws a person's attention, and notices what they have looked at. Shows only a text for screen readers. */
export function Attention() {
  const panes = createMemo(() => Object.values(house.panes));
  const badge = createMemo(() => badgeOf(panes(), isCurrent()));
  createEffect(() => showBadge(badge()));
  const [spoken, setSpoken] = createSignal("");
  const news = new News();
  createEffect(() => {
    if (!house.isKnown || !isCurrent()) return;
    const found = news.look(panes(), Object.keys(house.selves));
    callPerson(found);
    if (found.length > 0) setSpoken(found.map(newsText).join(". "));
  });
  createSeen();
  return (
    <div class="hidden" aria-live="polite">
      {spoken()}
    </div>
  );
}

function showBadge({ title, state }: Badge): void {
  document.title = title;
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link) link.href = (state && ICONS[state]) ?? calmIcon;
}

/** A result is seen when its pane is on view as a terminal, in a page that is visible and has the focus. */
function createSeen(): void {
  const [isLooking, setLooking] = createSignal(false);
  const look = () => setLooking(!document.hidden && document.hasFocus());
  const stop = new AbortController();
  for (const name of ["focus", "blur"]) addEventListener(name, look, { signal: stop.signal });
  document.addEventListener("visibilitychange", look, { signal: stop.signal });
  onCleanup(() => stop.abort());
  look();
  createEffect(() => {
    if (!isLooking() || !isCurrent()) return;
    for (const id of viewing()) if (house.panes[id]?.agent.unread) markSeen(id);
  });
}
