import { expect, test } from "vitest";
import { isReport } from "./report.ts";

test.each(["\x1b[I", "\x1b[O", "\x1b[<0;30;21M", "\x1b[<64;1;1m", "\x1b[M !!", "\x1b[M\n!!"])(
  "%j is a report",
  (data) => expect(isReport(data)).toBe(true),
);

test.each(["a", "\x1b", "\x1b[A", "\x1bOI", "\x1b[200~\x1b[I\x1b[201~", "\x1b[Ia", "I"])(
  "%j is typed",
  (data) => expect(isReport(data)).toBe(false),
);
