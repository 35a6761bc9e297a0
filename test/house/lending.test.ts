import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

/** The files outside of src/lending and native/lending that use its ports, and pass them on. */
const PORT_USERS = [
  "native/client/client-state.h",
  "native/client/client.c",
  "native/client/daemon-frames.c",
  "native/holder/conversation.c",
  "native/holder/holder-state.h",
  "native/holder/holder.c",
  "native/shared/wire.h", // The frames that lending numbers.
  "src/daemon/hosts/context.ts",
  "src/daemon/serve.ts",
  "src/faces/tui/attached-client.ts",
  "src/faces/tui/client-picture.ts",
  "src/holders/held-process.ts",
  "src/holders/holder-connection.ts",
  "src/holders/holding.ts",
];
/** The only headers and the only module that they may import. */
const PORTS = ["lending/lending.ts", "lending/lending.h", "lending/client-lending.h"];

/** The words of what happens inside. */
const WORDS =
  /\b([Ll]end|lends|[Ll]ent|[Ll]oans?|[Bb]orrow\w*|lease)(\b|_|[A-Z])|[a-z]Loan|[Uu]nread[ _]?[Kk]eys|DRAW_[A-Z]|[Dd]raw[_ ]?[Aa]bilit/;

const files = execFileSync("git", ["ls-files", "src", "native"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.(ts|c|h)$/.test(path) && !/^(src|native)\/lending\/|^native\/fuzz\//.test(path));

function linesOf(path: string, pattern: RegExp): string[] {
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  return lines.flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : []));
}

test("no other room speaks of loans, unread keys or drawing abilities", () => {
  expect(files.length).toBeGreaterThan(400);
  expect(files.flatMap((path) => linesOf(path, WORDS))).toEqual([]);
});

test("only its users name lending", () => {
  const naming = files.filter((path) => linesOf(path, /lending/i).length > 0);
  expect(naming).toEqual(PORT_USERS);
});

test("its users import nothing of it but the ports", () => {
  const imports = files.flatMap((path) => linesOf(path, /(from|#include) "[^"]*\blending\//));
  expect(imports.length).toBeGreaterThan(5);
  expect(imports.filter((line) => !PORTS.some((port) => line.includes(`${port}"`)))).toEqual([]);
});
