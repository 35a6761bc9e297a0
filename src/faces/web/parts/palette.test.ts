import { expect, test } from "vitest";
import { AGENT_COLOURS, agentColour, cssColour } from "./palette.ts";

test("colours of a picture: the page's own, sixteen of the theme, the cube, greys and RGB", () => {
  expect(cssColour(-1, "dark")).toBeUndefined();
  expect(cssColour(1, "dark")).not.toBe(cssColour(1, "light"));
  expect(cssColour(16, "dark")).toBe("#000000");
  expect(cssColour(196, "dark")).toBe("#ff0000");
  expect(cssColour(231, "dark")).toBe("#ffffff");
  expect(cssColour(232, "dark")).toBe("#080808");
  expect(cssColour(255, "dark")).toBe("#eeeeee");
  expect(cssColour(0x1000000 + 0x0102ff, "light")).toBe("#0102ff");
});

test("colours that teams name", () => {
  expect(agentColour("purple", "dark")).toBe(agentColour("magenta", "dark"));
  expect(agentColour(" Orange ", "dark")).toBe("#ff8700");
  expect(agentColour("colour205", "dark")).toBe(agentColour("pink", "dark"));
  expect(agentColour("brightred", "dark")).toBe(cssColour(9, "dark"));
  expect(agentColour("#12abEF", "dark")).toBe("#12abef");
  for (const unknown of ["", undefined, "colour999", "url(x)", "constructor"])
    expect(agentColour(unknown, "dark")).toBeUndefined();
  for (const name of AGENT_COLOURS) expect(agentColour(name, "light")).toMatch(/^#[0-9a-f]{6}$/);
});
