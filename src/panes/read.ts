import { MuxError } from "../core/errors.ts";
import type { Screen } from "../core/screen/screen.ts";
import { withoutEnd } from "../core/text/without-end.ts";
import type { PaneOutput } from "./host.ts";
import { lastCommand } from "./last-command.ts";
import type { LivePane } from "./live-pane.ts";
import { renderOutput } from "./render-output.ts";

/** Output of a pane that never had a process. */
const NOTHING: PaneOutput = { end: 0, tap: () => () => {}, async *recorded() {} };

/** What was printed from an offset on, as a terminal shows it that received nothing else. */
export async function readSince({ output = NOTHING, pane }: LivePane, since: number, styles = false) {
  const { text, from } = await renderOutput({
    output,
    size: pane.screen,
    from: since,
    to: output.end,
    styles,
  });
  return { text, since, lostBytes: from - since };
}

/** What the last command of the shell in the pane has printed so far. */
export async function readLastCommand({ output = NOTHING, pane, name }: LivePane, styles = false) {
  const { end } = output;
  const command = await lastCommand(output);
  if (!command) {
    throw new MuxError(
      "not-supported",
      `no command is marked in ${name}: bash, zsh and fish mark theirs by themselves, and the journal must reach back to it`,
    );
  }
  const { from, to = end, status } = command;
  const { text } = await renderOutput({ output, size: pane.screen, from, to, styles });
  return { text, finished: command.to !== undefined, status: status ?? null };
}

/** History and screen without the empty lines at the end; only the last ones if `lines` is given. */
export function screenText(
  screen: Screen,
  {
    first = -screen.historySize,
    lines,
    styles = false,
  }: { readonly first?: number; readonly lines?: number | undefined; readonly styles?: boolean } = {},
): string {
  let last = screen.rows - 1;
  while (!styles && last > first && screen.lineText(last) === "") last -= 1;
  const start = lines === undefined || styles ? first : Math.max(first, last - lines + 1);
  const text = withoutEnd(screen.capture({ start, end: last, escapes: styles }) ?? "", "\n");
  return lines !== undefined && styles ? text.split("\n").slice(-lines).join("\n") : text;
}
