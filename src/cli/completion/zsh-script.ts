import type { OfferedWords, OptionSpec, Verb } from "../verb.ts";

/** For zsh: a call of _arguments for each verb. */
export function zshScript(verbs: readonly Verb[]): string {
  const described = verbs.map(({ name, summary }) => quote(`${name}:${summary}`));
  return [
    "_mullion_ask() {",
    '  local -a found=(${(f)"$(mullion complete $1 2>/dev/null)"})',
    "  found=(${found//:/\\\\:})",
    "  found=(${found//$'\\t'/:})",
    "  _describe $1 found",
    "}",
    `_mullion_verbs() { local -a verbs=(${described.join(" ")}); _describe verb verbs }`,
    "_mullion() {",
    "  if ((CURRENT == 2)); then _mullion_verbs; return; fi",
    "  local verb=$words[2]",
    "  shift words; ((CURRENT--))",
    "  case $verb in",
    ...verbs.map((verb) => `    ${verb.name}) _arguments -s ${specsOf(verb).join(" ")} ;;`),
    "  esac",
    "}",
    "compdef _mullion mullion",
  ].join("\n");
}

function specsOf(verb: Verb): string[] {
  const options = Object.entries(verb.options).map((entry) => optionSpec(entry));
  const help = quote("(- *)--help[show help]");
  const operands = verb.completes === undefined ? [] : [quote(`*:operand:${actionOf(verb.completes)}`)];
  return [...options, help, ...operands];
}

function optionSpec([name, { short, value, repeat, summary, completes }]: [string, OptionSpec]): string {
  const flags = short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`];
  const exclusion = repeat ? "*" : `(${flags.join(" ")})`;
  const explained = `[${summary.replaceAll(/[[\]\\:]/g, "\\$&")}]`;
  const argument =
    value === undefined ? "" : `:${value.replaceAll(":", "\\:")}:${completes ? actionOf(completes) : ""}`;
  return flags.map((flag) => quote(`${exclusion}${flag}${explained}${argument}`)).join(" ");
}

function actionOf(completes: OfferedWords): string {
  if (typeof completes !== "string")
    return `(${completes.map((word) => word.replaceAll(":", "\\:")).join(" ")})`;
  return ACTIONS[completes];
}

/** The space before the name makes _arguments call the action as written, without extra compadd arguments. */
const ACTIONS: Readonly<Record<Extract<OfferedWords, string>, string>> = {
  target: " _mullion_ask target",
  server: " _mullion_ask server",
  verb: " _mullion_verbs",
  file: "_files",
  directory: "_files -/",
};

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
