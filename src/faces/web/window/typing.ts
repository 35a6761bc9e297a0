import { createSignal } from "solid-js";
import type { PagePane } from "../../../protocol/page.ts";
import { withHeld } from "../keys/held.ts";
import { isReport } from "../keys/report.ts";
import type { TerminalHandle } from "../terminal/pane-terminal.tsx";

const NONE_HELD = { ctrl: false, alt: false };

type Missed = "ended" | "not on view" | "not connected";

/** The notice stays until a person dismisses it, so it is about the moment of the key. */
const ALONE: Readonly<Record<Missed, string>> = {
  ended: "Not typed: nothing runs there any more.",
  "not on view": "Not typed: the terminal was not connected.",
  "not connected": "Not typed: the terminal was not connected.",
};

/** What the banner says while keys go to several panes. `onView`: how many of the chosen panes have a terminal in the page. */
export function broadcastSentence(chosen: number, onView: number): string {
  if (chosen < 2) return "Choose panes: what you type goes to all of them";
  if (onView === chosen) return `You type into ${chosen} panes at once`;
  if (onView === 0) return `You type into none of ${chosen} panes: they are not on view`;
  return `You type into ${onView} of ${chosen} panes: the others are not on view`;
}

/** Where keys go: to one pane, or to every chosen one. */
export function createTyping(panes: () => readonly PagePane[], onNotice: (sentence: string) => void) {
  const handles = new Map<string, TerminalHandle>();
  const [held, setHeld] = createSignal(NONE_HELD);
  const [isChoosing, setChoosing] = createSignal(false);
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set());
  const chosenPanes = () => panes().filter(({ id }) => chosen().has(id));
  /** The notice about chosen panes that the last key did not reach. The next key repeats it only if it is another one. */
  let missing: string | undefined;

  /** Undefined if the pane gets the keys. Only a pane on view has a terminal, and so a connection. */
  function write({ id, exit_code }: PagePane, data: string): Missed | undefined {
    if (exit_code !== undefined) return "ended";
    const isTyped = handles.get(id)?.write(data);
    if (isTyped) return undefined;
    return isTyped === undefined ? "not on view" : "not connected";
  }

  function typeIntoOne(pane: PagePane, data: string): void {
    const missed = write(pane, data);
    if (missed) onNotice(ALONE[missed]);
  }

  function typeIntoChosen(data: string): void {
    const missed = chosenPanes().flatMap((pane) => {
      const why = write(pane, data);
      return why ? [`${pane.name} (${why})`] : [];
    });
    const sentence = missed.length > 0 ? `Not typed into ${missed.join(", ")}.` : undefined;
    if (sentence !== undefined && sentence !== missing) onNotice(sentence);
    missing = sentence;
  }

  return {
    handles,
    held,
    setHeld,
    isChoosing,
    /** All panes are chosen at first. */
    setChoosing(on: boolean) {
      setChosen(new Set(on ? panes().map(({ id }) => id) : []));
      setChoosing(on);
      missing = undefined;
    },
    chosen,
    chosenPanes,
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
        write(pane, data);
        return;
      }
      const typed = withHeld(data, held());
      setHeld(NONE_HELD);
      if (isChoosing() && chosen().has(pane.id)) typeIntoChosen(typed);
      else typeIntoOne(pane, typed);
    },
  };
}
