import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { oldNode } from "./old-node.ts";

const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

test.each(["20.19.0", "20.20.1", "22.0.0", "100.1.0"])("Node %s is new enough", (version) => {
  expect(oldNode(version)).toBeUndefined();
});

test.each(["20.18.3", "18.20.4", "12.22.9", "8.0.0"])("Node %s is refused in one sentence", (version) => {
  expect(oldNode(version)).toMatch(new RegExp(`^Node ${version} \\(.*\\) is too old: .* 20\\.19 or newer`));
});

test("package.json and the client name the same version", () => {
  expect(engines.node).toBe(">=20.19");
  expect(readFileSync(new URL("../../native/client/node.c", import.meta.url), "utf8")).toContain(
    "Node 20.19 or newer",
  );
});
