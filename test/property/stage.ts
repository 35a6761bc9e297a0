import fc from "fast-check";
import { expandFormat } from "../../src/core/format/expand-format.ts";
import { createServer } from "../../src/core/mux/create-server.ts";
import { Painter } from "../../src/faces/tui/painter.ts";
import type { TerminalFeatures } from "../../src/faces/tui/terminal/terminal-features.ts";
import { formatHost } from "../fixtures/format-host.ts";
import { IdleWorld } from "./tree-ports.ts";

export const everything: TerminalFeatures = {
  names: [],
  colours: "rgb",
  utf8: true,
  lineDrawing: "utf8",
  title: true,
  clipboard: true,
  hyperlinks: true,
  cursorStyle: true,
  cursorColour: true,
  synchronized: true,
  focus: true,
  bracketedPaste: true,
  mouse: true,
  extendedKeys: true,
  alternateScreen: true,
  erasesWithBackground: true,
  scrollRegion: true,
  scrollsMany: true,
  lastColumn: true,
  dim: true,
  italic: true,
  blink: true,
  hidden: true,
  strikethrough: true,
  overline: true,
  underlineStyles: true,
  given: new Map(),
};

const flag = fc.boolean();
/** Any terminal that has UTF-8 and writes to its last cell. */
export const features: fc.Arbitrary<TerminalFeatures> = fc
  .record({
    colours: fc.constantFrom(0 as const, 8 as const, 16 as const, 256 as const, "rgb" as const),
    lineDrawing: fc.constantFrom("utf8" as const, "g0" as const, "ascii" as const),
    hyperlinks: flag,
    synchronized: flag,
    erasesWithBackground: flag,
    scrollRegion: flag,
    scrollsMany: flag,
    italic: flag,
    dim: flag,
    strikethrough: flag,
    underlineStyles: flag,
  })
  .map((some) => ({ ...everything, ...some }));

/** A server with a client of some size, and what paints it. */
export function stage(cols: number, rows: number, given: TerminalFeatures) {
  const mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
  const session = mux.createSession({ name: "s", cwd: "/" });
  const client = mux.attachClient(session, { name: "c", termName: "xterm", size: { cols, rows } });
  const { server } = mux;
  const newPainter = () =>
    new Painter({
      server,
      client,
      features: given,
      own: { line: undefined, overlay: undefined },
      expand: (format, place) => expandFormat(format, { ...place, server, host: formatHost, now: 0 }),
    });
  return { mux, session, newPainter };
}
