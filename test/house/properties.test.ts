import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

test("every property test is one of the fixture's, with a pinned and a fresh seed and without a retry", () => {
  const asserting = ["src", "test"]
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).map((path) => join(room, path)),
    )
    .filter(
      (path) =>
        path.endsWith(".ts") && /\bfc\s*\.(assert|check)\(/.test(readFileSync(join(root, path), "utf8")),
    );
  expect(asserting).toEqual(["test/fixtures/property.ts"]);
});
