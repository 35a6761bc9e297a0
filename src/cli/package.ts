import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { programs } from "../package/programs.ts";

/** Of this package; the same from src/ and from dist/. */
export const packageRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** The client by its own path, for whatever must not depend on PATH. */
export const mullionProgram = programs(packageRoot).mullion;

export function packageVersion(): string {
  return JSON.parse(readFileSync(`${packageRoot}/package.json`, "utf8")).version;
}
