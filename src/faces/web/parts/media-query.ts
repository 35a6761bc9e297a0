import { createSignal } from "solid-js";

/** Whether the page fits a media query, as it changes. */
export function createQuery(media: string): () => boolean {
  const query = matchMedia(media);
  const [matches, setMatches] = createSignal(query.matches);
  query.addEventListener("change", () => setMatches(query.matches));
  return matches;
}
