import type { Socket } from "node:net";
import { join } from "node:path";
import { MuxError } from "../../core/errors.ts";
import type { HttpHost, McpCall } from "../../doors/http/host.ts";
import type { HttpDoor, HttpListener, HttpTunnel, ListenOptions } from "../../doors/http/http-door.ts";
import { callProtocol, protocolEvents } from "../../doors/http/protocol-calls.ts";
import type { PageVisitors } from "../../doors/http/way-in/shares.ts";
import type { TmuxDoor } from "../../doors/tmux/tmux-door.ts";
import type { Native } from "../../panes/native.ts";
import type { Calls } from "../calls/calls.ts";
import { inRequest } from "../calls/request-scope.ts";
import type { House } from "../house.ts";
import type { EndedPanes } from "../panes/ended-panes.ts";
import type { Servers } from "../servers/servers.ts";
import type { TreeChanges } from "../servers/tree-changes.ts";
import { requestSettled } from "../system/clock.ts";
import { randomId } from "../system/random-id.ts";
import { homeOf } from "../system/users.ts";
import { runTmuxCommand } from "./tmux-command.ts";

interface HttpHostOptions extends Pick<HttpHost, "recording" | "sharing" | "machines"> {
  readonly house: House;
  readonly servers: Servers;
  readonly native: Native;
  readonly changes: TreeChanges;
  readonly calls: Pick<Calls, "answered">;
  readonly tmux: TmuxDoor;
  readonly ended: EndedPanes;
  /** Of this daemon. */
  readonly socket: string;
}

/** The daemon as the HTTP door sees it. */
export function httpHost(options: HttpHostOptions): HttpHost {
  const { house, servers, native, changes, calls, tmux, ended, socket, ...given } = options;
  return {
    ...given,
    version: native.host.version,
    room: native,
    filesDirectory: join(house.paths.stateDir, "files"),
    home: homeOf("") ?? "/",
    pageDirectory: join(house.paths.root, "dist/bundle/web"),
    servers: () => servers.all(),
    openOwnServer: () => native.host.openOwnServer(),
    onChange: (listener) => changes.onChange(listener),
    settled: (run) => settled(house, run),
    call: (request) => callProtocol(native, request),
    subscribe: (request) => protocolEvents(native, request),
    command: (path, words, caller) => runTmuxCommand(tmux, path, words, caller),
    endedStarts: () => ended.starts(),
    mcp: (call) => mcpOverHttp(call, { version: native.host.version, socket }),
    vitals: () => ({
      outputBytes: changes.outputBytes,
      calls: calls.answered,
      troubledJournals: servers
        .all()
        .flatMap((server) => server.heldPanes())
        .filter(({ held }) => held.trouble).length,
      recordsTroubled: house.store.trouble !== undefined,
    }),
    reportBug: (error, what) => house.log.bug(error, what),
  };
}

/** Resolves when typed input has reached its holder and all changes are on record. */
function settled<T>({ ledger }: House, run: () => Promise<T>): Promise<T> {
  return inRequest(randomId(), async (scope) => {
    try {
      const result = await run();
      if (scope.settling) await requestSettled(scope.settling);
      return result;
    } finally {
      ledger.commit();
      scope.answered = true;
    }
  });
}

/**
 * Creates the HTTP door at its first connection: loading its libraries would slow every start, and most daemons never
 * receive HTTP.
 */
export class LazyHttpDoor {
  readonly #host: HttpHost;
  readonly #visitors: PageVisitors;
  #door: Promise<HttpDoor> | undefined;

  constructor(host: HttpHost, visitors: PageVisitors) {
    this.#host = host;
    this.#visitors = visitors;
  }

  take(socket: Socket, head: Buffer): void {
    socket.pause();
    void this.#made().then(
      (door) => door.take(socket, head),
      (error: unknown) => {
        this.#host.reportBug(error, "the HTTP door");
        socket.destroy();
      },
    );
  }

  async listen(options: ListenOptions): Promise<HttpListener> {
    return (await this.#made()).listen(options);
  }

  async openTunnel(token: string): Promise<HttpTunnel> {
    return (await this.#made()).openTunnel(token);
  }

  /** Rejects further requests. Resolves when the running ones are answered. */
  async leave(): Promise<void> {
    await (await this.#door)?.leave();
  }

  /** Frees every port for the next daemon. */
  async stopListening(): Promise<void> {
    (await this.#door)?.stopListening();
  }

  #made(): Promise<HttpDoor> {
    this.#door ??= import("../../doors/http/http-door.ts").then(
      ({ HttpDoor }) => new HttpDoor(this.#host, this.#visitors),
    );
    return this.#door;
  }
}

/** Loaded at the first request: the package behind it would slow every start, and most daemons never need it. */
const load = () => import("../../doors/mcp/index.ts").catch(missing);

/**
 * The MCP door behind HTTP. It is a client of this daemon's own socket, as it is in a process of its own: what it can
 * reach depends on the team and the reach of a connection, in one place.
 */
async function mcpOverHttp(
  { team, all, allHosts, readOnly, ...exchange }: McpCall,
  { version, socket }: { readonly version: string; readonly socket: string },
): Promise<Response> {
  const { answerMcp } = await load();
  const scope = all ? "the panes of this user" : `the team ${JSON.stringify(team)}`;
  return await answerMcp(
    {
      version,
      // A connection that ends with this daemon is not made again: the client's next request reaches the next daemon.
      connection: { socket, env: {}, sessionHint: team, reconnectTimeoutMs: 0 },
      grant: { scope, all, hosts: allHosts || !all, readOnly },
      cwd: undefined,
    },
    exchange,
  );
}

/** The door is a file of its own beside the daemon's, and an installation may have removed it. */
function missing(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
  throw new MuxError(
    "not-supported",
    "the package of this daemon was removed or replaced: `mullion upgrade` starts the one that is installed",
  );
}
