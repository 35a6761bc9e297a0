import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  DRAW_ABILITY,
  LENDING_CLIENT_TO_DAEMON,
  LENDING_DAEMON_TO_CLIENT,
  LENDING_DAEMON_TO_HOLDER,
  LENDING_HOLDER_TO_DAEMON,
} from "../../src/lending/lending-wire.ts";
import {
  CLIENT_FLAG,
  CLIENT_TO_DAEMON,
  CLIENT_WIRE_VERSION,
  DAEMON_TO_CLIENT,
  TYPED_SINGLY_BYTES,
  WIRE_MAX_CLIENT_PAYLOAD,
} from "../../src/wire/client-wire.ts";
import {
  encodePreamble,
  WIRE_HEADER_SIZE,
  WIRE_MAGIC,
  WIRE_PREAMBLE_SIZE,
  WIRE_ROLE,
} from "../../src/wire/frames.ts";
import {
  DAEMON_TO_HOLDER,
  DAEMON_TO_LAUNCHER,
  HOLDER_DESCRIPTION_BYTES,
  HOLDER_INPUT_IDS,
  HOLDER_KEEP_BYTES,
  HOLDER_MOST_INPUT_IDS,
  HOLDER_QUEUE_BYTES,
  HOLDER_TO_DAEMON,
  HOLDER_WIRE_VERSION,
  LAUNCH_KIND,
  LAUNCH_STAGE,
  LAUNCHER_TO_DAEMON,
  LAUNCHER_WIRE_VERSION,
  WIRE_MAX_HOLDER_PAYLOAD,
} from "../../src/wire/holder-wire.ts";

/** These headers are the contract; what TypeScript says must be the same, name by name and value by value. */
const header = ["shared/wire.h", "lending/lending-wire.h"]
  .map((path) => readFileSync(new URL(`../../native/${path}`, import.meta.url), "utf8"))
  .join("")
  .replace(/\/\*[\s\S]*?\*\//g, "");

function headerEnum(name: string): Record<string, number> {
  const body = new RegExp(`enum ${name}\\s*{([^}]*)}`).exec(header)?.[1] ?? "";
  return Object.fromEntries(
    [...body.matchAll(/(\w+)\s*=\s*(\d+)(?: << (\d+))?/g)].map(([, key, value, shift = "0"]) => [
      key,
      Number(value) << Number(shift),
    ]),
  );
}

function headerNumber(name: string): number {
  const text = new RegExp(`#define ${name} (.*)`).exec(header)?.[1] ?? "";
  return text
    .replace(/[()\su]/g, "")
    .split("*")
    .reduce((product, factor) => product * Number(factor), 1);
}

test.each([
  ["client_to_daemon", CLIENT_TO_DAEMON],
  ["lending_client_to_daemon", LENDING_CLIENT_TO_DAEMON],
  ["daemon_to_client", DAEMON_TO_CLIENT],
  ["lending_daemon_to_client", LENDING_DAEMON_TO_CLIENT],
  ["daemon_to_holder", DAEMON_TO_HOLDER],
  ["lending_daemon_to_holder", LENDING_DAEMON_TO_HOLDER],
  ["holder_to_daemon", HOLDER_TO_DAEMON],
  ["lending_holder_to_daemon", LENDING_HOLDER_TO_DAEMON],
  ["daemon_to_launcher", DAEMON_TO_LAUNCHER],
  ["launcher_to_daemon", LAUNCHER_TO_DAEMON],
  ["launch_stage", LAUNCH_STAGE],
  ["launch_kind", LAUNCH_KIND],
])("messages of %s", (name, ours) => {
  expect(ours).toEqual(headerEnum(name));
});

test("what may be drawn on a lent terminal", () => {
  const named = Object.entries(DRAW_ABILITY).map(([name, bit]) => [
    `DRAW_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
    bit,
  ]);
  expect(Object.fromEntries(named)).toEqual(headerEnum("draw_ability"));
});

test.each(
  Object.entries({
    ...CLIENT_FLAG,
    WIRE_PREAMBLE_SIZE,
    WIRE_HEADER_SIZE,
    CLIENT_WIRE_VERSION,
    HOLDER_WIRE_VERSION,
    LAUNCHER_WIRE_VERSION,
    WIRE_MAX_CLIENT_PAYLOAD,
    WIRE_MAX_HOLDER_PAYLOAD,
    HOLDER_KEEP_BYTES,
    HOLDER_QUEUE_BYTES,
    HOLDER_INPUT_IDS,
    HOLDER_DESCRIPTION_BYTES,
    HOLDER_MOST_INPUT_IDS,
    TYPED_SINGLY_BYTES,
  }),
)("%s is %d", (name, ours) => {
  expect(ours).toBe(headerNumber(name));
});

test("flags are all mirrored", () => {
  const names = [...header.matchAll(/#define (CLIENT_FLAG_\w+)/g)].map(([, name]) => name);
  expect(Object.keys(CLIENT_FLAG)).toEqual(names);
});

test("magic and roles", () => {
  expect(header).toContain('#define WIRE_MAGIC "\\xF5MLN"');
  expect([...WIRE_MAGIC]).toEqual([0xf5, ...Buffer.from("MLN")]);
  for (const role of ["client", "holder", "launcher"] as const) {
    expect(header).toContain(`#define WIRE_ROLE_${role.toUpperCase()} '${WIRE_ROLE[role]}'`);
  }
});

test("the preamble, byte by byte", () => {
  expect([...encodePreamble("c", 0x0102)]).toEqual([0xf5, 0x4d, 0x4c, 0x4e, 0x63, 0, 0x02, 0x01]);
});
