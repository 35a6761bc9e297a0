import { defineCommand } from "../define-command.ts";
import { historyTypes } from "../prompts/prompt-history.ts";

export const showPromptHistory = defineCommand({
  name: "show-prompt-history",
  alias: "showphist",
  flags: "T:",
  usage: "[-T type]",
  afterHook: true,
  run({ args, call, door }) {
    for (const type of historyTypes(args.T)) {
      call.print(`History for ${type}:\n`);
      for (const [at, line] of door.promptHistory.lines(type).entries()) call.print(`${at + 1}: ${line}`);
      call.print("");
    }
  },
});

export const clearPromptHistory = defineCommand({
  ...showPromptHistory,
  name: "clear-prompt-history",
  alias: "clearphist",
  run({ args, door }) {
    for (const type of historyTypes(args.T)) door.promptHistory.clear(type);
  },
});
