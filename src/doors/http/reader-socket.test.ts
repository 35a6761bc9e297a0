import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { keepAlive } from "./reader-socket.ts";

const PING_MS = 30_000;

let socket: EventEmitter;
let isEnded: boolean;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  isEnded = false;
  const terminate = () => {
    isEnded = true;
  };
  socket = Object.assign(new EventEmitter(), { ping: () => {}, terminate });
  stop = keepAlive(socket as WebSocket);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test.each(["pong", "message"])("keeps a reader that has sent a %s since the last ping", (event) => {
  for (let pings = 0; pings < 3; pings++) {
    vi.advanceTimersByTime(PING_MS);
    socket.emit(event);
  }
  expect(isEnded).toBe(false);
});

test("disconnects a reader that has sent nothing since the last ping", () => {
  vi.advanceTimersByTime(PING_MS);
  expect(isEnded).toBe(false);
  vi.advanceTimersByTime(PING_MS);
  expect(isEnded).toBe(true);
});
