import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { type WebSocket, WebSocketServer } from "ws";
import type { Admission } from "./admission.ts";
import { createApp } from "./app.ts";
import {
  type Entrance,
  hostsAt,
  LOOPBACK_NAMES,
  MAX_FAILURES,
  networkEntrance,
  SOCKET_ENTRANCE,
  TUNNEL_HOSTS,
} from "./entrance.ts";
import { parseInput, wrap } from "./envelope.ts";
import type { HttpHost } from "./host.ts";
import { checkLive, pageCheck } from "./hosts/host-message.ts";
import { relaySocket } from "./hosts/relay-socket.ts";
import { liveQuery, serveLive } from "./live/live-socket.ts";
import { DividedLoad, Load, type LoadLimits } from "./load.ts";
import { Metrics } from "./metrics.ts";
import { HouseWatch } from "./page/house-watch.ts";
import { servePage } from "./page/page-socket.ts";
import { pageViewer } from "./page/page-viewer.ts";
import { Pictures } from "./page/pictures.ts";
import { DEFLATE, ENDED, MAX_MESSAGE_BYTES, ReaderSocket, TRY_LATER } from "./reader-socket.ts";
import { Refusal, refusalOf } from "./refusal.ts";
import { findTerminal } from "./terminals/terminals.ts";
import type { Certificate } from "./way-in/certificate.ts";
import { PageFiles } from "./way-in/page-files.ts";
import { answerLogin, PAGE_PROTOCOL } from "./way-in/page-request.ts";
import { hostFor } from "./way-in/scope.ts";
import type { PageVisitors } from "./way-in/shares.ts";

/** For every answer: no framing, no content sniffing, no caching, no referrer. There are no CORS headers. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

const REQUESTS: LoadLimits = { own: 256, guests: 64, link: 32 };
const STREAMS: LoadLimits = { own: 64, guests: 32, link: 16 };
const LIVE: LoadLimits = { own: 64, guests: 64, link: 32 };
const PAGES: LoadLimits = { own: 64, guests: 48, link: 24 };
/** Each page of the owner has one for each host. */
const HOST_PAGES: LoadLimits = { own: 512, guests: 0, link: 0 };
const MAX_CONNECTIONS = 1024;
const MAX_VISITS = 64;
/** Time for a reader to answer that its socket closes. Less than a daemon that ends waits for its links. */
const CLOSE_MS = 250;
const PAGE_PATH = "/api/page";
const LIVE_PATH = /^\/api\/panes\/([^/]+)\/live$/;
const HOST_PATH = /^\/host\/([^/]+)(\/api\/(?:page|panes\/[0-9a-f-]{36}\/live))$/;

/** An address beside the loopback one, and the host names that it is served under: these exactly. */
export interface WideAddress {
  readonly address: string;
  readonly names: readonly string[];
  /** Undefined: without TLS, which only a loopback address may be. */
  readonly certificate: Certificate | undefined;
}

export interface ListenOptions {
  readonly port: number;
  readonly token: string;
  readonly wide?: WideAddress | undefined;
  /** Requests per minute without the right token; further ones get 429. */
  readonly maxFailures?: number;
}

/** Where tunnels of ssh lead, which end at a socket. Who comes through one needs a credential, as on a port. */
export interface HttpTunnel {
  take(socket: Socket): void;
  /** Ends every connection. */
  close(): void;
}

/** The port that the door listens on. */
export interface HttpListener {
  readonly port: number;
  close(): Promise<void>;
}

interface AdmittedUpgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly admission: Admission;
}

/**
 * HTTP over the daemon's socket and over the loopback network: the same routes behind two entrances. No handler sees a
 * request before its entrance has admitted it.
 */
