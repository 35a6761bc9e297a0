import { expect, it } from "vitest";
import type { PaneId } from "../../core/ids.ts";
import type { SpawnRequest } from "../../core/ports.ts";
import { type HolderRecord, keyOf, requestedRecord, requestOf, startedRecord } from "./holder-record.ts";

it("restores a request exactly, whatever its environment contains", () => {
  const request: SpawnRequest = {
    pane: "%7" as PaneId,
    file: "/bin/sh",
    argv: ["sh", "-c", "true"],
    cwd: "/",
    environment: new Map([
      ["EMPTY", ""],
      ["LINES", "one\ntwo"],
      ["SUM", "1=1=2"],
      ["WIDE", "日本語 \u{1F680}"],
    ]),
    size: { cols: 80, rows: 24 },
  };
  const written = JSON.parse(
    JSON.stringify(requestedRecord(0xfeed_0000_0000_0001n, request)),
  ) as HolderRecord;
  expect(requestOf(written, request.pane)).toEqual(request);
  expect(keyOf(written)).toBe(0xfeed_0000_0000_0001n);
});

it("restores a process without an environment", () => {
  const request: SpawnRequest = {
    pane: "%7" as PaneId,
    argv: ["true"],
    cwd: "/",
    environment: new Map(),
    size: { cols: 80, rows: 24 },
  };
  const written = requestedRecord(1n, request);
  expect(written.request).not.toHaveProperty("file");
  expect(requestOf(written, request.pane)?.environment.size).toBe(0);
});

it("names a started process, and its holder where that is known", () => {
  const started = { pid: 7, tty: "/dev/pts/1" };
  const holder = { pid: 6, startedMs: 12 };
  expect(startedRecord(1n, started)).toEqual({ key: expect.any(String), started });
  expect(startedRecord(1n, started, holder)).toMatchObject({ started, holder });
});
