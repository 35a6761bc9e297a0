import type { Result } from "../protocol/methods.ts";
import type { Handler } from "./native-call.ts";
import { searchScreen } from "./search.ts";
import { lineMatch } from "./text-match.ts";

/** Every context has its share of the answer, so that a long history does not hide the others. */
export const searchContexts: Handler<"mullion.search"> = async (
  _native,
  { team },
  { pattern, literal, ignore_case: ignoreCase, contexts: named, max },
) => {
  const until = literal ? ({ kind: "text", text: pattern } as const) : ({ kind: "regex", pattern } as const);
  const matches = lineMatch(until, { ignoreCase });
  const contexts = named ? named.map((id) => team.context(id)) : team.live();
  const found: Result<"mullion.search">["matches"] = [];
  let more = false;
  for (const [index, { id, pane }] of contexts.entries()) {
    const share = Math.ceil((max - found.length) / (contexts.length - index));
    const lines = pane && share > 0 ? await searchScreen(pane.screen, matches, share + 1) : [];
    more ||= lines.length > share;
    for (const { line, text } of lines.slice(-share)) found.push({ context_id: id, line, text });
  }
  return { matches: found, more };
};
