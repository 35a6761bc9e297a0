import type { ScreenLook } from "./look.ts";

/** The text before the cursor: a question of the program, its prompt for commands, or other text. */
export type UnfinishedLine =
  | { readonly kind: "question"; readonly text: string }
  | { readonly kind: "prompt"; readonly text: string }
  | { readonly kind: "text"; readonly text: string };

/** `>>>`, `In [3]:`, `sqlite>`, `(gdb)`, `irb(main):001:0>`, `$`: a prompt asks for nothing in particular. */
const PROMPT =
  /^(>>>|\.\.\.|>|\.{3}>|In \[\d+\]:|\s*\.\.\.:|[\w.@~:/ -]*[=-]?[#>]|\(\w+\)|irb\(.*\):\S+[>*]|.*(?:[$#❯➜λ]|[^\d]%)|[\w-]+>)$/u;

const QUESTIONS: readonly RegExp[] = [
  /[[(]\s*y(es)?\s*[/|]\s*n(o)?(\s*[/|].*)?\s*[\])]/i,
  /\b(yes\/no|y\/n)\b/i,
  /\?\s*([[(][^\])]*[\])])?\s*[:>]?$/u,
  /\b(password|passphrase|passcode|pin|token|username|login|otp)\b.*:$/i,
  /\bpress\b.*\b(enter|return|any key|key)\b/i,
  /\b(enter|type|choose|select|input|continue|confirm|overwrite|replace|proceed)\b.*[:>?.…]$/i,
  /^#\?$/,
  /^what\b.*>$/i,
  /:\s*([[(][^\])]*[\])])?:?$/,
];

/** Characters before the cursor that are looked at. */
const MAX_LINE = 300;
/** How far above the cursor a question may stand when the cursor waits on a line of its own. */
const LINES_ABOVE = 1;

/** Undefined if the cursor stands at the start of a line, with no question above it. */
export function unfinishedLine({
  rows,
  cursor: { x, y },
}: Pick<ScreenLook, "rows" | "cursor">): UnfinishedLine | undefined {
  const before = (rows[y] ?? "").slice(0, x).slice(-MAX_LINE).trim();
  if (before !== "") return classify(before);
  for (let above = 1; above <= LINES_ABOVE; above++) {
    const text = (rows[y - above] ?? "").slice(-MAX_LINE).trim();
    if (text !== "" && isQuestion(text) && /[?:>]$|\)$|\]$/.test(text)) return { kind: "question", text };
  }
  return undefined;
}

function isQuestion(text: string): boolean {
  return QUESTIONS.some((pattern) => pattern.test(text));
}

function classify(text: string): UnfinishedLine {
  if (/^#\?$/.test(text)) return { kind: "question", text };
  if (PROMPT.test(text) && !/\?\s*[>:]$|^what\b|\bpassword|[[(]y\/n/i.test(text))
    return { kind: "prompt", text };
  return isQuestion(text) ? { kind: "question", text } : { kind: "text", text };
}
