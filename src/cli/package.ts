import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { programs } from "../package/programs.ts";

/** Root directory of this package; the same from src/ and from dist/. */
export const packageRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Path of the client, for callers that must not depend on PATH. */
export const mullionProgram = programs(packageRoot).mullion;

export function packageVersion(): string {
  return JSON.parse(readFileSync(`${packageRoot}/package.json`, "utf8")).version;
}
