import { expect, test } from "vitest";
import { joinPlace, paneAddress, splitPlace } from "./host-address.ts";

test("an id or a socket of a host names the host, one of this machine does not", () => {
  for (const [host, there] of [
    ["build", "7b1d-1"],
    ["build", "/tmp/tmux-0/default"],
  ] as const)
    expect(splitPlace(joinPlace(host, there))).toEqual({ host, there });
  for (const there of ["7b1d-1", "/tmp/tmux-0/default"])
    expect(splitPlace(there)).toEqual({ host: undefined, there });
});

test("requests about a pane of a host go through this machine's daemon", () => {
  expect(paneAddress("7b1d-1", "answer")).toBe("/api/panes/7b1d-1/answer");
  expect(paneAddress("build/7b1d-1", "answer")).toBe("/host/build/api/panes/7b1d-1/answer");
});
