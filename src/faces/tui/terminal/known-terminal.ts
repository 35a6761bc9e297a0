import type { TerminalReply } from "../../../core/keys/decode/terminal-reply.ts";
import type { Client, Server } from "../../../core/tree/tree.ts";
import { type TerminalFeatures, terminalFeatures } from "./terminal-features.ts";
import { toldFeatures } from "./told-features.ts";

export interface KnownTerminalSetup {
  readonly server: Server;
  readonly client: Client;
  /** Feature names that the user gave. */
  readonly given: readonly string[];
}

/** The features of a client's terminal, from its name, from options, and from its own replies. */
export class KnownTerminal {
  readonly #setup: KnownTerminalSetup;
  #told: readonly string[] = [];
  #features: TerminalFeatures;
  #type = "";

  constructor(setup: KnownTerminalSetup) {
    this.#setup = setup;
    this.#features = this.#find();
  }

  get features(): TerminalFeatures {
    return this.#features;
  }

  /** Product and version as the terminal reported them; empty before its reply. */
  get type(): string {
    return this.#type;
  }

  /** Applies a reply of the terminal. Returns whether its features changed. */
  hear(reply: TerminalReply): boolean {
    if (reply.kind === "version") this.#type = reply.text;
    const told = toldFeatures(reply);
    if (told.length === 0) return false;
    this.#told = [...this.#told, ...told];
    this.#features = this.#find();
    return true;
  }

  #find(): TerminalFeatures {
    return terminalFeatures({ ...this.#setup, told: this.#told });
  }
}
