import type { DefaultColour } from "../screen/screen.ts";
import type { Client, Pane } from "../tree/tree.ts";
import { colourToRgb, type StyleColour } from "./colour.ts";
import { optionStyle } from "./style.ts";

/**
 * The default colour that a pane's application sees, as 0xrrggbb: that of window-style, else of a terminal that shows
 * the pane, else of any attached terminal, most recently used first. Undefined if none is known.
 */
export function defaultColour(pane: Pane, which: DefaultColour): number | undefined {
  return colourToRgb(styled(pane, which)) ?? attachedColour(pane, which);
}

function styled(pane: Pane, which: DefaultColour): StyleColour {
  const colourIn = (name: string) => optionStyle(pane.options, name, (text) => text)[which];
  const active = pane === pane.window.active ? colourIn("window-active-style") : undefined;
  return !active || active.kind === "default" ? colourIn("window-style") : active;
}

function attachedColour({ window }: Pane, which: DefaultColour): number | undefined {
  const looksAt = (client: Client) => (client.session?.current.window === window ? 1 : 0);
  const [nearest] = window.server.clients
    .filter(({ session, colours }) => session && colours[which] !== undefined)
    .sort((a, b) => looksAt(b) - looksAt(a) || b.activity - a.activity);
  return nearest?.colours[which];
}
