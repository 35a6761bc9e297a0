import type { CompletedWord, Completion } from "../../../core/face/prompt.ts";
import { optionTable } from "../../../core/options/option-table.ts";
import { compareBytes } from "../../../core/text/compare-bytes.ts";
import type { Client, Server, Session } from "../../../core/tree/tree.ts";
import type { AnyCommandEntry } from "../parse-commands/command.ts";

const LAYOUTS = ["even-horizontal", "even-vertical", "main-horizontal", "main-vertical", "tiled"];
const NOTHING: Completion = {};

export interface CompletionWorld {
  readonly server: Server;
  readonly client: Client;
  readonly commands: readonly AnyCommandEntry[];
}

/**
 * Completions for a word of a prompt. In a command: commands and aliases for the first word, then options and layouts,
 * and sessions and windows after -t and -s. In a prompt for a target: sessions and windows only.
 */
export function complete(world: CompletionWorld, { word, first, type }: CompletedWord): Completion {
  const { server, client } = world;
  if (type === "window-target") return client.session ? windowsOf(client.session, word, { word }) : NOTHING;
  if (type === "target") return targets(server, client, { word, flag: "" });
  if (word === "") return NOTHING;
  const [flag] = /^-[ts]/.exec(word) ?? [];
  if (flag !== undefined) return targets(server, client, { word, flag });
  const words = commandWords(world, word, first);
  const text = words.length === 1 ? `${words[0]} ` : commonPrefix(words);
  return clearOrChoices(word, { text, words, flag: "" });
}

function commandWords({ commands, server }: CompletionWorld, word: string, first: boolean): string[] {
  const names = commands.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]));
  const aliases = server.options.list("command-alias").map(([, text]) => text.split("=")[0]!);
  const rest = first ? [] : [...optionTable.map(({ name }) => name), ...LAYOUTS];
  return [...new Set([...names, ...aliases, ...rest])].filter((name) => name.startsWith(word));
}

interface FlaggedWord {
  readonly word: string;
  /** `-t` or `-s`, which the word begins with. */
  readonly flag: string;
}

/** Completes a session, or with a colon a window of it; an empty session is the client's. */
function targets(server: Server, client: Client, { word, flag }: FlaggedWord): Completion {
  const target = word.slice(flag.length);
  const colon = target.indexOf(":");
  if (colon < 0) {
    const words = sessionWords(server, target);
    return clearOrChoices(word, { text: words.length > 0 ? flag + commonPrefix(words) : "", words, flag });
  }
  const [name, window] = [target.slice(0, colon), target.slice(colon + 1)];
  if (window.includes(".")) return NOTHING;
  const session = name === "" ? client.session : server.sessionNamed(name);
  return session ? windowsOf(session, window, { word, flag }) : NOTHING;
}

function sessionWords(server: Server, target: string): string[] {
  return server.sessionsByName().flatMap(({ name, id }) => {
    if (name.startsWith(target)) return [`${name}:`];
    return target.startsWith("$") && id.startsWith(target) ? [`${id}:`] : [];
  });
}

/** Without `flag` the prompt asks for a window, whose number is enough. */
function windowsOf(
  session: Session,
  start: string,
  { word, flag }: { readonly word: string; readonly flag?: string },
): Completion {
  const links = session.links.filter(({ index }) => String(index).startsWith(start));
  const place = flag === undefined ? "" : `${session.name}:`;
  const choices = links.map(({ index, window }) => ({
    name: `${place}${index} (${window.name})`,
    text: `${flag ?? ""}${place}${index}`,
  }));
  const [only] = choices;
  if (choices.length > 1) return { choices, shows: "first", indent: flag?.length ?? 0 };
  return only && only.text !== word ? { text: only.text } : NOTHING;
}

function clearOrChoices(
  word: string,
  { text, words, flag }: { readonly text: string; readonly words: readonly string[]; readonly flag: string },
): Completion {
  if (words.length > 0 && text !== word) return { text };
  if (words.length < 2) return NOTHING;
  const choices = words.toSorted(compareBytes).map((name) => ({ name, text: flag + name }));
  return { choices, shows: "last", indent: flag.length };
}

function commonPrefix(words: readonly string[]): string {
  let prefix = words[0] ?? "";
  for (const word of words) while (!word.startsWith(prefix)) prefix = prefix.slice(0, -1);
  return prefix;
}
