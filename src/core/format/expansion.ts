import type { Scope } from "./scope.ts";

/** Deeper nesting expands to nothing: a variable may name itself. */
export const DEPTH_LIMIT = 100;

/**
 * Depth alone does not bound the work, since a text may name itself twice at each level. These do, far above anything of
 * use; what is beyond them expands to nothing.
 */
const STEP_LIMIT = 50_000;
const OUTPUT_LIMIT = 16 * 1024 * 1024;

/** One expansion on its way: where it stands, how deep it is, and what it may still spend. */
export interface Expansion {
  readonly scope: Scope;
  readonly time: boolean;
  readonly jobs: boolean;
  readonly forceJobs: boolean;
  readonly budget: Budget;
  readonly log: ((line: string) => void) | undefined;
  depth: number;
}

export interface Budget {
  steps: number;
  characters: number;
}

export function createBudget(): Budget {
  return { steps: STEP_LIMIT, characters: OUTPUT_LIMIT };
}

/** Charges one expansion; false where nothing is left. */
export function spendStep(budget: Budget): boolean {
  budget.steps--;
  return budget.steps >= 0 && budget.characters >= 0;
}

const DEEPEST_INDENT = 10;

export function log(expansion: Expansion, message: () => string): void {
  if (!expansion.log) return;
  expansion.log(`#${" ".repeat(Math.min(expansion.depth, DEEPEST_INDENT))}${message()}`);
}
