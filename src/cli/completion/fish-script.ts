import type { OfferedWords, OptionSpec, Verb } from "../verb.ts";

/** For fish: one line for each verb, each option and each verb's operands. */
export function fishScript(verbs: readonly Verb[]): string {
  const alone = "__fish_use_subcommand";
  return [
    "complete -c mullion -f",
    ...verbs.map(({ name, summary }) => `complete -c mullion -n ${alone} -a ${name} -d ${quote(summary)}`),
    ...verbs.flatMap((verb) => [
      ...Object.entries(verb.options).map((entry) => `${conditionOf(verb)} ${optionOf(entry)}`),
      ...(verb.completes === undefined ? [] : [`${conditionOf(verb)} ${offerOf(verb.completes, verbs)}`]),
    ]),
  ].join("\n");
}

function conditionOf({ name }: Verb): string {
  return `complete -c mullion -n '__fish_seen_subcommand_from ${name}'`;
}

function optionOf([name, { summary, short, value, completes }]: [string, OptionSpec]): string {
  return [
    `-l ${name}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    ...(value === undefined ? [] : [completes === "file" ? "-r" : "-x"]),
    ...(completes === undefined ? [] : [offerOf(completes, [])]),
    `-d ${quote(summary)}`,
  ].join(" ");
}

function offerOf(completes: OfferedWords, verbs: readonly Verb[]): string {
  if (completes === "file") return "-F";
  if (completes === "directory") return "-a '(__fish_complete_directories)'";
  if (completes === "target" || completes === "server")
    return `-a '(mullion complete ${completes} 2>/dev/null)'`;
  const words = completes === "verb" ? verbs.map(({ name }) => name) : completes;
  return `-a ${quote(words.join(" "))}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
