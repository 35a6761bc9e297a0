/**
 * Copies the declarations that public modules reach, including those of packages, so that users compile against ours
 * without other packages.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** zod's messages in sixty languages: a quarter of the package's files, which npx unpacks on each run, and nothing of ours names them. */
const LOCALES = /^export \* as locales from .*\n/m;

/**
 * The directory of the package that a file belongs to; undefined for our own.
 * @param {string} path
 */
export function packageOf(path) {
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

/**
 * @param {{ root: string, names: readonly string[], out: string }} options names: of the rooms whose index is public
 * @returns {string[]} what was copied
 */
export function copyDeclarations({ root, names, out }) {
  const dist = join(root, "dist");
  const modules = join(root, "node_modules");
  /** @type {Set<string>} */
  const copied = new Set();

  /** @param {string} file */
  const placeOf = (file) => join(out, relative(packageOf(file) === undefined ? dist : modules, file));

  /** @param {string} importer @param {string} target */
  const find = (importer, target) => {
    if (target.startsWith(".")) return resolve(dirname(importer), target).replace(/\.[jt]s$/, ".d.ts");
    const file = join(modules, target, "index.d.ts");
    return existsSync(file) ? file : undefined;
  };

  /** The import path from one copy to another. @param {string} importer @param {string} file */
  const pathBetween = (importer, file) => {
    const path = relative(dirname(placeOf(importer)), placeOf(file)).replace(/\.d\.ts$/, ".js");
    return path.startsWith(".") ? path : `./${path}`;
  };

  /** @param {string} file */
  const copy = (file) => {
    if (copied.has(file)) return;
    copied.add(file);
    const statement = /((?:from\s*|import\s*\(\s*|^import\s+)["'])([^"']+)(["'])/gm;
    const source = readFileSync(file, "utf8").replace(LOCALES, "");
    const text = source.replace(statement, (whole, before, target, after) => {
      const found = find(file, target);
      if (found === undefined) return whole;
      copy(found);
      return target.startsWith(".") ? whole : `${before}${pathBetween(file, found)}${after}`;
    });
    mkdirSync(dirname(placeOf(file)), { recursive: true });
    writeFileSync(placeOf(file), text);
  };

  for (const name of names) copy(join(dist, name, "index.d.ts"));
  return [...copied];
}
