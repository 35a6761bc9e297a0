import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { basename, dirname, join } from "node:path";
import { MuxError } from "../../core/errors.ts";
import { applyStartOptions } from "../../core/options/start-options.ts";
import { errnoText } from "../../doors/tmux/server/server-identity.ts";
import { ownUserId } from "../../processes/platform.ts";
import { isListening } from "../../wire/is-listening.ts";
import { listenOn, type SocketListener, SocketTaken, socketMode } from "../calls/listener.ts";
import type { House } from "../house.ts";
import { change } from "../records/kinds.ts";
import type { DescribedServer } from "../records/pane-description.ts";
import { DAMAGED_FILE } from "../records/store.ts";
import { setTreeAside, treeRecords } from "../records/tree-records.ts";
import { userShell } from "./option-rules.ts";
import { TmuxServer, type TmuxServerOptions } from "./tmux-server.ts";

/** Called for a connection to the socket of the server at this path. */
type OnConnection = (socket: Socket, socketPath: string) => void;

/**
 * The tmux servers of this daemon, by socket path. Each has its own socket file where tmux would create it: tools look
 * for the file, and a real tmux that is started there finds the path in use.
 */
export class Servers {
  readonly #house: House;
  readonly #onConnection: OnConnection;
  readonly #servers = new Map<string, TmuxServer>();
  readonly #making = new Map<string, Promise<TmuxServer>>();
  readonly #listeners = new Map<string, SocketListener>();
  /** Socket paths of servers that have ended. */
  readonly #left = new Set<string>();

  constructor(house: House, onConnection: OnConnection) {
    this.#house = house;
    this.#onConnection = onConnection;
  }

  find(socketPath: string): TmuxServer | undefined {
    return this.#servers.get(socketPath);
  }

  withKey(key: string): TmuxServer | undefined {
    return this.all().find((server) => server.key === key);
  }

