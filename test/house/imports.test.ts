import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

/**
 * Who may import whom. A room's own files are always allowed; `daemon`, where ports meet implementations, may import
 * everything. A room that is not named here fails the test: its place is to be decided first.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  core: [],
  wire: [],
  "shell-integration": [],
  holders: ["core", "wire"],
  "doors/tmux": ["core", "wire"],
  cli: ["core", "wire"],
  daemon: ["core", "wire", "shell-integration", "holders", "doors/tmux", "cli"],
};

const source = join(root, "src");
const files = sourceFiles();

function sourceFiles(): readonly string[] {
  const paths = readdirSync(source, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
}

function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "doors" || first === "faces" ? `${first}/${second}` : first;
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(source, path), "utf8");
  const statement =
    /^(?:import|export)\s(?:[\w*{}\s,$]*?\sfrom\s)?["']([^"']+)["'];?$|\bimport\(["']([^"']+)["']\)/gm;
  return [...text.matchAll(statement)].map(([, fixed, dynamic]) => (fixed ?? dynamic)!);
}

test("there is something to check", () => {
  expect(files.length).toBeGreaterThan(30);
  expect(importsOf("cli/run-verb.ts")).toContain("../core/errors.ts");
});

test("every room has its place", () => {
  expect([...new Set(files.map(roomOf))].filter((room) => !(room in ALLOWED))).toEqual([]);
});

test("rooms import only what they may", () => {
  const wrong = files.flatMap((path) =>
    importsOf(path)
      .filter((target) => target.startsWith("."))
      .map((target) => relative(source, join(source, dirname(path), target)))
      .filter((target) => {
        const [from, to] = [roomOf(path), roomOf(target)];
        return from !== to && !ALLOWED[from]?.includes(to);
      })
      .map((target) => `${path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test("core imports no package and nothing of Node", () => {
  const wrong = files
    .filter((path) => roomOf(path) === "core")
    .flatMap((path) =>
      importsOf(path)
        .filter((target) => !target.startsWith("."))
        .map((target) => `${path}: ${target}`),
    );
  expect(wrong).toEqual([]);
});

test("nothing we ship imports a development tool", () => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const wrong = files.flatMap((path) =>
    importsOf(path)
      .filter((target) => !/^(\.|node:)/.test(target) && !(target in dependencies))
      .map((target) => `${path}: ${target}`),
  );
  expect(wrong).toEqual([]);
});
