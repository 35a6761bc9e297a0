import { compareBytes } from "../text/compare-bytes.ts";
import type { FormatContext } from "./context.ts";
import { DEPTH_LIMIT, type Expansion, fail, log, OUTPUT_LIMIT, STEP_LIMIT, spendStep } from "./expansion.ts";
import { formatTime, localTime } from "./format-time.ts";
import { replace } from "./replace.ts";
import { createScope } from "./scope.ts";
import { skipTo } from "./skip.ts";
import { variableTable } from "./variables/variable-table.ts";

/**
 * Formats, tmux's small language inside text. `#{…}` is replaced by a variable, a condition, a comparison or a loop,
 * with modifiers before it; `#S` and similar are short names of variables; `#(…)` is the output of a command; `##`
 * `#,` `#}` are the characters themselves; `#[…]` is a style and is kept for the code that draws. Unknown names
 * expand to nothing. An unclosed `#{`, or a condition without its parts, ends the text there, as in tmux.
 */
export function expandFormat(text: string, context: FormatContext): string {
  return expandText(createExpansion(context), text);
}

function createExpansion(context: FormatContext): Expansion {
  return {
    scope: createScope(context, expandFormat),
    time: context.time ?? false,
    jobs: !context.noJobs,
    budget: { steps: STEP_LIMIT, characters: OUTPUT_LIMIT },
    log: context.log,
    expand: expandText,
    depth: 0,
  };
}

/** Maximum length of strftime's output. */
const TIME_LIMIT = 8192;

const SHORT_NAMES = new Map([
  ["D", "pane_id"],
  ["F", "window_flags"],
  ["H", "host"],
  ["I", "window_index"],
  ["P", "pane_index"],
  ["S", "session_name"],
  ["T", "pane_title"],
  ["W", "window_name"],
  ["h", "host_short"],
]);

function expandText(expansion: Expansion, text: string): string {
  if (text === "" || !spendStep(expansion)) return "";
  if (expansion.depth === DEPTH_LIMIT) return fail(expansion, `reached loop limit (${DEPTH_LIMIT})`) ?? "";
  expansion.depth++;
  log(expansion, () => `expanding format: ${text}`);
  const timed = expandTime(expansion, text);
  const out = timed.includes("#") ? expandParts(expansion, timed) : timed;
  log(expansion, () => `result is: ${out}`);
  expansion.budget.characters -= out.length;
  expansion.depth--;
  return out;
}

function expandTime(expansion: Expansion, text: string): string {
  if (!expansion.time || !text.includes("%")) return text;
  const { host, now } = expansion.scope;
  const timed = formatTime(text, localTime(now, host.zone(now)));
  if (timed === "" || timed.length >= TIME_LIMIT) return fail(expansion, "format is too long") ?? "";
  if (timed !== text) log(expansion, () => `after time expanded: ${timed}`);
  return timed;
}

/** The expansion of a `#` and the position after it; undefined ends the text. */
type Part = { readonly out: string; readonly next: number } | undefined;

function expandParts(expansion: Expansion, text: string): string {
  let out = "";
  let at = 0;
  for (;;) {
    const hash = text.indexOf("#", at);
    if (hash < 0) return out + text.slice(at);
    out += text.slice(at, hash);
    const part = expandPart(expansion, text, hash);
    if (!part) return out;
    out += part.out;
    at = part.next;
  }
}

function expandPart(expansion: Expansion, text: string, hash: number): Part {
  const character = text[hash + 1];
  switch (character) {
    case "(":
      return expandJob(expansion, text, hash);
    case "{":
      return expandBraces(expansion, text, hash);
    case "#":
      return expandHashes(expansion, text, hash);
    case "}":
    case ",":
      log(expansion, () => `found #${character}`);
      return { out: character, next: hash + 2 };
    default:
      return expandShortName(expansion, text, hash);
  }
}

function expandBraces(expansion: Expansion, text: string, hash: number): Part {
  const end = skipTo(text, hash, "}");
  if (end < 0) return undefined;
  const key = text.slice(hash + 2, end);
  log(expansion, () => `found #{}: ${key}`);
  const out = replace(expansion, key);
  return out === undefined ? undefined : { out, next: end + 1 };
}

/** Hashes before a bracket belong to a style and are kept for the code that draws; elsewhere two hashes make one. */
function expandHashes(expansion: Expansion, text: string, hash: number): Part {
  let end = hash;
  while (text[end] === "#") end++;
  if (text[end] === "[") {
    log(expansion, () => `found #*${end - hash}[`);
    return { out: text.slice(hash, end + 1), next: end + 1 };
  }
  log(expansion, () => "found ##");
  return { out: "#", next: hash + 2 };
}

function expandShortName(expansion: Expansion, text: string, hash: number): Part {
  const character = text[hash + 1] ?? "";
  const name = SHORT_NAMES.get(character);
  if (!name) return { out: `#${character}`, next: hash + 1 + character.length };
  log(expansion, () => `found #${character}: ${name}`);
  const out = replace(expansion, name);
  return out === undefined ? undefined : { out, next: hash + 2 };
}

function expandJob(expansion: Expansion, text: string, hash: number): Part {
  const end = closingParenthesis(text, hash + 2);
  if (end < 0) return undefined;
  const command = text.slice(hash + 2, end);
  log(expansion, () => `found #(): ${command}`);
  const out = expansion.jobs ? runJob(expansion, command) : "";
  log(expansion, () => (expansion.jobs ? `#() result: ${out}` : "#() is disabled"));
  return { out, next: end + 1 };
}

function closingParenthesis(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") open++;
    if (text[at] === ")" && --open === 0) return at;
  }
  return -1;
}

/** Both the command and its output are expanded as formats, in which jobs are not allowed. */
function runJob(expansion: Expansion, command: string): string {
  const inner: Expansion = { ...expansion, jobs: false, time: false };
  const { host, client, tag, reads } = expansion.scope;
  const expanded = expandText(inner, command);
  if (reads) {
    reads.jobs = true;
    return "";
  }
  return expandText(inner, host.runJob({ command, expanded, tag, client }));
}

/** Every variable that has a value in this context: `display-message -a`. The caller's variables come last. */
export function listVariables(context: FormatContext): readonly (readonly [name: string, value: string])[] {
  const scope = createScope(context, expandFormat);
  const known = [...variableTable].flatMap(([name, read]) => {
    const value = read(scope);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  const ofMode = [...(scope.pane?.modes[0]?.variables ?? [])].flatMap(([name, read]) => {
    const value = read();
    return value === undefined ? [] : [[name, value] as const];
  });
  const given = new Map([...ofMode, ...scope.commandVariables, ...scope.variables]);
  return [...known, ...[...given].sort(([a], [b]) => compareBytes(a, b))];
}
