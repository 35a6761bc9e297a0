import { realpathSync } from "node:fs";
import { join } from "node:path";
import { MuxError } from "../core/errors.ts";
import type { Mux } from "../core/mux.ts";
import type { Invocation } from "../wire/invocation.ts";
import type { CliContext } from "./context.ts";

/** The server that `mullion` itself uses, so that a user's other tmux servers are never disturbed. */
export const OWN_SERVER = "mullion";

/** What a server is called: the name of its socket, as `tmux -L` takes it. */
export function serverName(mux: Mux): string {
  return mux.server.socketPath.slice(mux.server.socketPath.lastIndexOf("/") + 1);
}

/** Where tmux has its sockets; a private instance has its own below its directory, unless TMUX_TMPDIR says where. */
export function socketDirectory({ TMUX_TMPDIR, MULLION_DIR }: NodeJS.ProcessEnv): string {
  const name = `tmux-${process.getuid!()}`;
  try {
    return join(realpathSync(TMUX_TMPDIR || MULLION_DIR || "/tmp"), name);
  } catch {
    return join("/tmp", name);
  }
}

/** Made where there is none. */
export function openOwnServer(context: CliContext, { environment }: Invocation): Promise<Mux> {
  const directory = socketDirectory(Object.fromEntries(environment));
  return context.openServer(join(directory, OWN_SERVER), environment);
}

/** By the name of its socket, or by its path. */
export function serversNamed(context: CliContext, name: string): readonly Mux[] {
  const isMeant = ({ server: { socketPath } }: Mux) =>
    name.startsWith("/") ? socketPath === name : socketPath.endsWith(`/${name}`);
  return context.servers().filter(isMeant);
}

/** The server that a caller means by a name or a path; its own by default. */
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
