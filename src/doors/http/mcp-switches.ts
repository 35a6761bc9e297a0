import { Refusal } from "./refusal.ts";

const SWITCHES: ReadonlySet<string> = new Set(["all", "all-hosts", "read-only"]);
const ON: ReadonlySet<string> = new Set(["", "1", "true"]);

/**
 * The scope is in the address, which a person configures: `/mcp?all`, `/mcp?all-hosts`, `/mcp?read-only`. Everything else is
 * rejected: after `?readonly` or `?all=false`, an agent could do what the person wanted to prevent.
 */
export function mcpSwitches(given: URLSearchParams) {
  for (const [name, value] of given)
    if (!SWITCHES.has(name) || !ON.has(value))
      throw new Refusal(
        400,
        `/mcp knows ?all, ?all-hosts and ?read-only, without a value, not ?${name}${value === "" ? "" : `=${value}`}`,
      );
  return {
    all: given.has("all") || given.has("all-hosts"),
    allHosts: given.has("all-hosts"),
    readOnly: given.has("read-only"),
  };
}
