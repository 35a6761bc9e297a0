import { expect, test } from "vitest";
import { addressOf, parseRoute, type Route } from "./route.ts";

const routes: Route[] = [
  { view: "overview" },
  { view: "window", socket: "/tmp/tmux-1000/my server", windowId: "@3" },
  { view: "pane", id: "0b9c-1" },
  { view: "past", id: "0b9c-1" },
];

test.each(routes)("$view has an address that leads back to it", (route) => {
  expect(parseRoute(addressOf(route))).toEqual(route);
});

test.each(["", "#", "#/x", "#/p/", "#/w/only"])("%j is the overview", (fragment) => {
  expect(parseRoute(fragment)).toEqual({ view: "overview" });
});

test("a damaged address does not throw", () => {
  expect(parseRoute("#/p/%E0%A4%A")).toEqual({ view: "pane", id: "%E0%A4%A" });
});
