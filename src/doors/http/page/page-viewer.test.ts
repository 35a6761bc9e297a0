import { expect, test } from "vitest";
import { browserName, pageViewer } from "./page-viewer.ts";

test.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0.0.0 Safari/537.36",
    "Chrome on Linux",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Firefox on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0",
    "Edge on Windows",
  ],
  ["<b>curl</b>\u0007", "A browser"],
])("%s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});

test("a guest has the name of the link", () => {
  const id = expect.stringMatching(/^[0-9a-f]{16}$/);
  const firefox = "Gecko/20100101 Firefox/140.0";
  expect(pageViewer({ guest: undefined }, firefox)).toEqual({ kind: "owner", id, name: "Firefox" });
  expect(pageViewer({ guest: { link: "a", name: "Anna" } }, firefox)).toEqual({
    kind: "guest",
    id,
    name: "Anna (Firefox)",
  });
  expect(pageViewer({ guest: { link: "a", name: undefined } })).toEqual({
    kind: "guest",
    id,
    name: "Guest (A browser)",
  });
});
