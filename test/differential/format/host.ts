import type { FormatHost } from "../../../src/core/format/context.ts";
import type { RealTmux } from "./real-tmux.ts";

/** The world as the oracle's server sees it: what it says of itself is taken over. */
export function hostOf(tmux: RealTmux): FormatHost {
  const names = ["host", "pid", "uid", "user", "version", "config_files"];
  const [[hostname = "", pid, uid, user = "", version = "", files = ""] = []] = tmux.rows(
    ["list-sessions"],
    names,
  );
  return {
    hostname,
    pid: Number(pid),
    uid: Number(uid),
    user,
    version,
    configFiles: files.split(",").filter(Boolean),
    zone: () => ({ offsetMinutes: 330, name: "XST" }),
    runJob: () => "",
  };
}
