import type { Server } from "../core/tree/tree.ts";

/**
 * A free session name derived from a word: safe in a shell and in a tmux target, with a number if the name is taken.
 */
export function sessionName(server: Server, word: string): string {
  const safe = word.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replaceAll(/^-+|-+$/g, "") || "main";
  for (let count = 1; ; count++) {
    const name = count === 1 ? safe : `${safe}-${count}`;
    if (server.sessionNamed(name) === undefined) return name;
  }
}
