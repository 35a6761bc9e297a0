import { expect, test } from "vitest";
import { afterFailure, describeLink } from "./link-state.ts";

test("says since when the page is cut off, however many attempts fail", () => {
  const first = afterFailure({ kind: "connected" }, "failed", 1000);
  expect(first).toEqual({ kind: "reconnecting", since: 1000, reachable: true });
  const second = afterFailure(first, "unreachable", 2000);
  expect(second).toEqual({ kind: "reconnecting", since: 1000, reachable: false });
  expect(describeLink(second)).toBe("The daemon does not answer");
});

test("a rejected credential is a logout, not a lost connection", () => {
  const state = afterFailure({ kind: "connected" }, "rejected", 1000);
  expect(describeLink(state)).toContain("mullion web");
});
