import type { WebSocket } from "ws";
import { z } from "zod";
import { typeInto } from "../../../core/ports.ts";
import type { Admission } from "../admission.ts";
import { COMPRESSED, keepAlive, NORMAL, onMessage, PLAIN, POLICY } from "../reader-socket.ts";
import type { HttpTerminal } from "../terminals/terminals.ts";
import { Flow } from "./flow.ts";
import { LongText } from "./long-text.ts";
import { type FeedItem, PaneFeed } from "./pane-feed.ts";

/**
 * A live pane over a WebSocket. Text frames are JSON, as `FeedItem` defines them; output comes in binary frames, each
 * with the offset of its first byte (64 bits, big endian) before the bytes. The reader acknowledges output with
 * `{"type":"ack","offset":N}`: at most one window is sent ahead, and less over a slow link to a reader that asks for `adapt`.
 * It types with `{"type":"input","data":"…"}`. It sends a long text in several of these messages, all but the last with
 * `"more":true`. It asks for a new snapshot with `{"type":"refresh"}`.
 */
export const liveQuery = z.object({
  offset: z.coerce.number().int().nonnegative().optional(),
  pid: z.coerce.number().int().nonnegative().optional(),
  cols: z.coerce.number().int().positive().optional(),
  rows: z.coerce.number().int().positive().optional(),
  history: z.coerce.number().int().min(0).max(100_000).default(1_000),
  window: z.coerce
    .number()
    .int()
    .min(16 * 1024)
    .max(1024 * 1024)
    .default(256 * 1024),
  adapt: z.literal("1").optional(),
});

const readerMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ack"), offset: z.int().nonnegative() }),
  z.object({ type: z.literal("input"), data: z.string(), more: z.boolean().default(false) }),
  z.object({ type: z.literal("refresh") }),
]);

const STRETCH_BYTES = 64 * 1024;
const NOT_SHOWN = "the link does not show this pane any more";
const TOO_LONG = "a text has at most 16 MB: nothing was typed";
const READ_ONLY = "this link is for looking only: nothing was typed";

export interface LiveOptions {
  readonly terminal: HttpTerminal;
  readonly admission: Admission;
  readonly query: z.output<typeof liveQuery>;
}

export function serveLive(socket: WebSocket, { terminal, admission, query }: LiveOptions): void {
  const { offset, history, window } = query;
  const adapts = query.adapt !== undefined;
  const flow = new Flow({ most: window, start: offset ?? 0, adapts });
  const feed: PaneFeed = new PaneFeed({
    terminal,
    history,
    skipsLate: adapts,
    resume: offset === undefined ? undefined : { ...query, offset },
    onReady: () => setImmediate(pump),
  });
  const input = new LongText();
  const stopPings = keepAlive(socket);

  function pump(): void {
    while (socket.readyState === socket.OPEN && flow.room > 0) {
      const shown = admission.covers(terminal);
      if (!shown) socket.close(POLICY, NOT_SHOWN);
      const item = shown ? feed.take(Math.min(STRETCH_BYTES, flow.room)) : undefined;
      if (!item) return;
      send(socket, flow, item);
      if (item.type === "closed") socket.close(NORMAL, "the pane is closed");
    }
  }

  onMessage(socket, readerMessage, (message) => {
    const fault = take(message);
    if (fault === undefined) pump();
    return fault;
  });
  socket.on("error", () => {});
  const ignoreEnd = admission.onEnd((reason) => socket.close(POLICY, reason));
  socket.on("close", () => {
    ignoreEnd();
    stopPings();
    feed.close();
  });
  setImmediate(pump);

  /** Returns what is wrong with the message, if anything. */
  function take(message: z.output<typeof readerMessage>): string | undefined {
    if (message.type === "ack")
      return flow.acknowledge(message.offset) ? undefined : "this offset was never sent";
    if (message.type === "refresh") return feed.refresh();
    if (!admission.covers(terminal)) return NOT_SHOWN;
    if (!admission.mayWrite) return READ_ONLY;
    const { process } = terminal.pane;
    if (!process) return "nothing runs there any more";
    if (process.inputRefusal) return process.inputRefusal.message;
    if (!input.add(message.data)) return TOO_LONG;
    // A person's keys wait for no other caller, as at an attached terminal.
    if (!message.more) typeInto([{ process, bytes: Buffer.from(input.take()) }]);
    return undefined;
  }
}

function send(socket: WebSocket, flow: Flow, item: FeedItem): void {
  if (item.type !== "output") {
    if (item.type === "respawned") flow.restart();
    const text = JSON.stringify(item);
    if (item.type === "snapshot") flow.sent(item.offset, text.length);
    socket.send(text, item.type === "snapshot" ? COMPRESSED : PLAIN);
    return;
  }
  const { offset, bytes } = item;
  const frame = Buffer.allocUnsafe(8 + bytes.length);
  frame.writeBigUInt64BE(BigInt(offset));
  frame.set(bytes, 8);
  flow.sent(offset + bytes.length, bytes.length);
  socket.send(frame, PLAIN);
}
