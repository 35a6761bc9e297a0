import type { TerminalReply } from "../../../core/keys/decode/terminal-reply.ts";
import type { Client } from "../../../core/tree/client.ts";
import type { Server } from "../../../core/tree/server.ts";
import { type TerminalFeatures, terminalFeatures } from "./terminal-features.ts";
import { toldFeatures } from "./told-features.ts";

export interface KnownTerminalSetup {
  readonly server: Server;
  readonly client: Client;
  /** Names of features that the user says it has. */
  readonly given: readonly string[];
}

/** What is known of the terminal that a client sits at: by its name, by options, and by what it tells of itself. */
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

  /** Its product and version, as it says; empty before it did. */
  get type(): string {
    return this.#type;
  }

  /** Says whether its features are others now. */
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
