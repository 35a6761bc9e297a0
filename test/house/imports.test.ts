import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

/**
 * Who may import whom; a room's own files are always allowed. A room that is not named here fails the test: its place is
 * to be decided first. `daemon`, where ports meet implementations, may import everything.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  core: [],
  wire: [],
  processes: [],
  package: [],
  "shell-integration": ["processes"],
  protocol: ["core"],
  panes: ["core", "protocol"],
  client: ["package", "protocol"],
  conformance: ["client", "protocol"],
  lending: ["core", "wire"],
  holders: ["core", "wire", "processes", "lending"],
  hosts: ["core", "wire", "processes"],
  places: ["core", "wire", "processes", "hosts"],
  cli: [
    "core",
    "wire",
    "package",
    "processes",
    "protocol",
    "panes",
    "hosts",
    "places",
    "library",
    "client",
    "conformance",
    "doors/mcp",
  ],
  "doors/tmux": ["core", "wire", "protocol"],
  "doors/pane-backend": ["core", "wire", "protocol", "panes"],
  "doors/http": ["core", "protocol", "panes"],
  "doors/mcp": ["wire", "client", "protocol"],
  "faces/tui": ["core", "wire", "protocol", "lending"],
  "faces/web": ["protocol", "core"],
  library: ["client", "protocol", "processes"],
  "ao-runtime": ["library", "client", "package", "processes"],
};

/** Rooms that may know another one's types, and nothing of it at run time. */
const TYPES_ONLY: readonly (readonly [from: string, to: string])[] = [
  ["protocol", "core"],
  ["library", "protocol"],
];

const source = join(root, "src");
const files = sourceFiles();

function sourceFiles(): readonly string[] {
  const paths = readdirSync(source, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".test.ts"));
}

function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "doors" || first === "faces" ? `${first}/${second}` : first;
}

/** `@scope/name/part` and `name/part` are parts of a package. */
function packageOf(target: string): string {
  return target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(source, path), "utf8");
  const statement =
    /^(?:import|export)\s(?:[\w*{}\s,$]*?\sfrom\s)?["']([^"']+)["'];?$|\bimport\(["']([^"']+)["']\)/gm;
  return [...text.matchAll(statement)].map(([, fixed, dynamic]) => (fixed ?? dynamic)!);
}

test("there is something to check", () => {
  expect(files.length).toBeGreaterThan(30);
  expect(importsOf("cli/exit-status.ts")).toContain("../core/errors.ts");
});

test("every room has its place", () => {
  expect([...new Set(files.map(roomOf))].filter((room) => room !== "daemon" && !(room in ALLOWED))).toEqual(
    [],
  );
});

test("rooms import only what they may", () => {
  const wrong = files.flatMap((path) =>
    importsOf(path)
      .filter((target) => target.startsWith("."))
      .map((target) => relative(source, join(source, dirname(path), target)))
      .filter((target) => {
        const [from, to] = [roomOf(path), roomOf(target)];
        return from !== to && from !== "daemon" && !ALLOWED[from]?.includes(to);
      })
      .map((target) => `${path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

/** Files that import each other in a circle, or lie between two circles: what is left without all others. */
function inCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(imports);
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [path, targets] of left) if (!targets.some((target) => left.has(target))) left.delete(path);
    const imported = new Set([...left.values()].flat());
    for (const path of left.keys()) if (!imported.has(path)) left.delete(path);
  }
  return [...left.keys()];
}

test("no file imports itself through others, not even for a type", () => {
  const example = { first: ["circle"], circle: ["back"], back: ["circle", "last"], last: [] };
  expect(inCircles(new Map(Object.entries(example)))).toEqual(["circle", "back"]);
  const imports = files.map((path) => {
    const targets = importsOf(path).filter((target) => target.startsWith("."));
    return [path, targets.map((target) => join(dirname(path), target))] as const;
  });
  expect(inCircles(new Map(imports))).toEqual([]);
});

test("some rooms know only the types of another", () => {
  const wrong = files.flatMap((path) => {
    const text = readFileSync(join(source, path), "utf8");
    const atRunTime = [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)"/gm)].map(
      ([, target]) => target!,
    );
    return atRunTime
      .map((target) => relative(source, join(source, dirname(path), target)))
      .filter((target) => TYPES_ONLY.some(([from, to]) => roomOf(path) === from && roomOf(target) === to))
      .map((target) => `${path} imports ${target}`);
  });
  expect(wrong).toEqual([]);
});

test("of core, the page imports only the table of character widths, and its replay the screen, as the daemon's", () => {
  const imported = files
    .filter((path) => roomOf(path) === "faces/web")
    .flatMap((path) =>
      importsOf(path).map((target) => [path, relative(source, join(source, dirname(path), target))] as const),
    )
    .filter(([, target]) => roomOf(target) === "core");
  expect(imported.sort()).toEqual([
    ["faces/web/past/checkpoints.ts", "core/screen/emulator.ts"],
    ["faces/web/past/checkpoints.ts", "core/screen/screen.ts"],
    ["faces/web/past/checkpoints.ts", "core/screen/vt-snapshot.ts"],
    ["faces/web/terminal/widths.ts", "core/screen/width.ts"],
  ]);
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

/** Packages whose code we ship, inside the bundles: test/house/package.test.ts checks that they need nothing else. */
const BUNDLED = ["@hono/node-server", "@modelcontextprotocol/server", "hono", "ws", "zod"];
const BUNDLED_IN_PAGE = /^(solid-js|@xterm\/[\w-]+|asciinema-player)$/;

test("nothing we ship imports a development tool", () => {
  const wrong = files.flatMap((path) =>
    importsOf(path)
      .filter((target) => !/^(\.|node:)/.test(target) && !BUNDLED.includes(packageOf(target)))
      .filter((target) => roomOf(path) !== "faces/web" || !BUNDLED_IN_PAGE.test(packageOf(target)))
      .map((target) => `${path}: ${target}`),
  );
  expect(wrong).toEqual([]);
});
