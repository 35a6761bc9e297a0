import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import { historyTypes } from "../prompts/prompt-history.ts";

export const showPromptHistory = defineCommand({
  name: "show-prompt-history",
  alias: "showphist",
  flags: "T:",
  usage: "[-T type]",
  afterHook: true,
  run({ args, call, door }) {
    const types = historyTypes(args.T);
    if (!types) throw new CommandError(`invalid type: ${args.T}`);
    for (const type of types) {
      call.print(`History for ${type}:\n`);
      for (const [at, line] of door.promptHistory.lines(type).entries()) call.print(`${at + 1}: ${line}`);
      call.print("");
    }
  },
});

export const clearPromptHistory = defineCommand({
  name: "clear-prompt-history",
  alias: "clearphist",
  flags: "T:",
  usage: "[-T type]",
  afterHook: true,
  run({ args, door }) {
    const types = historyTypes(args.T);
    if (!types) throw new CommandError(`invalid type: ${args.T}`);
    for (const type of types) door.promptHistory.clear(type);
  },
});
