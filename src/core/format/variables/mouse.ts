import type { VariableGroup } from "./variable.ts";

/** Variables that have a value only while a mouse event is handled: the event supplies them as its own. */
const ofEvent = (name: string): VariableGroup => ({
  [name]: ({ commandVariables }) => commandVariables.get(name),
});

export const mouseVariables: VariableGroup = {
  ...ofEvent("mouse_line"),
  ...ofEvent("mouse_pane"),
  ...ofEvent("mouse_word"),
  ...ofEvent("mouse_x"),
  ...ofEvent("mouse_y"),
};
