import { randomBytes, randomInt } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { attempt } from "../../core/attempt.ts";
import { MuxError } from "../../core/errors.ts";
import { count, fits, list, matching, object, type TypeOf, text } from "../../core/records/shape.ts";
import type { HttpDoor, HttpListener, HttpTunnel } from "./http-door.ts";
import { type Certificate, fingerprint, selfSigned } from "./way-in/certificate.ts";
import type { PageLogins } from "./way-in/page-logins.ts";
import type { PageVisitors, Shares } from "./way-in/shares.ts";
import type { ListedShare, NewShare } from "./way-in/sharing.ts";

const pair = object({ cert: text, key: text });
/** An address beside the loopback one. The certificate is in PEM, or in files of the user's, or there is no TLS. */
const wideAccess = object(
  { address: text, port: count, names: list(text) },
  { certificate: pair, files: pair },
);
type WideAccess = TypeOf<typeof wideAccess>;

/** What a caller needs to connect over the network. */
const httpAccess = object({ port: count, token: matching(/^[0-9a-f]{64}$/) }, { wide: wideAccess });
type HttpAccess = TypeOf<typeof httpAccess>;

interface OpenAccess {
  readonly access: HttpAccess;
  readonly listener: HttpListener;
  /** The socket for tunnels. */
  readonly tunnel: TunnelSocket;
  /** Of the address beside the loopback one. */
  readonly wide?: HttpListener | undefined;
}

interface ExpectedPage {
  readonly url: string;
  readonly expires: number;
  readonly socket: string;
}

interface HttpPlaces {
  readonly http: string;
  /** Socket of the page, for tunnels. */
  readonly tunnel: string;
  /** Creates a socket that only the user can reach. */
  listenOn(path: string, onConnection: (socket: Socket) => void): Promise<TunnelSocket>;
}

interface TunnelSocket {
  close(): Promise<void>;
  /** Creates the socket's file again if it is gone. Resolves to whether it was. */
  renew(): Promise<boolean>;
}

type Door = Pick<HttpDoor, "listen"> & { openTunnel(token: string): Promise<HttpTunnel> };

/** How the page is to be served at another address. */
export interface WideSettings {
  readonly address: string;
  /** Undefined: the one that the address had before, or a free one. */
  readonly port: number | undefined;
  readonly names: readonly string[];
  readonly tls: boolean;
  /** The user's own certificate, as paths. */
  readonly files: Certificate | undefined;
}

/** Below the system's ephemeral ports, so that no other program has the port by chance after a restart. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_767;
const MAX_TRIES = 20;
const TOKEN_BYTES = 32;

/**
 * The HTTP port is closed until the user opens it. Then a port and a token are chosen once and written to a file that
 * only the user can read; a later daemon that finds the file opens the same port again.
 */
export class HttpAccessFile {
  readonly #places: HttpPlaces;
  readonly #door: Door;
  readonly #logins: PageLogins;
  readonly #shares: Shares;
  #open: OpenAccess | undefined;
  /** Why a port that a previous daemon had open is closed. */
  #trouble: string | undefined;
  /** Why the address beside the loopback one is not served, though it should be. */
  #wideTrouble: string | undefined;
  #changing: Promise<unknown> = Promise.resolve();

