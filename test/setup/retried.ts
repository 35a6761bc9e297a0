import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule } from "vitest/node";

const MAX_DIFFERENCE_LINES = 60;

/**
 * Lists the tests that passed only after a retry, each with its first failure: a flaky test is a defect that a green
 * run would hide. Stands before the default reporter, whose summary ends the output.
 */
export class RetriedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const retried = modules.flatMap(({ children }) => [...children.allTests()]).filter(wasRetried);
    if (retried.length === 0) return;
    console.log(`\n${retried.length} retried:`);
    for (const test of retried)
      console.log(`  ${test.module.relativeModuleId} > ${test.fullName}\n${firstFailure(test)}`);
  }
}

function wasRetried(test: TestCase): boolean {
  return (test.diagnostic()?.retryCount ?? 0) > 0;
}

function firstFailure(test: TestCase): string {
  const [first] = test.result().errors ?? [];
  const reason = first?.stack ?? first?.message ?? "its first failure left no error";
  const difference = first?.diff ? `\n${firstLines(stripVTControlCharacters(first.diff))}` : "";
  return `${reason}${difference}`.replaceAll(/^/gm, "    ");
}

function firstLines(text: string): string {
  const lines = text.split("\n");
  const rest = lines.length - MAX_DIFFERENCE_LINES;
  return rest > 0
    ? [...lines.slice(0, MAX_DIFFERENCE_LINES), `… ${rest} lines more`].join("\n")
    : lines.join("\n");
}
