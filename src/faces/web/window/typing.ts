import { createSignal } from "solid-js";
import type { PagePane } from "../../../protocol/page.ts";
import { withHeld } from "../keys/held.ts";
import { isReport } from "../keys/report.ts";
import type { TerminalHandle } from "../terminal/pane-terminal.tsx";

const NONE_HELD = { ctrl: false, alt: false };

/** Where keys go: to one pane, or to every chosen one. */
export function createTyping(panes: () => readonly PagePane[], onNotice: (sentence: string) => void) {
  const handles = new Map<string, TerminalHandle>();
  const [held, setHeld] = createSignal(NONE_HELD);
  const [isChoosing, setChoosing] = createSignal(false);
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set());
  return {
    handles,
    held,
    setHeld,
    isChoosing,
    /** All panes are chosen at first. */
    setChoosing(on: boolean) {
      setChosen(new Set(on ? panes().map(({ id }) => id) : []));
      setChoosing(on);
    },
    chosen,
    choose(id: string, isChosen: boolean) {
      const next = new Set(chosen());
      if (isChosen) next.add(id);
      else next.delete(id);
      setChosen(next);
    },
    type(pane: PagePane | undefined, data: string) {
      if (!pane) return;
      // The other programs did not ask for it, and the next key is still to come.
      if (isReport(data)) {
        handles.get(pane.id)?.write(data);
        return;
      }
      const typed = withHeld(data, held());
      setHeld(NONE_HELD);
      const isOneOfMany = isChoosing() && chosen().has(pane.id);
      for (const id of isOneOfMany ? chosen() : [pane.id]) {
        if (handles.get(id)?.write(typed) === false) onNotice("Not connected yet: nothing was typed.");
      }
    },
  };
}
