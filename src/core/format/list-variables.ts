import { compareBytes } from "../text/compare-bytes.ts";
import type { FormatContext } from "./context.ts";
import { expandFormat } from "./expand-format.ts";
import { createScope } from "./scope.ts";
import { variableTable } from "./variables/variable-table.ts";

/** Every variable that has a value in this context: `display-message -a`. The caller's variables come last. */
export function listVariables(context: FormatContext): readonly (readonly [name: string, value: string])[] {
  const scope = createScope(context, expandFormat);
  const known = [...variableTable].flatMap(([name, read]) => {
    const value = read(scope);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  const ofMode = [...(scope.pane?.modes[0]?.variables ?? [])].flatMap(([name, read]) => {
    const value = read();
    return value === undefined ? [] : [[name, value] as const];
  });
  const given = new Map([...ofMode, ...scope.commandVariables, ...scope.variables]);
  return [...known, ...[...given].sort(([a], [b]) => compareBytes(a, b))];
}
