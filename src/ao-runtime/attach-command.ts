import { fileURLToPath } from "node:url";
import type { ProcessEnv } from "../client/transport.ts";
import { programs } from "../package/programs.ts";

const TMUX = programs(fileURLToPath(new URL("../..", import.meta.url))).tmux;

/**
 * A command for a person to paste into any terminal of this user, independent of which `tmux` and which daemon that
 * terminal would find. `server` is a name, or the path of a socket.
 */
export function attachCommand(session: string, server: string, { MULLION_DIR }: ProcessEnv): string {
  const instance = MULLION_DIR ? ["env", `MULLION_DIR=${MULLION_DIR}`] : [];
  const which = [server.startsWith("/") ? "-S" : "-L", server];
  return [...instance, TMUX, ...which, "attach", "-t", `=${session}`].map(quote).join(" ");
}

/** Quotes for any shell: zsh expands a word that begins with `=`. */
function quote(word: string): string {
  return /^[\w@%+:,./-][\w@%+:,./=-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
