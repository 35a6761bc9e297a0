import { visible } from "./visible.ts";

/**
 * One argument of a command, or the value of an option, as tmux prints it so that its own parser reads it back: bare
 * where nothing in it is special, else in the quotes that need the fewest escapes.
 */
export function escapeArgument(text: string): string {
  if (text === "") return "''";
  const quote = /[ #';${}%]/.test(text) ? '"' : /"/.test(text) ? "'" : "";
  if (text.length === 1 && text !== " " && (quote !== "" || text === "~")) return `\\${text}`;
  const escaped = visible(text, { doubleQuotes: quote === '"' });
  const home = quote !== "'" && escaped.startsWith("~") ? "\\" : "";
  return `${quote}${home}${escaped}${quote}`;
}
