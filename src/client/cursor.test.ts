import { expect, test } from "vitest";
import type { AnyEvent } from "../protocol/events.ts";
import { SeenSoFar } from "./cursor.ts";

function output(offset: number, text: string): AnyEvent {
  return {
    method: "context_output",
    params: { context_id: "c", data: Buffer.from(text).toString("base64"), offset },
  };
}

test("takes each byte once, whatever comes again", () => {
  const seen = new SeenSoFar();
  expect(seen.take(output(0, "abc"))).toEqual(output(0, "abc"));
  expect(seen.take(output(0, "abc"))).toBeUndefined();
  expect(seen.take(output(1, "bcde"))).toEqual(output(3, "de"));
  expect(seen.cursor).toEqual({ sequence: 0, offsets: { c: 5 } });
});

test("takes each numbered event once, and counts over gaps", () => {
  const seen = new SeenSoFar({ sequence: 7, offsets: {} });
  const exited: AnyEvent = {
    method: "context_exited",
    params: { context_id: "c", exit_code: 0, sequence: 7, offset: 4 },
  };
  expect(seen.take(exited)).toBeUndefined();
  seen.take({ method: "mullion.gap", params: { kind: "events", from: 8, to: 10, reason: "expired" } });
  expect(seen.sequence).toBe(9);
  const later: AnyEvent = { ...exited, params: { ...exited.params, sequence: 10 } };
  expect(seen.take(later)).toEqual(later);
  expect(seen.cursor).toEqual({ sequence: 10, offsets: { c: 4 } });
});
