/** The part of the page that the address names, behind its #. */
export type Route =
  | { readonly view: "overview" }
  | { readonly view: "window"; readonly socket: string; readonly windowId: string }
  | { readonly view: "pane"; readonly id: string }
  | { readonly view: "past"; readonly id: string };

const OVERVIEW: Route = { view: "overview" };

export function parseRoute(fragment: string): Route {
  const [kind, first = "", second] = fragment.replace(/^#\/?/, "").split("/").map(decode);
  if (kind === "w" && first && second) return { view: "window", socket: first, windowId: second };
  if (kind === "p" && first) return { view: second === "past" ? "past" : "pane", id: first };
  return OVERVIEW;
}

export function addressOf(route: Route): string {
  if (route.view === "overview") return "#/";
  if (route.view === "window")
    return `#/w/${encodeURIComponent(route.socket)}/${encodeURIComponent(route.windowId)}`;
  return `#/p/${encodeURIComponent(route.id)}${route.view === "past" ? "/past" : ""}`;
}

/** A part that is no valid encoding stands for itself. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
