import type { DefaultColour } from "../screen/screen.ts";
import type { Client, Pane } from "../tree/tree.ts";
import type { StyleColour } from "./colour.ts";
import { paletteRgb } from "./palette.ts";
import { optionStyle } from "./style.ts";

/**
 * The default colour that a pane's application sees, as 0xrrggbb: that of window-style, else of a terminal that shows
 * the pane, else of any attached terminal, most recently used first. Undefined if none is known.
 */
export function defaultColour(pane: Pane, which: DefaultColour): number | undefined {
  return rgbOf(styled(pane, which)) ?? attachedColour(pane, which);
}

function styled(pane: Pane, which: DefaultColour): StyleColour {
  const colourIn = (name: string) => optionStyle(pane.options, name, (text) => text)[which];
  const active = pane === pane.window.active ? colourIn("window-active-style") : undefined;
  return !active || active.kind === "default" ? colourIn("window-style") : active;
}

/** As 0xrrggbb; undefined for the default colour. */
export function rgbOf(colour: StyleColour): number | undefined {
  if (colour.kind === "rgb") return (colour.red << 16) | (colour.green << 8) | colour.blue;
  return colour.kind === "basic" || colour.kind === "palette" ? paletteRgb(colour.index) : undefined;
}

function attachedColour({ window }: Pane, which: DefaultColour): number | undefined {
  const looksAt = (client: Client) => (client.session?.current.window === window ? 1 : 0);
  const [nearest] = window.server.clients
    .filter(({ session, colours }) => session && colours[which] !== undefined)
    .sort((a, b) => looksAt(b) - looksAt(a) || b.activity - a.activity);
  return nearest?.colours[which];
}
