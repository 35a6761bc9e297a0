import { createMemo, createRoot, createSignal } from "solid-js";

/** What a person chose; `system` follows the system's colours and contrast. */
export const THEMES = ["system", "dark", "light", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

const NAME = "mullion.theme";

const [theme, choose] = createSignal<Theme>(stored());
const isLight = createQuery("(prefers-color-scheme: light)");
const isContrast = createQuery("(prefers-contrast: more)");

export { theme };

export function setTheme(chosen: Theme): void {
  localStorage.setItem(NAME, chosen);
  choose(chosen);
}

/** The theme on view: what canvases and terminals draw with. */
export const shownTheme = createRoot(() =>
  createMemo<Exclude<Theme, "system">>(() => {
    const chosen = theme();
    if (chosen !== "system") return chosen;
    if (isContrast()) return "contrast";
    return isLight() ? "light" : "dark";
  }),
);

function createQuery(media: string): () => boolean {
  const query = matchMedia(media);
  const [matches, setMatches] = createSignal(query.matches);
  query.addEventListener("change", () => setMatches(query.matches));
  return matches;
}

function stored(): Theme {
  const kept = localStorage.getItem(NAME);
  return THEMES.find((name) => name === kept) ?? "system";
}