  /** All servers, sorted by socket path. */
  all(): readonly TmuxServer[] {
    return [...this.#servers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, server]) => server);
  }

  /** Returns the existing server or a new one. Concurrent calls for one path get the same server. */
  open(socketPath: string, environment: ReadonlyMap<string, string>): Promise<TmuxServer> {
    const known = this.#servers.get(socketPath);
    if (known) return Promise.resolve(known);
    const making = this.#making.get(socketPath) ?? this.#make(socketPath, environment);
    this.#making.set(socketPath, making);
    return making.finally(() => this.#making.delete(socketPath));
  }

  /**
   * Restores the servers of a previous daemon. A server that cannot be rebuilt from its records is created again, so
   * that its programs can be adopted. After a stop of the machine (`stopped`) every pane is kept, without a program.
   */
  async restore(environment: ReadonlyMap<string, string>, stopped: boolean): Promise<void> {
    const { store, ledger, log, notices, paths } = this.#house;
    for (const [key, { socketPath, mode }] of [...store.under("socket")]) {
      const records = treeRecords(store, key);
      try {
        const server = this.#add({ key, socketPath, records, environment, stopped });
        if (!records.server) configure(server, environment);
      } catch (error) {
        const cause = `the server on ${socketPath} cannot be rebuilt: ${(error as Error).message}`;
        ledger.note(...setTreeAside(store, key));
        log.write(cause);
        const aside = join(paths.records, DAMAGED_FILE);
        notices.add(`${cause}; its records are set aside in ${aside}, and what runs is adopted`);
        configure(this.#add({ key, socketPath, environment }), environment);
      }
      await this.#listen(socketPath, socketMode(socketPath) ?? mode);
    }
  }

  /** Creates removed socket files again and returns their paths. */
  async renewSockets(): Promise<string[]> {
    const renewed = [...this.#listeners].map(async ([path, listener]) => {
      try {
        makeSocketDirectory(path);
        return (await listener.renew()) ? [path] : [];
      } catch {
        // The directory no longer exists, or another program uses the path: the server goes on without a socket.
        return [];
      }
    });
    return (await Promise.all(renewed)).flat();
  }

  /**
   * Returns the server of an adopted program. A lost server is created again, under the same key if that is free. It
   * has no session yet, so the next call for it would end it: the caller adds one at once, and then calls `listen`.
   */
  recover({ key, socketPath }: DescribedServer, environment: ReadonlyMap<string, string>): TmuxServer {
    const known = this.#servers.get(socketPath);
    if (known) return known;
    const free = this.withKey(key) === undefined;
    const server = this.#add({ key: free ? key : newKey(), socketPath, environment });
    configure(server, environment);
    return server;
  }

  /** Opens the socket of a recovered server, unless it is open. */
  async listen({ mux }: TmuxServer): Promise<void> {
    const { socketPath } = mux.server;
    if (!this.#listeners.has(socketPath)) await this.#listen(socketPath);
  }

  /** Stops listening. Resolves when every connection that was made before is accepted. */
  async close(): Promise<void> {
    this.#noteModes();
    await Promise.all([...this.#listeners.values()].map((listener) => listener.close()));
  }

  async leave(): Promise<void> {
    await Promise.all(this.all().map((server) => server.leave()));
  }

  /**
   * Records the modes of sockets that the owner has opened to others. The sockets are removed with this daemon, and the
   * next daemon creates them with the same modes.
   */
  #noteModes(): void {
    const { ledger } = this.#house;
    for (const { key, mux } of this.all()) {
      const { socketPath } = mux.server;
      const mode = socketMode(socketPath);
      ledger.note(change("socket", key, { socketPath, ...(mode !== undefined && { mode }) }));
    }
    ledger.commit();
  }

  async #make(socketPath: string, environment: ReadonlyMap<string, string>): Promise<TmuxServer> {
    this.#listeners.set(socketPath, await this.#claim(socketPath));
    const made = this.#add({ key: newKey(), socketPath, environment });
    configure(made, environment);
    return made;
  }

  /** If another process uses the socket path meanwhile, the server goes on without a socket. */
  async #listen(socketPath: string, mode?: number): Promise<void> {
    try {
      makeSocketDirectory(socketPath);
      const listener = await this.#open(socketPath, mode);
      if (this.#servers.has(socketPath)) this.#listeners.set(socketPath, listener);
      else await listener.close({ keepFile: true }); // The server has ended meanwhile.
    } catch (error) {
      this.#house.log.write(`server on ${socketPath}: ${(error as Error).message}`);
    }
  }

  #add(options: Omit<TmuxServerOptions, "house" | "onEnded">): TmuxServer {
    const { socketPath } = options;
    const server = new TmuxServer({
      ...options,
      house: this.#house,
      onEnded: () => this.#onEnded(socketPath),
    });
    this.#servers.set(socketPath, server);
    return server;
  }

  async #claim(socketPath: string): Promise<SocketListener> {
    try {
      makeSocketDirectory(socketPath);
      return await this.#open(socketPath);
    } catch (error) {
      if (error instanceof SocketTaken) {
        throw new MuxError(
          "name-taken",
          `${socketPath} belongs to a server of another program (a real tmux?)`,
        );
      }
      const { code } = error as NodeJS.ErrnoException;
      throw new MuxError("bad-value", `error creating ${socketPath} (${errnoText(code)})`);
    }
  }

  #open(socketPath: string, mode?: number): Promise<SocketListener> {
    return listenOn(socketPath, (socket) => this.#onConnection(socket, socketPath), { mode });
  }

  /** Keeps the socket file, as tmux does, so that callers get "no server running on PATH". */
  #onEnded(socketPath: string): void {
    this.#servers.delete(socketPath);
    void this.#listeners.get(socketPath)?.close({ keepFile: true });
    this.#listeners.delete(socketPath);
    this.#left.add(socketPath);
  }

  /** Removes the files of sockets whose servers have ended. */
  async removeLeft(): Promise<void> {
    for (const path of this.#left)
      if (!this.#servers.has(path) && !(await isListening(path))) rmSync(path, { force: true });
    this.#left.clear();
  }
}

const newKey = (): string => randomBytes(6).toString("hex");

function configure({ mux }: TmuxServer, environment: ReadonlyMap<string, string>): void {
  const { options: server, sessionOptions: session, windowOptions: window } = mux.server;
  applyStartOptions({ server, session, window, environment, shell: userShell(environment) });
}

/**
 * Creates only tmux's own directory; any other directory is up to the caller. tmux's directory is below /tmp, where
 * another user may have taken the name: in that user's directory, that user controls what is removed and created.
 */
function makeSocketDirectory(socketPath: string): void {
  const directory = dirname(socketPath);
  const uid = ownUserId();
  if (basename(directory) !== `tmux-${uid}`) return;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const stat = lstatSync(directory);
  if (!stat.isDirectory() || stat.uid !== uid || (stat.mode & 0o007) !== 0)
    throw Object.assign(new Error(`directory ${directory} has unsafe permissions`), { code: "EACCES" });
}
