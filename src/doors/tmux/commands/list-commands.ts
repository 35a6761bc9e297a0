import { defineCommand } from "../define-command.ts";
import { expand } from "../formats/expand.ts";

const TEMPLATE = "#{command_list_name}#{?command_list_alias, (#{command_list_alias}),} #{command_list_usage}";

export const listCommands = defineCommand({
  name: "list-commands",
  alias: "lscm",
  flags: "F:",
  max: 1,
  usage: "[-F format] [command]",
  startsServer: true,
  afterHook: true,
  run(run) {
    const { args, call, door } = run;
    const [wanted] = args.operands;
    for (const { name, alias = "", usage } of door.commands) {
      if (wanted !== undefined && wanted !== name && wanted !== alias) continue;
      const variables = new Map([
        ["command_list_name", name],
        ["command_list_alias", alias],
        ["command_list_usage", usage],
      ]);
      const line = expand(run, args.F ?? TEMPLATE, { variables });
      if (line !== "") call.print(line);
    }
  },
});
