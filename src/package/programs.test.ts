import { expect, test } from "vitest";
import { packageOf, thisPlatform } from "./programs.ts";

test.each(["bin/mullion", `prebuilt/${thisPlatform}/bin/mullion`])(
  "finds the package of its program %s",
  (program) => {
    expect(packageOf(`/somewhere/mullion/${program}`)).toBe("/somewhere/mullion");
  },
);

test("takes a checkout in a directory named prebuilt for a checkout", () => {
  expect(packageOf("/somewhere/prebuilt/mullion/bin/mullion")).toBe("/somewhere/prebuilt/mullion");
});
