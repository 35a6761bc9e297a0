import { createMemo, createRoot } from "solid-js";
import { createQuery } from "./parts/media-query.ts";
import { createStoredChoice } from "./parts/stored-choice.ts";

/** What a person chose; `system` follows the system's colours and contrast. */
export const THEMES = ["system", "dark", "light", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

export const [theme, setTheme] = createStoredChoice("mullion.theme", THEMES);
const isLight = createQuery("(prefers-color-scheme: light)");
const isContrast = createQuery("(prefers-contrast: more)");

/** The theme on view: what canvases and terminals draw with. */
export const shownTheme = createRoot(() =>
  createMemo<Exclude<Theme, "system">>(() => {
    const chosen = theme();
    if (chosen !== "system") return chosen;
    if (isContrast()) return "contrast";
    return isLight() ? "light" : "dark";
  }),
);