export class HttpDoor {
  readonly #host: HttpHost;
  readonly #visitors: PageVisitors;
  readonly #requests = new DividedLoad(REQUESTS, "requests");
  readonly #streams = new DividedLoad(STREAMS, "streams");
  readonly #live = new DividedLoad(LIVE, "live panes");
  readonly #pages = new DividedLoad(PAGES, "pages");
  readonly #hostPages = new DividedLoad(HOST_PAGES, "pages of hosts");
  /** Requests without a credential. */
  readonly #visits = new Load(MAX_VISITS, "visits of the page");
  readonly #house: HouseWatch;
  readonly #pictures = new Pictures();
  readonly #metrics: Metrics;
  readonly #respond: (request: IncomingMessage, response: ServerResponse) => void;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    WebSocket: ReaderSocket,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: DEFLATE,
    handleProtocols: (offered) => (offered.has(PAGE_PROTOCOL) ? PAGE_PROTOCOL : false),
  });
  readonly #page: PageFiles;
  /** What each running request is admitted to. */
  readonly #admissions = new WeakMap<IncomingMessage, Admission>();
  /** The Set-Cookie headers of answers to upgrades. */
  readonly #cookies = new WeakMap<IncomingMessage, string>();
  readonly #overSocket: Server;
  readonly #listening = new Set<Server>();
  /** Set once the daemon leaves: called when the last running request is answered. */
  #onAnswered: (() => void) | undefined;
  /** Why the daemon ends together with its panes; undefined: it does not. */
  #endReason: string | undefined;

  constructor(host: HttpHost, visitors: PageVisitors) {
    this.#host = host;
    this.#visitors = visitors;
    this.#house = new HouseWatch(host);
    host.room.onDaemonEnd((reason) => this.#end(reason));
    this.#metrics = new Metrics(host, () => ({
      request: this.#requests.current,
      stream: this.#streams.current,
      live: this.#live.current,
      page: this.#pages.current,
    }));
    this.#page = new PageFiles(host.pageDirectory);
    const app = createApp(host, {
      streams: this.#streams,
      metrics: this.#metrics,
      admissionOf: (request) => this.#admissions.get(request)!,
    });
    this.#respond = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    this.#overSocket = this.#createServer(() => SOCKET_ENTRANCE);
    this.#sockets.on("headers", (lines, request) => {
      const cookie = this.#cookies.get(request);
      if (cookie !== undefined) lines.push(`Set-Cookie: ${cookie}`);
    });
  }

  /** Takes over a connection on the daemon's socket, with the bytes already read from it. */
  take(socket: Socket, head: Buffer): void {
    socket.pause();
    socket.unshift(head);
    this.#overSocket.emit("connection", socket);
    process.nextTick(() => socket.resume());
  }

  /** Port 0 chooses a free one. */
  async listen(options: ListenOptions): Promise<HttpListener> {
    const { port, token, maxFailures = MAX_FAILURES, wide } = options;
    const server = this.#createServer(() => entrance, wide?.certificate);
    const connections = connectionsOf(server);
    server.maxConnections = MAX_CONNECTIONS;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ port, host: wide?.address ?? "127.0.0.1", exclusive: true }, resolve);
    });
    this.#listening.add(server);
    server.on("error", () => {}); // Concerns single connections that could not be accepted; the next one may succeed.
    const bound = (server.address() as AddressInfo).port;
    const scheme = wide?.certificate ? "https" : "http";
    const hosts = hostsAt(wide?.names ?? LOOPBACK_NAMES, bound, scheme);
    const entrance = networkEntrance({ hosts, scheme, token, maxFailures, ...this.#visitors });
    return {
      port: bound,
      close: () =>
        new Promise((resolve) => {
          this.#listening.delete(server);
          server.close(() => resolve());
          // WebSockets are no longer the server's own, but end with it: their credential is no longer valid.
          for (const socket of connections) socket.destroy();
        }),
    };
  }

  /** Serves what arrives on a socket as on a port. */
  openTunnel(token: string): HttpTunnel {
    const rules = { hosts: TUNNEL_HOSTS, scheme: "http", token, maxFailures: MAX_FAILURES } as const;
    const entrance = networkEntrance({ ...rules, ...this.#visitors });
    const server = this.#createServer(() => entrance);
    const connections = connectionsOf(server);
    return {
      take(socket) {
        if (connections.size < MAX_CONNECTIONS) server.emit("connection", socket);
        else socket.destroy();
      },
      close() {
        for (const socket of connections) socket.destroy();
      },
    };
  }

  /** Rejects further requests. Resolves when every running one is answered, except streams. */
  leave(): Promise<void> {
    return new Promise((resolve) => {
      this.#onAnswered = resolve;
      this.#checkAnswered();
    });
  }

  /** Frees every port for the next daemon; connections stay. */
  stopListening(): void {
    for (const server of this.#listening) server.close();
  }

  /** A near machine whose socket merely ends connects again, which starts the next daemon. */
  #end(reason: string): void {
    this.#endReason = reason;
    const { clients } = this.#sockets;
    for (const socket of clients) socket.close(ENDED, reason);
    setTimeout(() => {
      for (const socket of clients) socket.terminate();
    }, CLOSE_MS).unref();
  }

  #checkAnswered(): void {
    if (this.#requests.current <= this.#streams.current) this.#onAnswered?.();
  }

  #createServer(entrance: () => Entrance, certificate?: Certificate): Server {
    const limits = {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 30_000,
      maxHeaderSize: 16_384,
    };
    const answer = (request: IncomingMessage, response: ServerResponse) =>
      this.#request(entrance(), request, response);
    const server = certificate
      ? createTlsServer({ ...limits, ...certificate, handshakeTimeout: 10_000 }, answer)
      : createServer(limits, answer);
    server.on("upgrade", (request, socket, head) =>
      this.#upgrade({ entrance: entrance(), request, socket, head }),
    );
    return server;
  }

  #request(entrance: Entrance, request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    response.once("finish", () => this.#metrics.answered(response.statusCode));
    const open = this.#publicAnswer(entrance, request);
    try {
      entrance.check(request);
      const admission = open ? undefined : this.#admit(entrance, request, response);
      if (this.#onAnswered) throw new Refusal(503, "the daemon is leaving: ask again, the next one answers");
      const answered = admission ? this.#requests.enter(admission) : this.#visits.enter();
      response.once("close", () => {
        answered();
        this.#checkAnswered();
      });
    } catch (error) {
      this.#refuse(error, request, response);
      return;
    }
    if (open) open(response).catch((error: unknown) => this.#refuse(error, request, response));
    else this.#respond(request, response);
  }

  /** What needs no credential: the page's files, which are the same for everyone, and the login. */
  #publicAnswer(
    { login }: Entrance,
    request: IncomingMessage,
  ): ((response: ServerResponse) => Promise<void>) | undefined {
    const [path = ""] = request.url!.split("?", 1);
    if (!login) return undefined;
    if (request.method === "POST" && path === "/login")
      return (response) => answerLogin(request, response, login);
    if ((request.method !== "GET" && request.method !== "HEAD") || !this.#page.has(path)) return undefined;
    return async (response) => this.#page.answer(path, request, response);
  }

  /** The connection ends with the admission, also in the middle of an answer. */
  #admit(entrance: Entrance, request: IncomingMessage, response: ServerResponse): Admission {
    const admission = entrance.admit(request, (cookie) => response.setHeader("set-cookie", cookie));
    this.#admissions.set(request, admission);
    response.once(
      "close",
      admission.onEnd(() => response.destroy()),
    );
    return admission;
  }

  #refuse(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    const { status, headers, body } = this.#refusal(error, request);
    response.writeHead(status, headers).end(body);
  }

  #upgrade(given: { entrance: Entrance; request: IncomingMessage; socket: Duplex; head: Buffer }): void {
    const { entrance, request, socket, head } = given;
    socket.on("error", () => {});
    try {
      entrance.check(request);
      const admission = entrance.admit(request, (cookie) => this.#cookies.set(request, cookie));
      const [path = "", query = ""] = request.url!.split("?", 2);
      const upgrade = { request, socket, head, admission };
      if (path === PAGE_PATH) this.#openPage(upgrade);
      else if (path.startsWith("/host/")) this.#openRelay(path, query, upgrade);
      else this.#openLive(path, query, upgrade);
    } catch (error) {
      const { status, headers, body } = this.#refusal(error, request);
      this.#metrics.answered(status);
      const cookie = this.#cookies.get(request);
      const lines = Object.entries({
        ...headers,
        ...SECURITY_HEADERS,
        ...(cookie !== undefined && { "set-cookie": cookie }),
        connection: "close",
      });
      const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${text}\r\n${body}`);
    }
  }

  #openLive(path: string, query: string, upgrade: AdmittedUpgrade): void {
    const { admission } = upgrade;
    const id = LIVE_PATH.exec(path)?.[1];
    if (id === undefined) throw new Refusal(404, `there is nothing at ${path}`);
    const wishes = parseInput(liveQuery, Object.fromEntries(new URLSearchParams(query)));
    const terminal = findTerminal(hostFor(this.#host, admission), id);
    this.#openSocket(upgrade, this.#live, (live) => serveLive(live, { terminal, admission, query: wishes }));
  }

  /** The same sockets, of the daemon of a host. */
  #openRelay(path: string, query: string, upgrade: AdmittedUpgrade): void {
    const { admission } = upgrade;
    if (admission.access.kind !== "owner") throw new Refusal(403, "a share link does not reach this");
    const [, host = "", there = ""] = HOST_PATH.exec(path) ?? [];
    const { machines } = this.#host;
    if (!machines.described().some(({ name }) => name === host))
      throw new Refusal(404, `there is nothing at ${path}`);
    const relay = { machines, admission, host };
    if (there === PAGE_PATH)
      this.#openSocket(upgrade, this.#hostPages, (page) =>
        relaySocket(page, { ...relay, path: there, check: pageCheck(), isLive: false }),
      );
    else {
      const wishes = parseInput(liveQuery, Object.fromEntries(new URLSearchParams(query)));
      const words = Object.entries(wishes).map(([name, value]) => [name, String(value)] as const);
      const asked = `${there}?${new URLSearchParams(Object.fromEntries(words))}`;
      this.#openSocket(upgrade, this.#live, (live) =>
        relaySocket(live, { ...relay, path: asked, check: checkLive, isLive: true }),
      );
    }
  }

  #openPage(upgrade: AdmittedUpgrade): void {
    const { request, admission } = upgrade;
    const { build } = this.#page;
    const viewer = pageViewer(admission, request.headers["user-agent"]);
    const parts = { host: this.#host, house: this.#house, pictures: this.#pictures };
    this.#openSocket(upgrade, this.#pages, (page) => servePage(page, { ...parts, admission, viewer, build }));
  }

  /** A browser shows no reason for a socket that is refused, so its page gets one that closes at once, with the reason. */
  #openSocket(
    { request, socket, head, admission }: AdmittedUpgrade,
    load: DividedLoad,
    serve: (opened: WebSocket) => void,
  ): void {
    const endReason = this.#endReason;
    if (endReason !== undefined) {
      this.#sockets.handleUpgrade(request, socket, head, (full) => full.close(ENDED, endReason));
      return;
    }
    try {
      socket.once("close", load.enter(admission));
    } catch (error) {
      if (!(error instanceof Refusal) || !offersPage(request)) throw error;
      const { message } = error;
      this.#sockets.handleUpgrade(request, socket, head, (full) => full.close(TRY_LATER, message));
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, serve);
  }

  #refusal(error: unknown, { method, url }: IncomingMessage) {
    const refusal = refusalOf(error, (bug) => this.#host.reportBug(bug, `${method} ${url}`));
    const body = JSON.stringify(wrap(refusal));
    return {
      status: refusal.status,
      body,
      headers: {
        ...refusal.headers,
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
      },
    };
  }
}

/** The open connections of a server, WebSockets included. */
function connectionsOf(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  return connections;
}

function offersPage({ headers }: IncomingMessage): boolean {
  return (headers["sec-websocket-protocol"] ?? "").split(/, */).includes(PAGE_PROTOCOL);
}
