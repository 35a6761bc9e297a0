import { expect, test } from "vitest";
import { freshBundle } from "./fresh-bundle.ts";

test("a bundle that is not there is not used", () => {
  expect(freshBundle("daemon/no-such-bundle.js")).toBeUndefined();
  expect(freshBundle("no-such-directory/bundle.js")).toBeUndefined();
});

test("a bundle that is there is named by its address", () => {
  expect(freshBundle("package/fresh-bundle.ts")).toBe(new URL("./fresh-bundle.ts", import.meta.url).href);
});
