import type { IDisposable, Terminal } from "@xterm/xterm";

/**
 * Keeps the page's terminal from answering queries. The daemon is the terminal that a program talks to and has answered
 * already: a second answer would arrive as typed text.
 */
export function silence({ parser }: Terminal): IDisposable[] {
  const swallow = () => true;
  const swallowQuery = (text: string) => text.split(";").includes("?");
  return [
    ...QUERIES.map((id) => parser.registerCsiHandler(id, swallow)),
    // DECRQSS asks for a setting; no other control string of this form has an effect on the screen.
    parser.registerDcsHandler({ intermediates: "$", final: "q" }, swallow),
    ...[4, 10, 11, 12].map((colour) => parser.registerOscHandler(colour, swallowQuery)),
  ];
}

/** Device attributes, status and cursor position, modes, version, and reports about the window. */
const QUERIES = [
  { final: "c" },
  { prefix: ">", final: "c" },
  { prefix: "=", final: "c" },
  { final: "n" },
  { prefix: "?", final: "n" },
  { intermediates: "$", final: "p" },
  { prefix: "?", intermediates: "$", final: "p" },
  { prefix: ">", final: "q" },
  { final: "t" },
] as const;
