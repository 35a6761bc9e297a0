import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ScreenListener } from "../core/screen/screen.ts";
import { NotificationGate } from "./notification-gate.ts";

const bytes = Buffer.from("x");
/** Every notification of a screen that is no query, with what the screen passes. */
const notifications: readonly (readonly [string, (gate: ScreenListener) => void, readonly unknown[]])[] = [
  ["bell", (gate) => gate.bell?.(), []],
  ["title", (gate) => gate.title?.("t"), ["t"]],
  ["windowName", (gate) => gate.windowName?.("w"), ["w"]],
  ["path", (gate) => gate.path?.("/p"), ["/p"]],
  ["clipboard", (gate) => gate.clipboard?.("c", bytes), ["c", bytes]],
  ["prompt", (gate) => gate.prompt?.({ kind: "prompt" }), [{ kind: "prompt" }]],
  ["notification", (gate) => gate.notification?.("n"), ["n"]],
  ["progress", (gate) => gate.progress?.(undefined), [undefined]],
  ["passthrough", (gate) => gate.passthrough?.(bytes), [bytes]],
  ["focusWanted", (gate) => gate.focusWanted?.(), []],
];

let seen: unknown[][];
let replies: [string, number][];
let colour: number | undefined;
let gate: NotificationGate;
beforeEach(() => {
  seen = [];
  replies = [];
  colour = 0x112233;
  const listener = Object.fromEntries(
    notifications.map(([name]) => [name, (...given: unknown[]) => void seen.push([name, ...given])]),
  );
  gate = new NotificationGate({
    listener,
    answered: 7,
    owner: {
      reply: (reply, number) => void replies.push([Buffer.from(reply).toString(), number]),
      colour: () => colour,
    },
  });
});

describe.each(notifications)("%s", (name, notify, given) => {
  test("reaches the listener as it came, and is noted once", () => {
    notify(gate.gated);
    expect(seen).toEqual([[name, ...given]]);
    expect([gate.takeNotified(), gate.takeNotified()]).toEqual([true, false]);
  });

  test("is noted although the listener ignores it", () => {
    const thrown = vi.spyOn(globalThis, "setImmediate"); // A bug of a listener is thrown in a turn of its own.
    gate.listener = {};
    notify(gate.gated);
    expect(gate.takeNotified()).toBe(true);
    expect(thrown).not.toHaveBeenCalled();
    thrown.mockRestore();
  });

  test("is suppressed where the output was parsed before", () => {
    gate.muted = true;
    notify(gate.gated);
    expect(seen).toEqual([]);
    expect(gate.takeNotified()).toBe(false);
  });
});

test("replies are numbered on from the earlier ones, suppressed ones too", () => {
  gate.gated.reply?.(bytes);
  expect(gate.takeNotified()).toBe(true);
  gate.muted = true;
  gate.gated.reply?.(bytes);
  gate.gated.colourAsked?.("foreground", false);
  expect(gate.takeNotified()).toBe(false);
  gate.muted = false;
  gate.gated.reply?.(bytes);
  expect(replies).toEqual([
    ["x", 8],
    ["x", 11],
  ]);
  gate.answered = 0;
  gate.gated.reply?.(bytes);
  expect(replies.at(-1)).toEqual(["x", 1]);
});

test("a query for a colour counts as answered, whether the colour is known or not", () => {
  gate.gated.colourAsked?.("background", true);
  expect(gate.takeNotified()).toBe(true);
  colour = undefined;
  gate.gated.colourAsked?.("background", true);
  expect(gate.takeNotified()).toBe(true);
  expect(replies).toEqual([["\x1b]11;rgb:1111/2222/3333\x07", 8]]);
  expect(gate.answered).toBe(9);
});
