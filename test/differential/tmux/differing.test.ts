import { expect, it } from "vitest";
import { differingCases } from "./cases/differing.ts";
import { compareCases } from "./compare.ts";
import { differences } from "./differences.ts";

it("shows every listed difference", () => {
  expect(Object.keys(differences).filter((name) => !(name in differingCases))).toEqual([]);
});

compareCases("differing", differingCases);
