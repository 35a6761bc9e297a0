import type { Screen } from "../../../core/screen/screen.ts";

/** History and screen as text. Line 0 is the oldest; the end is exclusive. */
export function screenText(
  screen: Screen,
  {
    startLine = 0,
    endLine,
  }: { readonly startLine?: number | undefined; readonly endLine?: number | undefined },
): string {
  const { historySize, rows } = screen;
  const end = Math.min(endLine ?? Number.POSITIVE_INFINITY, historySize + rows);
  if (startLine >= end) return "";
  const text = screen.capture({ start: startLine - historySize, end: end - 1 - historySize }) ?? "";
  return text.replace(/\n$/, "");
}
