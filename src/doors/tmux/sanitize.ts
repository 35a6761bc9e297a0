import { widthOf } from "../../core/screen/width.ts";
import { codePointOf } from "../../core/text/utf8.ts";

/** Replaces everything but printable ASCII with underscores, for a caller whose terminal may not support UTF-8. */
export function sanitize(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (char) => "_".repeat(char > "\x7f" ? widthOf(codePointOf(char)) : 1));
}

/** Whether a caller supports UTF-8: -u, running inside a pane, or its locale. */
export function readsUtf8(environment: ReadonlyMap<string, string>, flag: boolean): boolean {
  if (flag || environment.has("TMUX")) return true;
  const locale = environment.get("LC_ALL") || environment.get("LC_CTYPE") || environment.get("LANG") || "";
  return /utf-?8/i.test(locale);
}
