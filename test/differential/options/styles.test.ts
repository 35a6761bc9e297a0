import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { showOption } from "../../../src/core/options/show-options.ts";
import { ATTRIBUTES } from "../../../src/core/style/attributes.ts";
import { colourToRgb, parseColour } from "../../../src/core/style/colour.ts";
import { namedColours } from "../../../src/core/style/named-colours.ts";
import { property } from "../../fixtures/property.ts";
import { need } from "../../setup/need.ts";
import { Comparison } from "./comparison.ts";
import { ourOptions } from "./our-options.ts";
import { RealTmux } from "./real-tmux.ts";

function colourNames(): readonly string[] {
  const named = namedColours.flatMap(([name]) => [name, name.replaceAll(" ", ""), name.toUpperCase()]);
  const shaded = namedColours.flatMap(([name, , ...shades]) =>
    shades.length === 0
      ? []
      : ["", "0", "1", "2", "3", "4", "5"].map((shade) => name.replaceAll(" ", "") + shade),
  );
  const greys = Array.from({ length: 105 }, (_, i) => [`grey${i}`, `gray${i}`, `Grey${i}`]).flat();
  const basic = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
  const bright = basic.flatMap((name) => [`bright${name}`, `Bright${name}`, `bright ${name}`]);
  const numbers = Array.from({ length: 260 }, (_, i) => [`${i}`, `colour${i}`, `Color${i}`]).flat();
  return [...named, ...shaded, ...greys, ...basic, ...bright, ...numbers, "grey-1", "greyx", "light grey"];
}

const colour = fc.constantFrom(
  "red",
  "default",
  "terminal",
  "colour7",
  "#aabbcc",
  "nosuch",
  "",
  "AliceBlue",
  "none",
);
const attribute = fc.constantFrom(...ATTRIBUTES, "bold", "BOLD", "default", "none", "bold|dim", "bold|", "x");
const word = fc.oneof(
  attribute,
  attribute.map((name) => `no${name}`),
  colour.map((name) => `fg=${name}`),
  colour.map((name) => `BG=${name}`),
  colour.map((name) => `fill=${name}`),
  fc.constantFrom(
    "us=red",
    "fg",
    "xg=red",
    "default",
    "ignore",
    "noignore",
    "nolist",
    "norange",
    "noalign",
    "none",
  ),
  fc.constantFrom(
    "push-default",
    "pop-default",
    "set-default",
    "list=on",
    "list=focus",
    "list=left-marker",
    "list=x",
  ),
  fc.constantFrom("list=", "align=left", "align=Centre", "align=absolute-centre", "align=", "align=middle"),
  fc.constantFrom(
    "range=left",
    "range=right",
    "range=left|1",
    "range=window|1",
    "range=window|",
    "range=window|x",
  ),
  fc.constantFrom("range=window", "range=pane|1", "range=user|x", "range=", "x".repeat(255), "x".repeat(256)),
);
const style = fc
  .array(word, { maxLength: 5 })
  .chain((words) => fc.constantFrom(",", " ", ", ", ",,", "\n").map((by) => words.join(by)));

describe.runIf(need("tmux"))("colours and styles", () => {
  let real: RealTmux;
  beforeAll(() => {
    real = new RealTmux();
  });
  afterAll(() => real.stop());

  it("knows the colours that tmux knows, as the same colours", async () => {
    const { globalSession } = ourOptions();
    const both = new Comparison(real);
    for (const name of colourNames()) {
      both.step(["set-option", "-g", "status-bg", name], () => globalSession.set("status-bg", name));
      both.step(["show-options", "-g", "status-bg"], () => showOption(globalSession, "status-bg"));
      const parsed = parseColour(name);
      const rgb = parsed && colourToRgb(parsed);
      both.step(["display-message", "-p", `#{c:#{l:${name}}}`], () => [
        rgb === undefined ? "" : rgb.toString(16).padStart(6, "0"),
      ]);
    }
    expect(await both.mismatches()).toEqual([]);
  });

  property("takes and refuses the same styles", { runs: 100 }, (check) =>
    check(
      fc.asyncProperty(fc.array(style, { minLength: 20, maxLength: 20 }), async (styles) => {
        const { globalSession } = ourOptions();
        const both = new Comparison(real);
        for (const text of styles) {
          both.step(["set-option", "-g", "status-style", text], () =>
            globalSession.set("status-style", text),
          );
        }
        expect(await both.mismatches()).toEqual([]);
      }),
    ),
  );
});
