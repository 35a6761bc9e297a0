import type { CommandRun } from "../define-command.ts";
import { type AnyRun, expand } from "../formats/expand.ts";
import { type ArgumentValue, type Command, CommandList } from "../parse-commands/command.ts";
import { parseArguments } from "../parse-commands/parse-arguments.ts";

type Run = AnyRun & Pick<CommandRun, "args" | "client">;

/** Characters that end or change a word in double quotes. */
const QUOTED = /["\\$;~]/g;

/**
 * Commands with placeholders for answers: `%1` to `%9`, and `%%` for the first answer without one. `%%%` and `%1%`
 * insert the answer escaped for double quotes. The template is text that is parsed once the answers are known, or a
 * parsed block whose words receive the answers.
 */
export class CommandTemplate {
  readonly #run: Run;
  readonly #template: ArgumentValue;

  /** `isFormat` (`-F`): the text is a format, which is expanded first. */
  constructor(run: Run, { fallback, isFormat = false }: { fallback: string; isFormat?: boolean }) {
    this.#run = run;
    const given = run.args.values[0] ?? fallback;
    this.#template =
      isFormat && typeof given === "string" ? expand(run, given, { client: run.client }) : given;
  }

  /** Name of the first command, if the text determines it without the answers. */
  get commandName(): string {
    if (typeof this.#template === "string") return /^[^ ,]*/.exec(this.#template)![0];
    return this.#template.commands[0]?.entry.name ?? "";
  }

  /** Throws ParseError if the text with the answers is invalid. */
  commands(answers: readonly string[]): CommandList {
    const { door, command } = this.#run;
    const { file, line } = command;
    if (typeof this.#template !== "string") return fillList(this.#template, answers);
    return door.parseText(fillText(this.#template, answers), { file, line });
  }
}

/** Replaces the placeholders of a text with the answers. */
export function fillText(text: string, answers: readonly string[]): string {
  return answers.reduce((filled, answer, index) => fillOne(filled, answer, index + 1), text);
}

function fillOne(text: string, answer: string, number: number): string {
  let free = true;
  return text.replace(/%([1-9%])(%?)/g, (place, which: string, quoted: string) => {
    if (which === "%") {
      if (!free) return place;
      free = false;
    } else if (Number(which) !== number) return place;
    return quoted ? answer.replace(QUOTED, "\\$&") : answer;
  });
}

function fillList(list: CommandList, answers: readonly string[]): CommandList {
  return new CommandList(list.commands.map((command) => fillCommand(command, answers)));
}

function fillCommand(command: Command, answers: readonly string[]): Command {
  const fill = (value: ArgumentValue): ArgumentValue =>
    typeof value === "string" ? fillText(value, answers) : fillList(value, answers);
  const flags = command.args
    .given()
    .flatMap(([flag, values]) =>
      values.length === 0 ? [`-${flag}`] : values.flatMap((value) => [`-${flag}`, fill(value)]),
    );
  const words = [...flags, "--", ...command.args.values.map(fill)];
  return { ...command, args: parseArguments(command.entry, words) };
}
