import type { TerminalReply } from "../../../core/keys/decode/terminal-reply.ts";
import { featuresOfProduct } from "./feature-table.ts";
import { type FeatureSources, type TerminalFeatures, terminalFeatures } from "./terminal-features.ts";

type KnownTerminalSetup = Omit<FeatureSources, "reported">;

/** The features of a client's terminal, from its name, from options, and from its own replies. */
export class KnownTerminal {
  readonly #setup: KnownTerminalSetup;
  #reported: readonly string[] = [];
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
  apply(reply: TerminalReply): boolean {
    if (reply.kind === "version") this.#type = reply.text;
    const reported = reportedFeatures(reply);
    if (reported.length === 0) return false;
    this.#reported = [...this.#reported, ...reported];
    this.#features = this.#find();
    return true;
  }

  #find(): TerminalFeatures {
    return terminalFeatures({ ...this.#setup, reported: this.#reported });
  }
}

/** Terminal products by their reply to secondary device attributes. */
const BY_ATTRIBUTE = new Map([
  ["M".charCodeAt(0), "mintty"],
  ["T".charCodeAt(0), "tmux"],
  ["U".charCodeAt(0), "rxvt-unicode"],
]);

/** Names of the features that a reply of the terminal implies. */
function reportedFeatures(reply: TerminalReply): readonly string[] {
  if (reply.kind === "version") return featuresOfProduct(reply.text);
  if (reply.kind !== "attributes" || !reply.secondary) return [];
  const [kind = 0] = reply.parameters;
  return kind === 41 ? ["margins", "rectfill"] : featuresOfProduct(BY_ATTRIBUTE.get(kind) ?? "");
}
