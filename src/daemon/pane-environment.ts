import type { DaemonPaths } from "./paths.ts";

/** What a pane's process finds in its environment beside tmux's own: our `tmux` first on PATH, and the way back to us. */
export function paneEnvironment(
  { root }: Pick<DaemonPaths, "root">,
  inherited: ReadonlyMap<string, string>,
): [name: string, value: string][] {
  const bin = `${root}/bin`;
  const others = (inherited.get("PATH") ?? "").split(":").filter((directory) => directory !== bin);
  const entries: [string, string][] = [["PATH", [bin, ...others].join(":")]];
  const own = process.env.MULLION_DIR;
  if (own) entries.push(["MULLION_DIR", own]);
  return entries;
}
