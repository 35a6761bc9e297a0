import { EXIT_STATUS_MEANING } from "./exit-status.ts";
import type { OptionSpec, Verb } from "./verb.ts";

/** Column at which text wraps. */
const WIDTH = 80;

/** What `mullion help` prints. */
export function overview(verbs: readonly Verb[]): string {
  const listed = verbs.filter((verb) => !verb.hidden);
  return [
    "Mullion holds terminals that outlive everything around them, and is a drop-in tmux.",
    "",
    "Usage: mullion [verb]",
    "",
    "Without a verb: a session for this directory, made where there is none.",
    "",
    ...columns(listed.map((verb) => [verb.name, verb.summary])),
    "",
    "mullion help VERB describes one of them.",
    "",
    "Exit status:",
    ...columns(EXIT_STATUS_MEANING.map(([status, meaning]) => [String(status), meaning])),
    "",
  ].join("\n");
}

export function verbHelp(verb: Verb): string {
  const options = Object.entries(verb.options).map(
    ([name, spec]) => [optionUsage(name, spec), spec.summary] as const,
  );
  return [
    `${verb.summary[0]!.toUpperCase()}${verb.summary.slice(1)}.`,
    "",
    `Usage: ${usageOf(verb)}`,
    ...section("Options", columns([...options, ["-h, --help", "show this text"]])),
    ...(verb.notes ?? []).flatMap((note) => ["", ...wrap(note, WIDTH)]),
    ...section(
      "Exit status",
      columns(Object.entries(verb.exits ?? {}).map(([status, meaning]) => [status, meaning] as const)),
    ),
    ...section(
      "Examples",
      verb.examples.flatMap(([command, meaning]) => [`  ${command}`, `      ${meaning}`]),
    ),
    "",
  ].join("\n");
}

export function usageOf(verb: Verb): string {
  const options = Object.entries(verb.options).map(([name, spec]) => {
    const flag = spec.short === undefined ? `--${name}` : `-${spec.short}`;
    const repeat = spec.repeat ? "…" : "";
    return `[${flag}${spec.value === undefined ? "" : ` ${spec.value}`}]${repeat}`;
  });
  return ["mullion", verb.name, ...options, verb.operands].filter((part) => part !== "").join(" ");
}

function optionUsage(name: string, { short, value }: OptionSpec): string {
  const flags = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return value === undefined ? flags : `${flags} ${value}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", `${title}:`, ...lines];
}

function columns(rows: readonly (readonly [left: string, right: string])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([left]) => left.length)) + 4;
  return rows.flatMap(([left, right]) => {
    const [first = "", ...more] = wrap(right, WIDTH - width);
    return [`  ${left.padEnd(width - 2)}${first}`, ...more.map((line) => " ".repeat(width) + line)];
  });
}

function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1)!;
    if (last !== "" && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}
