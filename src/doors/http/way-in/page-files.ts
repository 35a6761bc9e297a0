import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { attempt } from "../../../core/attempt.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const COMPRESSED = /^(?:text|application\/(?:json|manifest)|image\/svg)/;

/** Scripts, styles and requests of the page's own origin, and nothing else: no inline script, no eval, no other host. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

interface PageFile {
  readonly body: Buffer;
  readonly gzip: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The files of the page's build, and no others: a path is looked up in a table, never on disk. They are read once, so that a
 * package that is replaced while the daemon runs cannot mix two builds.
 */
export class PageFiles {
  readonly #directory: string;
  #files: ReadonlyMap<string, PageFile> | undefined;
  #build = "";

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Identifies the build: its document names every other file by content. Empty if the package has no page. */
  get build(): string {
    this.#read();
    return this.#build;
  }

  has(path: string): boolean {
    return this.#read().has(path);
  }

  answer(path: string, request: IncomingMessage, response: ServerResponse): void {
    const file = this.#read().get(path)!;
    const zipped = file.gzip && /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
    const body = zipped ? file.gzip! : file.body;
    response.writeHead(200, {
      ...file.headers,
      "content-length": body.length,
      ...(file.gzip && { vary: "accept-encoding" }),
      ...(zipped && { "content-encoding": "gzip" }),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  }

  #read(): ReadonlyMap<string, PageFile> {
    this.#files ??= new Map(namesIn(this.#directory).map((name) => this.#load(name)));
    return this.#files;
  }

  #load(name: string): [path: string, file: PageFile] {
    const body = readFileSync(join(this.#directory, name));
    const isDocument = name === "index.html";
    if (isDocument) this.#build = createHash("sha256").update(body).digest("hex").slice(0, 16);
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    const headers = {
      "content-type": type,
      "content-security-policy": POLICY,
      // Names in assets/ contain a digest of the content.
      ...(name.startsWith("assets/") && { "cache-control": "private, max-age=31536000, immutable" }),
    };
    const gzip = COMPRESSED.test(type) ? gzipSync(body) : undefined;
    return [isDocument ? "/" : `/${name}`, { body, gzip, headers }];
  }
}

/** Empty if the package was built without a page. */
function namesIn(directory: string): string[] {
  const entries = attempt(() => readdirSync(directory, { recursive: true, withFileTypes: true })) ?? [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
}
