import { MuxError } from "../errors.ts";
import { visible } from "../text/visible.ts";

/** A session's name as it is kept. `.` and `:` would end a name in a target; what cannot be printed is written out. */
export function sessionName(name: string): string {
  if (name === "") throw new MuxError("bad-name", `invalid session: ${name}`);
  return visible(name.replace(/[.:]/g, "_"));
}
