import { createMemo, createRoot, createSignal } from "solid-js";
import { house } from "../house/house.ts";
import { createQuery } from "../parts/media-query.ts";

/** A screen of this width or less shows a list; so does one with more panes than this, unless a person asks for cards. */
const NARROW = "(max-width: 699px)";
const MANY_PANES = 60;

export const isNarrow = createQuery(NARROW);

const [chosen, setForm] = createSignal<"cards" | "list">();

export { setForm };

/** Whether the overview is a list. */
export const isList = createRoot(() =>
  createMemo(() => {
    const form = chosen();
    if (isNarrow() || form === "list") return true;
    return form === undefined && Object.keys(house.panes).length > MANY_PANES;
  }),
);
