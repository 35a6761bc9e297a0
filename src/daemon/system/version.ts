import { readFileSync } from "node:fs";

export { TMUX_VERSION } from "../../core/tree/pane-start.ts";

/** Version of this package. */
export function packageVersion(root: string): string {
  return (JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as { version: string }).version;
}
