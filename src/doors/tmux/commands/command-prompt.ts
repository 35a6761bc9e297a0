import { refuseCommand } from "../refuse-command.ts";

export const commandPrompt = refuseCommand({
  name: "command-prompt",
  flags: "1bFkiI:Np:t:T:",
  max: 1,
  operand: () => "commands-or-string",
  usage: "[-1bFkiN] [-I inputs] [-p prompts] [-t target-client] [-T type] [template]",
  client: "t",
  refused: "it needs an attached terminal",
});
