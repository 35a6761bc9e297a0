import { STATE_FORMAT } from "../core/agent/agent-state.ts";
import type { Mux } from "../core/mux.ts";
import type { Pane } from "../core/tree/tree.ts";

/**
 * How metadata is shown: `name` is the pane's title, `color` its border colour, `role` a badge beside the title,
 * followed by the program's state. All of it uses tmux's own pane options and formats, so every door that draws panes
 * shows it.
 */
export type Metadata = Readonly<Record<string, unknown>>;

/** Colour names that teams use and terminals do not know. */
const COLOURS: Readonly<Record<string, string>> = {
  purple: "magenta",
  pink: "colour205",
  orange: "colour208",
  gray: "colour244",
  grey: "colour244",
  teal: "colour37",
  gold: "colour178",
};

const TERMINAL_COLOUR =
  /^(?:(?:bright)?(?:black|red|green|yellow|blue|magenta|cyan|white)|default|colou?r(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])|#[0-9a-f]{6})$/;

/** Undefined if the name is no colour; metadata that cannot be shown is still kept. */
export function terminalColour(name: string): string | undefined {
  const colour = name.trim().toLowerCase();
  const known = Object.hasOwn(COLOURS, colour) ? COLOURS[colour]! : colour;
  return TERMINAL_COLOUR.test(known) ? known : undefined;
}

/** Entries as a pane stores them: null and undefined remove an entry, an array or an object is stored as JSON. */
export function metadataEntries(metadata: Metadata): [name: string, value: string | undefined][] {
  return Object.entries(metadata).map(([name, value]) => [
    name,
    value === null || value === undefined
      ? undefined
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value),
  ]);
}

export function metadataOf(pane: Pane): Record<string, string> {
  return Object.fromEntries(pane.metadata);
}

/** Default borders of a window, unless the user has set other ones: each pane's own colour and name. */
const BORDERS: readonly (readonly [option: string, value: string])[] = [
  ["pane-border-status", "top"],
  ["pane-border-style", "#{?@mullion-color,fg=#{@mullion-color},default}"],
  ["pane-active-border-style", "#{?@mullion-color,fg=#{@mullion-color},fg=green}"],
];

/**
 * Updates a pane's appearance from its metadata. Applications set their own titles; the border keeps showing the name
 * that the team gave.
 */
export function showMetadata(mux: Mux, pane: Pane): void {
  const nothing = !["name", "role", "color"].some((entry) => pane.metadata.has(entry));
  if (nothing && !pane.options.has("pane-border-format")) return;
  const name = pane.metadata.get("name") ?? "";
  const role = pane.metadata.get("role") ?? "";
  const colour = terminalColour(pane.metadata.get("color") ?? "") ?? "";
  if (name !== "") {
    mux.setPaneTitle(pane, name);
    pane.screen.title = pane.title;
  }
  pane.options.set("@mullion-name", name);
  pane.options.set("@mullion-role", role);
  pane.options.set("@mullion-color", colour);
  const style = colour === "" ? "#[bold]" : `#[fg=${colour},bold]`;
  const shown = "#{?#{@mullion-name},#{@mullion-name},#{pane_title}}";
  const badge = "#[nobold]#{?#{@mullion-role}, [#{@mullion-role}],}";
  pane.options.set("pane-border-format", `${style} ${shown}${badge} ${STATE_FORMAT} #[default]`);
  const { options } = pane.window;
  for (const [option, value] of BORDERS) if (!options.has(option)) options.set(option, value);
}
