import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Of this package; the same from src/ and from dist/. */
export const packageRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

export function packageVersion(): string {
  return JSON.parse(readFileSync(`${packageRoot}/package.json`, "utf8")).version;
}
