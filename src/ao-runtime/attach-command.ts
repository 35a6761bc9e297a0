import { fileURLToPath } from "node:url";
import { programs } from "../package/programs.ts";
import type { Environment } from "./settings.ts";

const TMUX = programs(fileURLToPath(new URL("../..", import.meta.url))).tmux;

/**
 * For a person to paste into any terminal of this user, whatever `tmux` and which daemon that would find by itself. The
 * server is a name, or the path of its socket.
 */
export function attachCommand(session: string, server: string, { MULLION_DIR }: Environment): string {
  const instance = MULLION_DIR ? ["env", `MULLION_DIR=${MULLION_DIR}`] : [];
  const which = [server.startsWith("/") ? "-S" : "-L", server];
  return [...instance, TMUX, ...which, "attach", "-t", `=${session}`].map(quote).join(" ");
}

/** For any shell: zsh expands a word that begins with `=`. */
function quote(word: string): string {
  return /^[\w@%+:,./-][\w@%+:,./=-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
