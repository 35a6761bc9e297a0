import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

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
      "native/build.mjs",
      "native/wire.h",
      "native/client.c",
      "shell/zsh/.zshenv",
      "dist/cli/main.js",
      "dist/man/mullion.1",
      "dist/man/mullion-wait.1",
      "LICENSE",
    ];
    expect(needed.filter((path) => !files.has(path))).toEqual([]);
    const imported = [...readFileSync(join(root, "native/build.mjs"), "utf8").matchAll(/from "(\.[^"]+)"/g)];
    expect(imported.filter(([, path]) => !files.has(join("native", path!)))).toEqual([]);
  });

  test("runs no script of the checkout at install, except to say what is missing", () => {
    const { scripts } = read("package.json") as { scripts: Record<string, string> };
    const run = ["preinstall", "install", "postinstall"].flatMap(
      (name) => scripts[name]?.match(/\S+\.mjs/g) ?? [],
    );
    expect(run.filter((path) => !files.has(path))).toEqual([]);
  });

  test("carries no tests, no build leftovers", () => {
    expect(
      [...files].filter((path) => /\.test\.|\.tsbuildinfo$|^native\/build\/|^test\//.test(path)),
    ).toEqual([]);
  });

  test("exports only files that are there", () => {
    const targets = JSON.stringify(Object.values(read("package.json").exports)).match(/\.\/[^"*]+/g) ?? [];
    expect(targets.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
