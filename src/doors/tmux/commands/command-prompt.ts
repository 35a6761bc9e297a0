import type { Face } from "../../../core/face/face.ts";
import type { Prompt, PromptType } from "../../../core/face/prompt.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandAtCurrent } from "../formats/expand.ts";
import { askingFace, runAnswer } from "../prompts/answer-prompt.ts";
import { CommandTemplate } from "../prompts/command-template.ts";
import { promptType } from "../prompts/prompt-history.ts";

const FLAGS = "1bFkiI:Np:t:T:";
type Run = CommandRun<typeof FLAGS>;

interface Question {
  readonly message: string;
  readonly initial: string;
}

/**
 * Asks for one answer after another, then runs the template with them; `-i` runs the template at every change instead.
 */
export const commandPrompt = defineCommand({
  name: "command-prompt",
  flags: FLAGS,
  max: 1,
  operand: () => "commands-or-string",
  usage: "[-1bFkiN] [-I inputs] [-p prompts] [-t target-client] [-T type] [template]",
  client: "t",
  waits: () => true,
  run(run) {
    const { args } = run;
    const face = askingFace(run);
    if (face.layers.hasPrompt) return undefined;
    const type = promptType(args.T ?? "command");
    if (!type) throw new CommandError(`unknown type: ${args.T}`);
    const template = new CommandTemplate(run, { fallback: "%1", isFormat: args.F });
    const asked = questions(run, template);
    if (args.b || args.i) {
      ask({ run, face, template, asked, type, waits: false, finish: () => {} });
      return undefined;
    }
    return new Promise<void>((finish) => ask({ run, face, template, asked, type, waits: true, finish }));
  },
});

function questions({ args }: Run, template: CommandTemplate): readonly Question[] {
  const inputs = args.I?.split(",") ?? [];
  const own = args.operands.length > 0 ? `(${template.commandName}) ` : ":";
  const messages = args.p === undefined ? [own] : args.p.split(",").map((text) => `${text} `);
  return messages.map((message, index) => ({ message, initial: inputs[index] ?? "" }));
}

interface Asking {
  readonly run: Run;
  readonly face: Face;
  readonly template: CommandTemplate;
  readonly asked: readonly Question[];
  readonly type: PromptType;
  /** The caller's queue continues when `finish` is called. */
  readonly waits: boolean;
  finish(): void;
}

function ask(asking: Asking, answers: readonly string[] = []): void {
  const { run, face, template, asked, type, waits, finish } = asking;
  const { args } = run;
  const question = asked[answers.length]!;
  const answer: Prompt["answer"] = (text, { done }) => {
    if (!done) {
      runAnswer(run, () => template.commands([...answers, text]), { waits });
      return true;
    }
    const all = [...answers, text];
    if (!args.i && all.length < asked.length) ask(asking, all);
    else {
      // As in tmux the last answer also fills the placeholder after it.
      if (!args.i) runAnswer(run, () => template.commands([...all, text]), { waits });
      finish();
    }
    return false;
  };
  face.layers.openPrompt({
    message: expandAtCurrent(run, question.message),
    initial: expandAtCurrent(run, question.initial),
    type,
    ...kindOf(args),
    answer,
    onCancelled: finish,
  });
}

/** If several flags are given, the first in this order counts. */
function kindOf(args: Run["args"]): Pick<Prompt, "single" | "numeric" | "incremental" | "key"> {
  if (args["1"]) return { single: true };
  if (args.N) return { numeric: true };
  if (args.i) return { incremental: true };
  return args.k ? { key: true } : {};
}
