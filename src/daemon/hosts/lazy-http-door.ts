import type { Socket } from "node:net";
import type { HttpHost } from "../../doors/http/host.ts";
import type { HttpDoor, HttpListener, ListenOptions } from "../../doors/http/http-door.ts";

/**
 * Creates the HTTP door at its first connection: loading its libraries would slow every start, and most daemons never
 * receive HTTP.
 */
export class LazyHttpDoor {
  readonly #host: HttpHost;
  #door: Promise<HttpDoor> | undefined;

  constructor(host: HttpHost) {
    this.#host = host;
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

  /** Rejects further requests. Resolves when the running ones are answered. */
  async leave(): Promise<void> {
    await (await this.#door)?.leave();
  }

  #made(): Promise<HttpDoor> {
    this.#door ??= import("../../doors/http/http-door.ts").then(({ HttpDoor }) => new HttpDoor(this.#host));
    return this.#door;
  }
}
