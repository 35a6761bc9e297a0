import { type IncomingMessage, request } from "node:http";
import { type Duplex, pipeline, Readable, Transform } from "node:stream";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { attempt } from "../../../core/attempt.ts";
import type { HttpHost } from "../host.ts";
import { checkOwner, goneSignal, type PageContext } from "../page/page-context.ts";
import { RECORDING_TYPE } from "../page/recording.ts";
import { Refusal, refusalStatuses } from "../refusal.ts";

/** What a page asks of the daemon of a host. Everything else there is out of its reach. */
const ROUTES: readonly RegExp[] = [
  /^POST \/api\/panes\/[0-9a-f-]{36}\/(?:answer|seen|border|files)$/,
  /^GET \/api\/panes\/[0-9a-f-]{36}\/recording$/,
  /^POST \/rpc\/mullion\.command$/,
];
const HOST_PATH = /^\/host\/([^/]+)(\/.*)$/;
/** Headers of the page that the host gets. */
const PASSING = ["content-type", "content-length", "mullion-level"] as const;
/** Statuses of ours; 401 is not among them, because the page is logged in here and not there. */
const STATUSES: ReadonlySet<number> = new Set([200, ...refusalStatuses.filter((status) => status !== 401)]);
const MAX_JSON_BYTES = 8 * 1024 * 1024;
const MAX_RECORDING_BYTES = 512 * 1024 * 1024;
/** Longer than a command there may take. */
const ANSWER_MS = 40_000;

/**
 * Answers `/host/NAME/…` with what the daemon of the host answers. Nothing of that answer is trusted: JSON is parsed and
 * written again, a recording keeps the type that we give it, and no header of the host reaches the browser.
 */
export async function relayRequest(c: PageContext, { machines }: HttpHost): Promise<Response> {
  checkOwner(c);
  const [, name = "", path = ""] = HOST_PATH.exec(c.req.path) ?? [];
  if (!ROUTES.some((route) => route.test(`${c.req.method} ${path}`)))
    throw new Refusal(404, `there is nothing at ${c.req.method} ${c.req.path}`);
  const gone = goneSignal(c);
  const connection = await machines.connect(name, { wait: false, signal: gone });
  const answer = await ask(c, { connection, name, path, gone }).catch((error: unknown) => {
    connection.destroy();
    throw error;
  });
  if (path.endsWith("/recording") && answer.statusCode === 200) return recordingOf(answer);
  const text = await bodyOf(answer, name);
  const value = attempt<unknown>(() => JSON.parse(text));
  const status = answer.statusCode ?? 0;
  if (typeof value !== "object" || value === null || !STATUSES.has(status))
    throw new Refusal(503, `host ${name} gave a wrong answer: is its Mullion another version?`);
  return c.json(value, status as ContentfulStatusCode);
}

interface RelayedRequest {
  readonly connection: Duplex;
  /** Of the host. */
  readonly name: string;
  readonly path: string;
  readonly gone: AbortSignal;
}

/** Resolves when the answer begins. */
function ask(c: PageContext, { connection, name, path, gone }: RelayedRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Refusal(503, `host ${name} did not answer`));
    const late = setTimeout(fail, ANSWER_MS);
    const { method } = c.req;
    const { incoming } = c.env;
    const asked = request({ createConnection: () => connection, method, path, headers: headersOf(c) });
    /** An answer may come before the end of the body: a browser reads it only after it could send the rest. */
    const settle = () => {
      clearTimeout(late);
      incoming.unpipe(asked);
      incoming.resume();
    };
    asked.on("response", (answer) => {
      settle();
      resolve(answer);
    });
    asked.on("error", () => {
      settle();
      fail();
    });
    gone.addEventListener("abort", () => connection.destroy(), { once: true });
    incoming.pipe(asked);
  });
}

/** A host that closed the connection right after its answer would cut off the body, and its answer with it. */
function headersOf(c: PageContext): Record<string, string> {
  const sent = PASSING.map((header) => [header, c.req.header(header)] as const);
  const own = { host: "localhost", connection: "keep-alive" };
  return { ...own, ...Object.fromEntries(sent.filter(([, value]) => value !== undefined)) };
}

async function bodyOf(answer: IncomingMessage, name: string): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  const late = setTimeout(() => answer.destroy(), ANSWER_MS);
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_JSON_BYTES) break;
      parts.push(part);
    }
  } catch {
    throw new Refusal(503, `the link to host ${name} was lost`);
  } finally {
    clearTimeout(late);
  }
  if (size > MAX_JSON_BYTES) throw new Refusal(503, `the answer of host ${name} is too long`);
  return Buffer.concat(parts).toString();
}

function recordingOf(answer: IncomingMessage): Response {
  let size = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > MAX_RECORDING_BYTES) done(new Error("the recording is too long"));
      else done(null, chunk);
    },
  });
  const body = pipeline(answer, bounded, () => {});
  return new Response(Readable.toWeb(body) as ReadableStream, {
    headers: { "content-type": RECORDING_TYPE },
  });
}