  constructor(places: HttpPlaces, door: Door, visitors: PageVisitors) {
    this.#places = places;
    this.#door = door;
    this.#logins = visitors.logins;
    this.#shares = visitors.shares;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Opens the port that a previous daemon had open. Resolves to a sentence if that fails. */
  async restore(): Promise<string | undefined> {
    this.#trouble = undefined;
    if (!this.#read()) return undefined;
    this.#trouble = await this.open().then(
      () => this.#wideTrouble,
      (error: Error) => error.message,
    );
    return this.#trouble;
  }

  /** Opens what `restore` could not, in case the other program has ended. Resolves to whether everything is open now. */
  async retry(): Promise<boolean> {
    if (this.#trouble === undefined) return false;
    await this.#inTurn(() => this.#retryWide());
    return (await this.restore()) === undefined && this.isOpen;
  }

  /** Creates the socket for tunnels again if its file was removed. Resolves to its path then. */
  async renewSocket(): Promise<string[]> {
    return (await this.#open?.tunnel.renew()) ? [this.#places.tunnel] : [];
  }

  /** `renew` chooses another token and port; the previous ones stop working. */
  open({ renew = false } = {}): Promise<HttpAccess> {
    return this.#inTurn(async () => {
      if (renew) await this.#shut();
      if (this.#open) return this.#open.access;
      const known = this.#read();
      this.#open = known ? await this.#listen(known) : await this.#choose();
      return this.#open.access;
    });
  }

  /** Opens the port, and accepts one login with the code of this digest. */
  async expectLogin(digest: string): Promise<ExpectedPage> {
    const { port } = await this.open();
    const expires = this.#logins.expect(digest);
    return { url: `http://127.0.0.1:${port}`, expires, socket: this.#places.tunnel };
  }

  /** Serves the page at another address too, now and in later daemons. An earlier such address is closed. */
  async openWide(
    settings: WideSettings,
  ): Promise<{ readonly url: string; readonly fingerprint: string | undefined }> {
    const { token, port, wide: before } = await this.open();
    return this.#inTurn(async () => {
      const wide = wideOf(settings, before);
      const opened = this.#open;
      if (!opened) throw new MuxError("not-allowed", "HTTP was closed meanwhile: try again");
      await opened.wide?.close();
      const access = { port, token, wide };
      this.#open = { ...opened, wide: undefined };
      this.#open = { ...opened, access, wide: await this.#listenWide(access) };
      this.#write(access);
      const { cert } = certificateOf(wide) ?? {};
      return { url: wideUrl(wide), fingerprint: cert && fingerprint(cert) };
    });
  }

  /** Closes the address beside the loopback one. Returns whether there was one. */
  async closeWide(): Promise<boolean> {
    return this.#inTurn(async () => {
      const opened = this.#open;
      if (!opened?.access.wide) return false;
      await opened.wide?.close();
      const { port, token } = opened.access;
      this.#open = { ...opened, access: { port, token }, wide: undefined };
      this.#write({ port, token });
      return true;
    });
  }

  /** Opens the port, and makes a share link for the secret of the digest. */
  async share(share: NewShare): Promise<ListedShare & { readonly url: string }> {
    const { port, wide } = await this.open();
    return { ...this.#shares.add(share), url: wide ? wideUrl(wide) : `http://127.0.0.1:${port}` };
  }

  /** Resolves to whether a browser logged in with the code of this digest. */
  isLoginUsed(digest: string): Promise<boolean> {
    return this.#logins.used(digest);
  }

  /** Logs out every browser of the user's own, and returns their number. */
  logOut(): number {
    return this.#logins.endAll("logged out (mullion web --logout)", (share) => share === undefined);
  }

  /** Closes the port and discards port and token. */
  forget(): Promise<void> {
    return this.#inTurn(() => this.#shut());
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const next = this.#changing.then(change, change);
    this.#changing = next.catch(() => {});
    return next;
  }

  async #shut(): Promise<void> {
    rmSync(this.#places.http, { force: true });
    this.#shares.revokeAll();
    this.#logins.endAll("HTTP was closed, or got another token (mullion token)");
    await this.#open?.wide?.close();
    await this.#open?.tunnel.close();
    await this.#open?.listener.close();
    this.#open = undefined;
  }

  async #listen(access: HttpAccess): Promise<OpenAccess> {
    try {
      const { port, token } = access;
      const listener = await this.#door.listen({ port, token });
      const tunnel = await this.#openTunnel(token);
      return { access, listener, tunnel, wide: await this.#restoreWide(access) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      throw new MuxError(
        "not-allowed",
        `port ${access.port} is taken by another program: \`mullion token --new\` chooses another, and a new token`,
      );
    }
  }

  async #openTunnel(token: string): Promise<TunnelSocket> {
    const tunnel = await this.#door.openTunnel(token);
    const listener = await this.#places.listenOn(this.#places.tunnel, (socket) => tunnel.take(socket));
    return {
      renew: () => listener.renew(),
      async close() {
        await listener.close();
        tunnel.close();
      },
    };
  }

  async #listenWide({ token, wide }: HttpAccess): Promise<HttpListener | undefined> {
    if (!wide) return undefined;
    const { address, port, names } = wide;
    const certificate = certificateOf(wide);
    try {
      return await this.#door.listen({ port, token, wide: { address, names, certificate } });
    } catch (error) {
      throw new MuxError("not-allowed", `${address}:${port} cannot be served: ${(error as Error).message}`);
    }
  }

  /** The loopback address is served even if the other one cannot be. */
  async #restoreWide(access: HttpAccess): Promise<HttpListener | undefined> {
    this.#wideTrouble = undefined;
    return await this.#listenWide(access).catch((error: Error) => {
      this.#wideTrouble = error.message;
      return undefined;
    });
  }

  async #retryWide(): Promise<void> {
    const opened = this.#open;
    if (opened?.wide) this.#wideTrouble = undefined;
    else if (opened) this.#open = { ...opened, wide: await this.#restoreWide(opened.access) };
  }

  async #choose(): Promise<OpenAccess> {
    const token = randomBytes(TOKEN_BYTES).toString("hex");
    for (let tries = 1; ; tries++) {
      try {
        return await this.#remember(await this.#listen({ token, port: randomInt(FIRST_PORT, LAST_PORT) }));
      } catch (error) {
        if (!(error instanceof MuxError) || tries >= MAX_TRIES) throw error;
      }
    }
  }

  /** Closes the port again if it cannot be written to the file, because no caller could find it. */
  async #remember(opened: OpenAccess): Promise<OpenAccess> {
    try {
      this.#write(opened.access);
    } catch (error) {
      await opened.tunnel.close();
      await opened.listener.close();
      throw new Error(`${this.#places.http} cannot be written`, { cause: error });
    }
    return opened;
  }

  #read(): HttpAccess | undefined {
    // Undefined: the file does not exist, or we did not write it.
    const value = attempt<unknown>(() => JSON.parse(readFileSync(this.#places.http, "utf8")));
    return fits(httpAccess, value) ? value : undefined;
  }

  #write(access: HttpAccess): void {
    const { http } = this.#places;
    const aside = `${http}.part`;
    rmSync(aside, { force: true });
    writeFileSync(aside, `${JSON.stringify(access)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(aside, http);
  }
}

function wideOf(
  { address, port, names, tls, files }: WideSettings,
  before: WideAccess | undefined,
): WideAccess {
  const same = before?.address === address ? before : undefined;
  const shown = [...names];
  const place = { address, port: port ?? same?.port ?? randomInt(FIRST_PORT, LAST_PORT), names: shown };
  if (!tls) return place;
  if (files) return { ...place, files };
  const known = same?.certificate && same.names.join() === shown.join() ? same.certificate : undefined;
  return { ...place, certificate: known ?? selfSigned(shown) };
}

/** The user's files are read at each start, so that a renewed certificate is used. */
function certificateOf({ certificate, files }: WideAccess): Certificate | undefined {
  if (!files) return certificate;
  try {
    return { cert: readFileSync(files.cert, "utf8"), key: readFileSync(files.key, "utf8") };
  } catch (error) {
    throw new MuxError("bad-value", `the certificate cannot be read: ${(error as Error).message}`);
  }
}

function wideUrl({ names: [name = ""], port, certificate, files }: WideAccess): string {
  const host = name.includes(":") ? `[${name}]` : name;
  return `${certificate || files ? "https" : "http"}://${host}:${port}`;
}
