import { expect, test } from "vitest";
import type { PagePane } from "../../../protocol/page.ts";
import { newestText, placeText } from "./pane-text.ts";

const pane = {
  server: "default",
  session: "team",
  window: "tests",
  window_index: 2,
  last_line: "412 passed",
  agent: { state: "waiting", question: "Allow?", unread: false },
} as Partial<PagePane> as PagePane;

test("a place names the server only if it is not the usual one", () => {
  expect(placeText(pane)).toBe("team › 2:tests");
  expect(placeText({ ...pane, server: "work" })).toBe("work › team › 2:tests");
});

test("a name that is written from right to left does not turn the rest around", () => {
  const session = "שלום";
  expect(placeText({ ...pane, session })).toBe("\u2068שלום\u2069 › 2:tests");
  expect(placeText({ ...pane, session: "evil\u202etxt.exe" })).toBe("eviltxt.exe › 2:tests");
  expect(placeText({ ...pane, session: "a\u2069\u202eb" })).toBe("ab › 2:tests");
});

test("a question is newer than the last line while the program waits", () => {
  expect(newestText(pane)).toBe("Allow?");
  expect(newestText({ ...pane, agent: { ...pane.agent, state: "working" } })).toBe("412 passed");
});
