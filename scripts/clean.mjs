/**
 * Removes what was built, so that a package is made of what the sources say now. It carries no compiled C: that is built
 * where it is installed.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
for (const path of ["dist", "bin", "native/build"]) rmSync(root + path, { recursive: true, force: true });
