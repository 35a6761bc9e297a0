import type { Scope } from "./scope.ts";

/** Deeper nesting expands to nothing, because a variable may refer to itself. */
export const DEPTH_LIMIT = 100;

/**
 * Depth alone does not bound the work, because a text may refer to itself twice at each level. These limits do, far
 * above any practical use; text beyond them expands to nothing.
 */
export const STEP_LIMIT = 50_000;
export const OUTPUT_LIMIT = 16 * 1024 * 1024;

/** The state of a running expansion: its subject, its depth, and its remaining budget. */
export interface Expansion {
  readonly scope: Scope;
  readonly time: boolean;
  readonly jobs: boolean;
  readonly budget: { steps: number; characters: number };
  readonly log: ((line: string) => void) | undefined;
  /** Expands a text inside this one; a field, because the parts of a format and whole texts contain each other. */
  readonly expand: (expansion: Expansion, text: string) => string;
  depth: number;
}

export function expand(expansion: Expansion, text: string): string {
  return expansion.expand(expansion, text);
}

/** Charges one step; returns false if the budget is used up. */
export function spendStep({ budget }: Expansion): boolean {
  budget.steps--;
  return budget.steps >= 0 && budget.characters >= 0;
}

const DEEPEST_INDENT = 10;

export function log(expansion: Expansion, message: () => string): void {
  if (!expansion.log) return;
  expansion.log(`#${" ".repeat(Math.min(expansion.depth, DEEPEST_INDENT))}${message()}`);
}

/** Logs the reason why a part has no value. */
export function fail(expansion: Expansion, reason: string): undefined {
  log(expansion, () => reason);
}
