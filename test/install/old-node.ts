import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const directory = fileURLToPath(new URL("old-node", import.meta.url));
const node = `${directory}/node_modules/node-linux-${process.arch}/bin/node`;

/** A real Node that is too old, which test/install/old-node pins and npm installs there the first time. */
export function oldNodeProgram(): string {
  if (existsSync(node)) return node;
  const argv = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, stderr } = spawnSync("npm", argv, { cwd: directory, encoding: "utf8" });
  if (status !== 0) throw new Error(`the old Node cannot be installed: ${stderr}`);
  return node;
}
