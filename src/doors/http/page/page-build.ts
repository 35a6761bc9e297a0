import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Identifies the page that this daemon serves: its document names every other file by content. Empty if the package has
 * no page.
 */
export function pageBuild(directory: string): string {
  try {
    const document = readFileSync(join(directory, "index.html"));
    return createHash("sha256").update(document).digest("hex").slice(0, 16);
  } catch {
    return "";
  }
}
