import { statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { attempt } from "../../../core/attempt.ts";
import { ProtocolError } from "../../../protocol/errors.ts";
import type { HttpHost } from "../host.ts";
import { findTerminal, type HttpTerminal, terminalId } from "./terminals.ts";

/** Terminals without a parent are windows of this session of Mullion's own server. */
const SESSION = "terminals";

type CreatedPane = Omit<HttpTerminal, "id">;

interface CreateOptions {
  readonly cwd?: string | undefined;
  readonly parentId?: string | undefined;
}

/** Starts the user's shell in a window of its own, or beside its parent. Resolves when the shell runs. */
export async function createTerminal(
  host: HttpHost,
  { cwd, parentId }: CreateOptions,
): Promise<HttpTerminal> {
  if (cwd !== undefined) checkDirectory(cwd);
  const { server, pane } =
    parentId === undefined ? await createTopLevel(host, cwd) : createBelow(findTerminal(host, parentId), cwd);
  await pane.process?.started;
  return { id: terminalId(server, pane), server, pane };
}

function createBelow({ server, pane }: HttpTerminal, cwd: string | undefined): CreatedPane {
  return { server, pane: server.mux.splitPane(pane, { detached: true, ...(cwd !== undefined && { cwd }) }) };
}

async function createTopLevel(host: HttpHost, cwd: string | undefined): Promise<CreatedPane> {
  const server = await host.openOwnServer();
  const { mux } = server;
  const session = mux.server.sessionNamed(SESSION);
  // A user id without a password entry has no home, unless HOME names one.
  const link = session
    ? mux.createWindow(session, { detached: true, ...(cwd !== undefined && { cwd }) })
    : mux.createSession({ name: SESSION, cwd: cwd ?? attempt(homedir) ?? "/" }).current;
  return { server, pane: link.window.active };
}

/** Rejects a missing directory, because the shell would start at home without a message. */
function checkDirectory(cwd: string): void {
  if (!isAbsolute(cwd) || !attempt(() => statSync(cwd).isDirectory()))
    throw new ProtocolError("bad-cwd", `${JSON.stringify(cwd)} is not the absolute path of a directory`);
}
