import type { ConditionKind } from "./condition.ts";

/** Every wait hears of the end; here it is what was waited for. */
export const exit: ConditionKind = {
  name: "exit",
  summary: "its program has ended; its exit status is printed (128 and the signal where one ended it)",
  parse: () => () => ({ stop() {}, atEnd: () => ({}) }),
};
