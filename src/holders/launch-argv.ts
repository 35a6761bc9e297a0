import { basename } from "node:path";
import type { SpawnRequest } from "../core/ports.ts";

/** How the launcher is told which program runs under which name: a login shell is "-" and its path. */
export function launchArgv({ file, argv }: Pick<SpawnRequest, "file" | "argv">): readonly string[] {
  const [name = "", ...rest] = argv;
  if (file === undefined || file === name) return argv;
  return [name === `-${basename(file)}` ? `-${file}` : file, ...rest];
}
