import type { TargetKind } from "./target.ts";

/** The three parts of `session:window.pane`; a part that is missing or empty is undefined. */
export interface TargetParts {
  readonly session: string | undefined;
  readonly window: string | undefined;
  readonly pane: string | undefined;
  /** `=name`: no prefixes, no patterns, no special characters. */
  readonly exactSession: boolean;
  readonly exactWindow: boolean;
  /** A separator said that this part is a window: it is not tried as a session. */
  readonly windowOnly: boolean;
  /** A separator said that this part is a pane: it is not tried as a window or a session. */
  readonly paneOnly: boolean;
}

const WINDOW_WORDS = new Map([
  ["{start}", "^"],
  ["{last}", "!"],
  ["{end}", "$"],
  ["{next}", "+"],
  ["{previous}", "-"],
]);

/** Places in a window that name the pane there: the middle of an edge, or a corner. */
export const POSITIONS = [
  "top",
  "bottom",
  "left",
  "right",
  "top-left",
  "top-right",
  "bottom-left",
  "bottom-right",
];

const PANE_WORDS = new Map([
  ["{last}", "!"],
  ["{next}", "+"],
  ["{previous}", "-"],
  ...POSITIONS.map((name) => [`{${name}}`, name] as const),
]);

const SIGILS = new Map<string, TargetKind>([
  ["$", "session"],
  ["@", "window"],
  ["%", "pane"],
]);

/** Without separators the first character of an id decides what it is, and otherwise the kind that is wanted. */
export function parseTarget(text: string, kind: TargetKind): TargetParts {
  const colon = text.indexOf(":");
  const rest = text.slice(colon + 1);
  const period = rest.indexOf(".");
  const head = period < 0 ? rest : rest.slice(0, period);
  const alone = colon < 0 && period < 0 ? (SIGILS.get(text[0] ?? "") ?? kind) : undefined;

  const session = exactPart(alone === "session" ? text : colon < 0 ? undefined : text.slice(0, colon));
  const window = exactPart(alone && alone !== "window" ? undefined : head);
  const pane = alone === "pane" ? text : period < 0 ? undefined : rest.slice(period + 1);
  return {
    session: session.name,
    window: translated(WINDOW_WORDS, window.name),
    pane: translated(PANE_WORDS, pane || undefined),
    exactSession: session.exact,
    exactWindow: window.exact,
    windowOnly: colon >= 0,
    paneOnly: period >= 0,
  };
}

function exactPart(text: string | undefined): { name: string | undefined; exact: boolean } {
  const exact = text?.startsWith("=") ?? false;
  return { name: (exact ? text?.slice(1) : text) || undefined, exact };
}

function translated(words: ReadonlyMap<string, string>, text: string | undefined): string | undefined {
  return text === undefined ? undefined : (words.get(text) ?? text);
}
