import { EXIT_STATUS_MEANING } from "./exit-status.ts";
import type { OptionSpec, Verb } from "./verb.ts";

/** Manual pages in the man macros that every roff supports, generated from the table of verbs. */
export interface ManPage {
  /** File name, such as mullion-wait.1. */
  readonly file: string;
  readonly text: string;
}

export function manPages(verbs: readonly Verb[], version: string): ManPage[] {
  const listed = verbs.filter(({ hidden }) => !hidden);
  return [
    { file: "mullion.1", text: overviewPage(listed, version) },
    ...listed.map((verb) => ({ file: `mullion-${verb.name}.1`, text: verbPage(verb, version) })),
  ];
}

function overviewPage(verbs: readonly Verb[], version: string): string {
  return [
    title("mullion", version),
    ".SH NAME",
    "mullion \\- terminals that outlive everything around them, and a drop\\-in tmux",
    ".SH SYNOPSIS",
    ".B mullion",
    "[\\fIverb\\fR [\\fIargument\\fR ...]]",
    ".SH DESCRIPTION",
    "Without a verb: a session for this directory, made where there is none.",
    ".SH VERBS",
    ...verbs.flatMap(({ name, summary }) => entry(`\\fBmullion\\-${roff(name)}\\fR(1)`, summary)),
    ".SH EXIT STATUS",
    ...EXIT_STATUS_MEANING.flatMap(([status, meaning]) => entry(`.B ${status}`, meaning)),
    ".SH SEE ALSO",
    ".BR tmux (1)",
    "",
  ].join("\n");
}

function verbPage(verb: Verb, version: string): string {
  const { name, summary, notes = [], exits = {}, examples } = verb;
  const options = Object.entries(verb.options).flatMap(([option, spec]) => optionLines(option, spec));
  return [
    title(`mullion-${name}`, version),
    ".SH NAME",
    `mullion\\-${roff(name)} \\- ${roff(summary)}`,
    ".SH SYNOPSIS",
    `.B mullion ${roff(name)}`,
    "[\\fIoption\\fR ...]",
    ...(verb.operands === "" ? [] : [roff(verb.operands)]),
    ...(notes.length === 0 ? [] : [".SH DESCRIPTION"]),
    ...notes.flatMap((note) => [".PP", roff(note)]),
    ".SH OPTIONS",
    ...options,
    ...entry("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "show help"),
    ".SH EXIT STATUS",
    ...entry(".B 0", "done"),
    ...(1 in exits ? [] : entry(".B 1", "wrong usage, or it failed")),
    ...Object.entries(exits).flatMap(([status, meaning]) => entry(`.B ${status}`, meaning)),
    ".SH EXAMPLES",
    ...examples.flatMap(([command, meaning]) => entry(`.B ${roff(command)}`, meaning)),
    ".SH SEE ALSO",
    ".BR mullion (1)",
    "",
  ].join("\n");
}

function title(name: string, version: string): string {
  return `.TH "${roff(name.toUpperCase())}" 1 "" "Mullion ${roff(version)}" "Mullion"`;
}

function optionLines(name: string, { short, value, summary }: OptionSpec): string[] {
  const flags = [...(short === undefined ? [] : [`-${short}`]), `--${name}`];
  const shown = flags.map((flag) => `\\fB${roff(flag)}\\fR`).join(", ");
  return entry(value === undefined ? shown : `${shown} \\fI${roff(value)}\\fR`, summary);
}

/** A term, in roff already, and its meaning. */
function entry(term: string, meaning: string): string[] {
  return [".TP", term, roff(meaning)];
}

/** Escapes what roff interprets: backslashes and dashes, and a dot or a quote at the beginning of a line. */
function roff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("…", "...")
    .replaceAll('"', "\\(dq")
    .replace(/^[.']/, "\\&$&");
}
