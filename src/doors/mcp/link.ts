import { BackendError, type Client, connect } from "../../client/index.ts";
import type { McpHost } from "./host.ts";

/** The client has given up its connection for good; another one may find a daemon. */
const OVER: ReadonlySet<BackendError["code"]> = new Set(["not-connected", "backend-ended", "closed"]);

/**
 * The connection to the daemon, opened at its first use. The client underneath reconnects when the daemon is killed or
 * replaced; after it has given up, the next use opens another connection, so a server outlives any daemon.
 */
export class Link {
  readonly #open: () => Promise<Client>;
  #client: Promise<Client> | undefined;
  #current: Client | undefined;
  #closed = false;
  /** Called after each connection is made. */
  onOpened: (() => void) | undefined;

  constructor({ connection, grant }: McpHost) {
    const reach = grant.all ? "all" : "team";
    const { hosts } = grant;
    this.#open = () => connect({ ...connection, reach, hosts, events: ["mullion.agent_state_changed"] });
  }

  /** Calls a method of the daemon. */
  readonly call: Client["call"] = (method, ...rest) => this.use((client) => client.call(method, ...rest));

  async use<T>(run: (client: Client) => Promise<T>): Promise<T> {
    if (this.#closed) throw new BackendError("closed", "the server is ending");
    this.#client ??= this.#opened();
    const client = await this.#client;
    try {
      return await run(client);
    } catch (error) {
      if (error instanceof BackendError && OVER.has(error.code)) this.#discard(client);
      throw error;
    }
  }

  close(): void {
    this.#closed = true;
    void this.#client?.then((client) => client.close()).catch(() => {});
  }

  async #opened(): Promise<Client> {
    try {
      const client = await this.#open();
      this.#current = client;
      this.onOpened?.();
      return client;
    } catch (error) {
      this.#client = undefined;
      throw error;
    }
  }

  /** Several calls may find out that the same client has given up. */
  #discard(client: Client): void {
    client.close();
    if (this.#current === client) this.#client = undefined;
  }
}
