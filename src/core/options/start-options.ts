import type { Options } from "./options.ts";

export interface ServerStart {
  readonly server: Options;
  readonly session: Options;
  readonly window: Options;
  /** Of the client that makes the server. */
  readonly environment: ReadonlyMap<string, string>;
  /** The user's shell: $SHELL or the one of the password file, whichever is suitable first. */
  readonly shell: string;
}

/** What a new server takes from its surroundings before it reads any configuration. */
export function applyStartOptions({ server, session, window, environment, shell }: ServerStart): void {
  session.set("default-shell", shell);
  const editor = environment.get("VISUAL") ?? environment.get("EDITOR");
  if (editor === undefined) return;
  server.set("editor", editor);
  const program = editor.slice(editor.lastIndexOf("/") + 1);
  const keys = program.includes("vi") ? "vi" : "emacs";
  session.set("status-keys", keys);
  window.set("mode-keys", keys);
}
