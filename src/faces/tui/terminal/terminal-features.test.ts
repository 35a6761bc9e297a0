import { beforeEach, describe, expect, it } from "vitest";
import { IdleWorld } from "../../../../test/property/tree-ports.ts";
import { createServer } from "../../../core/mux/create-server.ts";
import type { Mux } from "../../../core/mux.ts";
import { featuresOfProduct } from "./feature-table.ts";
import { whyUnsuitable } from "./terminal-families.ts";
import { type TerminalFeatures, terminalFeatures } from "./terminal-features.ts";

let mux: Mux;
beforeEach(() => {
  mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
});

function featuresOf(
  termName: string,
  { environment = {}, reported = [], given = [] }: Given = {},
): TerminalFeatures {
  const session = mux.createSession({ cwd: "/" });
  const client = mux.attachClient(session, {
    name: termName,
    termName,
    environment: new Map(Object.entries(environment)),
  });
  return terminalFeatures({ server: mux.server, client, reported, given });
}

interface Given {
  readonly environment?: Readonly<Record<string, string>>;
  readonly reported?: readonly string[];
  readonly given?: readonly string[];
}

describe("a terminal's features", () => {
  it.each([
    ["xterm-256color", 256, "bpaste,ccolour,clipboard,cstyle,focus,title"],
    ["xterm", 8, "bpaste,ccolour,clipboard,cstyle,focus,title"],
    ["screen-256color", 256, "bpaste,focus,title"],
    ["linux", 8, "bpaste,focus,title"],
    ["vt100", 0, "bpaste,focus,title"],
    ["who-knows", 0, "bpaste,focus,title"],
  ])("of %s are by its name", (term, colours, names) => {
    const features = featuresOf(term);
    expect([features.colours, features.names.join(",")]).toEqual([colours, names]);
  });

  it("include those of COLORTERM, of the command line and of the terminal's replies", () => {
    expect(featuresOf("xterm", { environment: { COLORTERM: "truecolor" } }).colours).toBe("rgb");
    expect(featuresOf("xterm", { given: ["256"] }).colours).toBe(256);
    const reported = featuresOf("xterm", { reported: featuresOfProduct("kitty(0.35)") });
    expect(reported).toMatchObject({
      colours: "rgb",
      synchronized: true,
      hyperlinks: true,
      underlineStyles: true,
    });
  });

  it("are what options say", () => {
    mux.server.options.set("terminal-features[5]", "odd*:256:sync:hyperlinks");
    mux.server.options.set("terminal-overrides[0]", "odd*:smcup@:Smol=x::y:colors=16");
    const features = featuresOf("oddterm");
    expect(features).toMatchObject({
      colours: 16,
      synchronized: true,
      hyperlinks: true,
      alternateScreen: false,
      overline: true,
    });
    expect(featuresOf("xterm").alternateScreen).toBe(true);
  });

  it("are too few of some", () => {
    expect(whyUnsuitable("dumb")).toBe("terminal does not support clear");
    expect(whyUnsuitable("")).toBe("missing or unsuitable terminal: ");
    expect(whyUnsuitable("xterm")).toBeUndefined();
  });
});
