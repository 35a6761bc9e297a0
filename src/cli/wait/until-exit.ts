import type { ConditionKind } from "./condition.ts";

/** Every wait ends with the pane; for this kind the end is success. */
export const exit: ConditionKind = {
  name: "exit",
  summary: "its program has ended; its exit status is printed (128 and the signal where one ended it)",
  parse: () => () => ({ stop() {}, atEnd: () => ({}) }),
};
