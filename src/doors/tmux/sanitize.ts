import { widthOf } from "../../core/screen/width.ts";

/** For a caller whose terminal is not known to read UTF-8: everything but printable ASCII becomes underscores. */
export function sanitize(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (char) =>
    "_".repeat(char > "\x7f" ? widthOf(char.codePointAt(0)!) : 1),
  );
}

/** How a caller says that it reads UTF-8: -u, running inside a pane, or its locale. */
export function readsUtf8(environment: ReadonlyMap<string, string>, flag: boolean): boolean {
  if (flag || environment.has("TMUX")) return true;
  const locale = environment.get("LC_ALL") || environment.get("LC_CTYPE") || environment.get("LANG") || "";
  return /utf-?8/i.test(locale);
}
