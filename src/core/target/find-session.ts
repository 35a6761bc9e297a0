import { fnmatch } from "../text/fnmatch.ts";
import type { Session } from "../tree/tree.ts";
import { sessionWithId } from "./by-id.ts";
import { onlyOne, type TargetSearch } from "./finding.ts";
import { clientNamed } from "./resolve-client.ts";

/** By id, exact name, name of an attached client, then a prefix and last a pattern that must fit one session alone. */
export function findSession(finding: TargetSearch, text: string): boolean {
  finding.session = lookUp(finding, text);
  return finding.session !== undefined;
}

function lookUp(finding: TargetSearch, text: string): Session | undefined {
  const { server } = finding;
  if (text.startsWith("$")) return sessionWithId(server, text);
  const exact = server.sessionNamed(text) ?? clientNamed(server, text)?.session;
  if (exact || finding.exactSession) return exact;
  const { one, several } = onlyOne(server.sessionsByName(), [
    ({ name }) => name.startsWith(text),
    ({ name }) => fnmatch(text, name),
  ]);
  return several ? undefined : one;
}
