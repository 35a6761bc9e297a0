import { defineCommand } from "../define-command.ts";
import { expandAtCurrent } from "../formats/expand.ts";
import { askingFace, runAnswer } from "../prompts/answer-prompt.ts";
import { CommandTemplate } from "../prompts/command-template.ts";

export const confirmBefore = defineCommand({
  name: "confirm-before",
  alias: "confirm",
  flags: "bp:t:",
  min: 1,
  max: 1,
  operand: () => "commands-or-string",
  usage: "[-b] [-p prompt] [-t target-client] command",
  client: "t",
  waits: () => true,
  run(run) {
    const { args, call } = run;
    const face = askingFace(run);
    // Parsed before the question is shown, so that invalid commands are reported at once.
    const commands = new CommandTemplate(run, { fallback: "" }).commands([]);
    const message =
      args.p === undefined ? `Confirm '${commands.commands[0]?.entry.name ?? ""}'? (y/n)` : args.p;
    const waits = !args.b;
    const asked = new Promise<boolean>((settle) =>
      face.layers.openPrompt({
        message: expandAtCurrent(run, `${message} `),
        initial: "",
        type: "command",
        single: true,
        answer: (text) => {
          const confirmed = text.toLowerCase() === "y";
          if (confirmed) runAnswer(run, () => commands, { waits });
          settle(confirmed);
          return false;
        },
        onCancelled: () => settle(false),
      }),
    );
    if (!waits) return undefined;
    return asked.then((confirmed) => {
      if (call.outside) call.status = confirmed ? 0 : 1;
    });
  },
});
