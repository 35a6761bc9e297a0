import type { TerminalReply } from "../../../core/keys/decode/terminal-reply.ts";
import { featuresOfProduct } from "./feature-table.ts";

/** Terminal products by their reply to secondary device attributes. */
const BY_ATTRIBUTE = new Map([
  ["M".charCodeAt(0), "mintty"],
  ["T".charCodeAt(0), "tmux"],
  ["U".charCodeAt(0), "rxvt-unicode"],
]);

/** Names of the features that a reply of the terminal implies. */
export function reportedFeatures(reply: TerminalReply): readonly string[] {
  if (reply.kind === "version") return featuresOfProduct(reply.text);
  if (reply.kind !== "attributes" || !reply.secondary) return [];
  const [kind = 0] = reply.parameters;
  return kind === 41 ? ["margins", "rectfill"] : featuresOfProduct(BY_ATTRIBUTE.get(kind) ?? "");
}
