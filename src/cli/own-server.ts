import { realpathSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../core/attempt.ts";
import { MuxError } from "../core/errors.ts";
import type { Mux } from "../core/mux.ts";
import type { Pane } from "../core/tree/tree.ts";
import { ownUserId } from "../processes/platform.ts";
import type { Invocation } from "../wire/invocation.ts";
import type { CliContext } from "./context.ts";

/** The server that `mullion` itself uses, so that it never disturbs the user's other tmux servers. */
export const OWN_SERVER = "mullion";

/** Name of a server: the file name of its socket, as for `tmux -L`. */
export function serverName(mux: Mux): string {
  return mux.server.socketPath.slice(mux.server.socketPath.lastIndexOf("/") + 1);
}

/** Directory of tmux's sockets; a private instance has its own below its directory, unless TMUX_TMPDIR is set. */
export function socketDirectory({ TMUX_TMPDIR, MULLION_DIR }: NodeJS.ProcessEnv): string {
  const name = `tmux-${ownUserId()}`;
  return attempt(() => join(realpathSync(TMUX_TMPDIR || MULLION_DIR || "/tmp"), name)) ?? join("/tmp", name);
}

/** Opens mullion's own server; creates it if it does not exist. */
export function openOwnServer(context: CliContext, { environment }: Invocation): Promise<Mux> {
  const directory = socketDirectory(Object.fromEntries(environment));
  return context.openServer(join(directory, OWN_SERVER), environment);
}

export function panesIn(servers: readonly Mux[]): { readonly mux: Mux; readonly pane: Pane }[] {
  return servers.flatMap((mux) => [...mux.server.panes.values()].map((pane) => ({ mux, pane })));
}

/** Finds servers by the name or the path of their socket. */
export function serversNamed(context: CliContext, name: string): readonly Mux[] {
  const isMeant = ({ server: { socketPath } }: Mux) =>
    name.startsWith("/") ? socketPath === name : socketPath.endsWith(`/${name}`);
  return context.servers().filter(isMeant);
}

/** The server that a caller names or gives by path; mullion's own by default. */
export function chooseServer(context: CliContext, named: string | undefined): Mux | undefined {
  const name = named ?? OWN_SERVER;
  const found = serversNamed(context, name);
  if (found.length > 1) {
    const paths = found.map((mux) => mux.server.socketPath).join(", ");
    throw new MuxError(
      "no-such-target",
      `several servers are called ${name}: give one of the paths ${paths}`,
    );
  }
  if (found.length === 0 && named !== undefined)
    throw new MuxError("no-such-target", `there is no server ${name}`);
  return found[0];
}
