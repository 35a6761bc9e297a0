import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { absence, checkSocketPlace, socketPathOf } from "./server-identity.ts";

const uid = process.getuid!();
let dir: string;
beforeEach(() => {
  dir = mkdtempSync("/tmp/mli-");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it.each([
  [{ socketPath: "/s", label: "l" }, { TMUX: "/t,1,0" }, "/s"],
  [{ label: "l" }, { TMUX: "/t,1,0" }, `DIR/tmux-${uid}/l`],
  [{}, { TMUX: "/t,1,0" }, "/t"],
  [{}, { TMUX: ",1,0" }, `DIR/tmux-${uid}/default`],
  [{}, {}, `DIR/tmux-${uid}/default`],
])("%j in %j is %s", (flags, variables, expected) => {
  const environment = new Map(Object.entries({ TMUX_TMPDIR: dir, ...variables }));
  const path = socketPathOf({ label: undefined, socketPath: undefined, ...flags }, environment, uid);
  expect(path).toBe(expected.replace("DIR", dir));
});

it("says why there is no server", async () => {
  const file = join(dir, "file");
  writeFileSync(file, "");
  expect(await absence(join(dir, "none"), "/")).toBe(
    `error connecting to ${dir}/none (No such file or directory)`,
  );
  expect(await absence(file, "/")).toBe(`no server running on ${file}`);
  expect(await absence(join(dir, "x".repeat(200)), "/")).toContain("(File name too long)");
});

it("resolves a path relative to the caller, and names it as given", async () => {
  expect(await absence("none", dir)).toBe("error connecting to none (No such file or directory)");
});

it("keeps a file in the place of the socket", () => {
  const file = join(dir, "file");
  writeFileSync(file, "");
  expect(() => checkSocketPlace("file", dir)).toThrow("error creating file (File exists)");
  expect(() => checkSocketPlace("none/x", dir)).toThrow("error creating none/x (No such file or directory)");
  expect(() => checkSocketPlace("none", dir)).not.toThrow();
});

it("names a server of another program", async () => {
  const path = join(dir, "socket");
  const server = createServer().listen(path);
  await new Promise((resolve) => server.once("listening", resolve));
  expect(await absence(path, "/")).toContain("belongs to a server of another program");
  server.close();
});
