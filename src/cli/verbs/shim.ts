import { existsSync, lstatSync, readlinkSync, renameSync, symlinkSync, unlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { programs } from "../../package/programs.ts";
import { UsageError } from "../exit-status.ts";
import { packageRoot } from "../package.ts";
import { defineColdVerb, JSON_OPTION } from "../verb.ts";

export const shim = defineColdVerb({
  name: "shim",
  summary: "print the directory of our tmux, or link that tmux into another",
  options: {
    install: { value: "DIR", completes: "directory", summary: "make DIR/tmux a link to our tmux" },
    uninstall: { value: "DIR", completes: "directory", summary: "remove such a link" },
    json: JSON_OPTION,
  },
  notes: [
    "Installing Mullion puts no tmux on your PATH: a tmux of your own stays what `tmux` means. Panes have ours first. For a tool outside a pane, put the printed directory first on its PATH, or link our tmux into a directory that is.",
    "A tmux that is not a link to one of ours is never replaced and never removed.",
  ],
  examples: [
    ['PATH="$(mullion shim):$PATH" some-tool', "one tool gets our tmux"],
    ["mullion shim --install ~/.local/bin", "every program that looks there does"],
    ["mullion shim --uninstall ~/.local/bin", "and no longer"],
  ],
  run({ options, print }) {
    const { bin, tmux } = programs(packageRoot);
    const { install, uninstall } = options;
    if (install !== undefined && uninstall !== undefined)
      throw new UsageError("shim takes --install or --uninstall, not both");
    if (install !== undefined) return report(link(tmux, resolve(install)), "is now our tmux");
    if (uninstall !== undefined) return report(unlink(resolve(uninstall)), "is removed");
    print(options.json ? JSON.stringify({ directory: bin, tmux }) : bin);
    return undefined;

    function report(path: string, outcome: string): undefined {
      print(options.json ? JSON.stringify({ directory: bin, tmux, link: path }) : `${path} ${outcome}.`);
    }
  },
});

function link(tmux: string, directory: string): string {
  const path = join(directory, "tmux");
  if (!existsSync(directory)) throw new UsageError(`there is no directory ${directory}: make it first`);
  const found = whatIs(path);
  if (found === "other")
    throw new UsageError(`${path} is not ours and stays: choose another directory, or move it away`);
  attempt(path, () => (found === "ours" ? replaceLink(tmux, path) : symlinkSync(tmux, path)));
  return path;
}

/** Replaces the link in one step: a call of tmux always finds one, and a failure leaves the old link. */
function replaceLink(tmux: string, path: string): void {
  const next = `${path}.mullion-${process.pid}`;
  symlinkSync(tmux, next);
  try {
    renameSync(next, path);
  } catch (error) {
    unlinkSync(next);
    throw error;
  }
}

function unlink(directory: string): string {
  const path = join(directory, "tmux");
  const found = whatIs(path);
  if (found === "absent") throw new UsageError(`there is no ${path}`);
  if (found === "other") throw new UsageError(`${path} is not ours and stays`);
  attempt(path, () => unlinkSync(path));
  return path;
}

/** A link to the tmux of any Mullion counts as ours: this one, another, or a removed one. */
function whatIs(path: string): "ours" | "other" | "absent" {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "absent";
  if (!stat.isSymbolicLink()) return "other";
  const target = resolve(dirname(path), readlinkSync(path));
  const isOurPath = /\/mullion\/prebuilt\/[^/]+\/bin\/tmux$/.test(target);
  const isOurs = existsSync(target) ? existsSync(join(dirname(target), "mullion-pane-backend")) : isOurPath;
  return isOurs ? "ours" : "other";
}

function attempt(path: string, change: () => void): void {
  try {
    change();
  } catch (error) {
    throw new UsageError(`cannot change ${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
}
