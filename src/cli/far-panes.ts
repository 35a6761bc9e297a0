import type { CommandLine } from "./parse-command-line.ts";
import type { HotVerb } from "./verb.ts";

/** Turns a line that a host printed into one whose panes are targets on this machine: %3 into build/%3. */
export type FarPanes = (line: string, host: string) => string;

/** A quote inside a string of JSON has a backslash before it, so these find members alone. */
const IN_JSON = /(?<="pane":"|"(?:panes|killed)":\[(?:"[^"]*",)*")(?=%\d+")/g;

/** Undefined: such a call prints no ids of panes. */
export function farPanes({ host }: HotVerb, { options, operands }: CommandLine): FarPanes | undefined {
  if (!host?.names) return undefined;
  if (options.json) return inJson;
  const places = host.names(operands);
  return places && ((line, name) => line.replace(places, () => `${name}/`));
}

function inJson(line: string, name: string): string {
  const named = line.replace(IN_JSON, () => `${name}/`);
  // Of two members with one name the last one counts: the name of the host as this machine knows it.
  return /^\{".*\}$/.test(named) ? `${named.slice(0, -1)},"host":${JSON.stringify(name)}}` : named;
}
