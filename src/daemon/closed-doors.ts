import type { Door } from "./door-detection.ts";

const CLOSED = "this door of Mullion is not open yet";

/** What is said, once, to whoever knocks at a door that is not there: in the words of its own protocol. */
export const closedDoorAnswers: Readonly<Record<Exclude<Door, "client">, string>> = {
  json: `${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32601, message: CLOSED } })}\n`,
  http: [
    "HTTP/1.1 503 Service Unavailable",
    "Content-Type: text/plain; charset=utf-8",
    "Connection: close",
    `Content-Length: ${CLOSED.length + 1}`,
    "",
    `${CLOSED}\n`,
  ].join("\r\n"),
};
