import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

/** Of a bundle too, whose statements are not at the beginning of a line. */
function importsOf(path: string): string[] {
  // The bundler writes from`…` without a space; with one, it is prose in a message.
  const statement = /(?:\b(?:from|import)(?:\s*["']|`)|\bimport\(\s*["'`])([\w@.:/-]+)["'`]/g;
  return [...readFileSync(join(root, path), "utf8").matchAll(statement)].map(([, target]) => target!);
}

test("a build whose bundler does not load fails with a sentence", () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "mullion-no-bundler-"));
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  cpSync(join(root, "scripts"), join(elsewhere, "scripts"), { recursive: true });
  const script = join(elsewhere, "scripts/bundle.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^mullion: dist\/ cannot be bundled, because rolldown does not load on .*`npm ci` again.*\n$/,
  );
});

describe("package-lock.json", () => {
  const { packages } = read("package-lock.json") as { packages: Record<string, Record<string, unknown>> };

  test("names no registry", () => {
    expect(Object.entries(packages).filter(([, entry]) => "resolved" in entry)).toEqual([]);
  });

  test("has the builds of every platform, as npm ci demands", () => {
    const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies as object).filter(
        (name) => !(`${at}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
      ),
    );
    expect(missing).toEqual([]);
  });

  // npm records an integrity for every package that the registry has. A build without one exists in name only, and
  // `npm ci` leaves it out without a word, on that platform alone.
  test.each(["linux x64", "linux arm64", "darwin x64", "darwin arm64"])(
    "can be installed on %s",
    (platform) => {
      const [os, cpu] = platform.split(" ");
      const builds = Object.entries(packages).filter(
        ([, entry]) => (entry.os as string[])?.includes(os!) && (entry.cpu as string[])?.includes(cpu!),
      );
      expect(builds.length).toBeGreaterThan(3);
      expect(builds.filter(([, { integrity }]) => integrity === undefined).map(([at]) => at)).toEqual([]);
    },
  );

  test("was made for this package.json", () => {
    const { name, version, bin, devDependencies, dependencies } = read("package.json");
    expect(packages[""]).toMatchObject({
      name,
      version,
      bin,
      devDependencies,
      ...(dependencies && { dependencies }),
    });
  });
});

describe("the published package", () => {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const files = new Set((JSON.parse(output)[0].files as { path: string }[]).map(({ path }) => path));

  test("holds what its scripts and programs need", () => {
    const needed = [
      "npm-bin/mullion",
      "npm-bin/mullion-pane-backend",
      "shell/zsh/.zshenv",
      "dist/daemon/bundle.js",
      "dist/daemon/main.js",
      "dist/bundle/cli.js",
      "dist/cli/main.js",
      "dist/man/mullion.1",
      "dist/man/mullion-wait.1",
      "dist/THIRD-PARTY.md",
      "LICENSE",
    ];
    expect(needed.filter((path) => !files.has(path))).toEqual([]);
  });

  test("imports only its own files and Node", () => {
    const scripts = [...files].filter((path) => /^dist\/.*\.js$/.test(path));
    expect(scripts.length).toBeGreaterThan(8);
    const wrong = scripts.flatMap((path) =>
      importsOf(path)
        .filter((target) => !/^node:/.test(target) && !builtinModules.includes(target))
        .filter((target) => !(target.startsWith(".") && files.has(join(dirname(path), target))))
        .map((target) => `${path}: ${target}`),
    );
    // Where there is no bundle, in a checkout, the modules themselves are run.
    expect(wrong).toEqual(["dist/cli/main.js: ./command.js", "dist/daemon/main.js: ./serve.js"]);
  });

  test("declares only what its public modules reach", () => {
    const declarations = [...files].filter((path) => path.endsWith(".d.ts"));
    expect(declarations.filter((path) => !path.startsWith("dist/bundle/types/"))).toEqual([]);
    const reached = new Set<string>();
    const reach = (path: string) => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const target of importsOf(path))
        if (target.startsWith(".")) reach(join(dirname(path), target).replace(/\.[jt]s$/, ".d.ts"));
    };
    for (const { types } of Object.values<{ types?: string }>(read("package.json").exports))
      if (types) reach(types.slice(2));
    expect([...reached].sort()).toEqual(declarations.sort());
  });

  test("is for npm what it is for a checkout: every manual page, no tmux, one launcher under each name", () => {
    const { bin, man } = read("package.json");
    expect(man).toEqual([...files].filter((path) => path.startsWith("dist/man/")).sort());
    expect(Object.keys(bin)).toEqual(["mullion", "mullion-pane-backend"]);
    const launchers = Object.values<string>(bin).map((path) => readFileSync(join(root, path), "utf8"));
    expect(new Set(launchers).size).toBe(1);
  });

  test("runs no script of the checkout at install, except to say what is missing", () => {
    const { scripts } = read("package.json") as { scripts: Record<string, string> };
    const run = ["preinstall", "install", "postinstall"].flatMap(
      (name) => scripts[name]?.match(/\S+\.mjs/g) ?? [],
    );
    expect(run.filter((path) => !files.has(path))).toEqual([]);
  });

  test("carries no tests, no build leftovers", () => {
    expect([...files].filter((path) => /\.test\.|\.tsbuildinfo$|^native\/|^test\//.test(path))).toEqual([]);
  });

  test("exports only files that are there", () => {
    const targets = JSON.stringify(Object.values(read("package.json").exports)).match(/\.\/[^"*]+/g) ?? [];
    expect(targets.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
