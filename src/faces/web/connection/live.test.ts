import { afterEach, beforeEach, expect, test } from "vitest";
import { leaveStubPage, StubSocket, stubPage } from "../../../../test/browser/stub-page.ts";
import type { InputMessage } from "./input-messages.ts";
import { LiveLink } from "./live.ts";

/** The limit of the daemon. */
const MAX_FRAME_BYTES = 256 * 1024;

beforeEach(() => void stubPage());
afterEach(leaveStubPage);

/** A link whose pane has a screen, and what it reports. */
function connected() {
  const refused: string[] = [];
  const ignore = () => {};
  const link = new LiveLink("7b1d8a54-0000-4000-8000-000000000000", {
    snapshot: ignore,
    output: ignore,
    resized: ignore,
    refused: (reason) => refused.push(reason),
    gap: ignore,
    current: ignore,
  });
  const socket = StubSocket.opened.at(-1)!;
  socket.receive({ type: "snapshot", pid: 1, cols: 80, rows: 24, screen: "", offset: 0 });
  return { link, socket, refused };
}

test.each([
  ["letters", "a".repeat(300_000)],
  ["characters that JSON escapes with six bytes", "\x1b".repeat(100_000)],
  ["characters of two units, which no frame divides", `x${"👩".repeat(100_000)}`],
])("a long text goes in frames that the daemon accepts: %s", (_what, text) => {
  const { link, socket } = connected();
  expect(link.write(text)).toBe(true);
  const pieces = socket.sent.map((frame) => JSON.parse(frame) as InputMessage);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.every(({ type, data }) => type === "input" && String(Buffer.from(data)) === data)).toBe(true);
  expect(pieces.map(({ data }) => data).join("")).toBe(text);
  expect(pieces.map(({ more }) => more)).toEqual([...pieces.slice(1).map(() => true), undefined]);
  expect(Math.max(...socket.sent.map((frame) => Buffer.byteLength(frame)))).toBeLessThan(MAX_FRAME_BYTES);
  link.close();
});

test("a key is one frame", () => {
  const { link, socket } = connected();
  link.write("a");
  expect(socket.sent).toEqual(['{"type":"input","data":"a"}']);
  link.close();
});

test.each([1008, 1009, 1013])("reports why the daemon has ended a connection with %i", (code) => {
  const { link, socket, refused } = connected();
  socket.end(code, "the daemon's sentence");
  expect(refused).toEqual(["the daemon's sentence"]);
  link.close();
});

test("a daemon that dies is no refusal", () => {
  const { link, socket, refused } = connected();
  socket.end();
  expect(refused).toEqual([]);
  link.close();
});
