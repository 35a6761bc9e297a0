import { findProgram, type Tool } from "../../scripts/test-tools.mjs";

/**
 * Whether a program that a test needs is installed: `describe.runIf(need("tmux"))(…)`. If not, the tests count as
 * skipped; under CI=true nothing may be skipped, so its absence is an error.
 */
export function need(...names: Tool[]): boolean {
  const missing = names.filter((name) => findProgram(name) === undefined);
  if (missing.length > 0 && process.env.CI === "true")
    throw new Error(`this test needs ${missing.join(", ")}`);
  return missing.length === 0;
}

/** Absolute path of a needed program; never our own `tmux`. */
export function programPath(name: Tool): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not installed`);
  return path;
}
