import { MuxError } from "../errors.ts";
import { visible } from "../text/visible.ts";

/**
 * The stored form of a session name. `.` and `:` would end a name in a target and become `_`; unprintable characters
 * are escaped.
 */
export function sessionName(name: string): string {
  if (name === "") throw new MuxError("bad-name", `invalid session: ${name}`);
  return visible(name.replace(/[.:]/g, "_"));
}
