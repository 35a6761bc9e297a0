import type { IncomingMessage } from "node:http";
import { type Context, Hono } from "hono";
import { isMethodName } from "../../protocol/methods.ts";
import { agreedLevel } from "../../protocol/version.ts";
import type { Admission } from "./admission.ts";
import { parseInput, readBody, readEnvelope, wrap } from "./envelope.ts";
import type { HttpHost } from "./host.ts";
import { relayRequest } from "./hosts/relay-request.ts";
import type { DividedLoad } from "./load.ts";
import { mcpSwitches } from "./mcp-switches.ts";
import { Metrics } from "./metrics.ts";
import { openApi } from "./openapi.ts";
import { goneSignal, type PageContext, type PageEnv } from "./page/page-context.ts";
import { addPageRoutes } from "./page/page-routes.ts";
import { isStreamed } from "./protocol-calls.ts";
import { Refusal, refusalOf } from "./refusal.ts";
import { eventStream } from "./sse.ts";
import { describeNumbered } from "./terminals/describe-terminal.ts";
import { terminalMethods, terminalStreams } from "./terminals/methods.ts";
import { allTerminals, findTerminal } from "./terminals/terminals.ts";
import { checkScope, hostFor, whileShown } from "./way-in/scope.ts";

/** Callers that name no team share this one. */
const TEAM = "http";
const TEAM_HEADER = "mullion-team";
const LEVEL_HEADER = "mullion-level";

/** The routes. The entrance has already admitted every request that reaches them. */
export function createApp(
  host: HttpHost,
  given: {
    readonly streams: DividedLoad;
    readonly metrics: Metrics;
    admissionOf(request: IncomingMessage): Admission;
  },
): Hono<PageEnv> {
  const { streams, metrics, admissionOf } = given;
  const app = new Hono<PageEnv>();
  app.use((c, next) => {
    const admission = admissionOf(c.env.incoming);
    checkScope(admission, { host, method: c.req.method, path: c.req.path });
    c.set("admission", admission);
    return next();
  });
  app.get("/api/health", (c) => c.text(`Mullion ${host.version} is well\n`));
  app.get("/api/terminals", (c) => {
    const shown = hostFor(host, c.get("admission"));
    return c.json(allTerminals(shown).map((terminal) => describeNumbered(shown, terminal)));
  });
  app.get("/api/openapi.json", (c) => c.json(openApi(host.version)));
  app.get("/metrics", async (c) => c.body(await metrics.text(), 200, { "content-type": Metrics.TYPE }));
  app.post("/rpc/terminal/:name", (c) => answerTerminal(c, host, streams));
  addPageRoutes(app, host);
  app.post("/rpc/:name", (c) => answerProtocol(c, host, streams));
  app.all("/host/*", (c) => relayRequest(c, host));
  app.all("/mcp", (c) => answerMcp(c, host, streams));
  app.notFound((c) => refuse(c, new Refusal(404, `there is nothing at ${c.req.method} ${c.req.path}`)));
  app.onError((error, c) =>
    refuse(
      c,
      refusalOf(error, (bug) => host.reportBug(bug, `${c.req.method} ${c.req.path}`)),
    ),
  );
  return app;
}

async function answerTerminal(c: PageContext, whole: HttpHost, streams: DividedLoad): Promise<Response> {
  const host = hostFor(whole, c.get("admission"));
  const name = c.req.param("name")!;
  const method = terminalMethods.get(name);
  const stream = terminalStreams.get(name);
  const { input } = await readEnvelope(c.env.incoming);
  if (stream && (!method || /\btext\/event-stream\b/.test(c.req.header("accept") ?? ""))) {
    const parsed = parseInput(stream.input, input);
    return answerStream(c, {
      host,
      streams,
      open: (left) => shownStream(host, parsed, stream.run(host, parsed, left)),
    });
  }
  if (!method) throw new Refusal(404, `there is no method terminal/${name}`, { code: "method-not-found" });
  const parsed = parseInput(method.input, input);
  const output = await host.settled(async () => method.run(host, parsed));
  return c.json(wrap(output));
}

/** A stream of one terminal ends when the caller may not see that terminal any more. */
function shownStream(
  host: HttpHost,
  input: unknown,
  values: AsyncGenerator<unknown>,
): AsyncGenerator<unknown> {
  const { covers } = host;
  const { id } = (input ?? {}) as { id?: string };
  if (!covers || id === undefined) return values;
  const terminal = findTerminal(host, id);
  return whileShown(values, () => covers(terminal));
}

async function answerProtocol(c: PageContext, host: HttpHost, streams: DividedLoad): Promise<Response> {
  const method = c.req.param("name")!;
  if (!isMethodName(method))
    throw new Refusal(404, `there is no method ${method}`, { code: "method-not-found" });
  const { input: params = {}, wrapped } = await readEnvelope(c.env.incoming);
  const level = agreedLevel(Number.parseInt(c.req.header(LEVEL_HEADER) ?? "", 10) || undefined);
  const request = { method, params, level, team: c.req.header(TEAM_HEADER) || TEAM };
  if (isStreamed(method))
    return answerStream(c, { host, streams, open: (signal) => host.subscribe({ ...request, signal }) });
  const output = await host.settled(() => host.call({ ...request, signal: goneSignal(c) }));
  return c.json(wrapped ? wrap(output) : output);
}

async function answerMcp(c: PageContext, host: HttpHost, streams: DividedLoad): Promise<Response> {
  const { method } = c.req;
  const { url, headers } = c.req.raw;
  const body = method === "POST" ? await readBody(c.env.incoming) : "";
  if (isLasting(body)) c.env.outgoing.once("close", streams.enter(c.get("admission")));
  const request = new Request(url, { method, headers, signal: goneSignal(c), ...(body !== "" && { body }) });
  return await host.mcp({
    request,
    body,
    isCongested: () => c.env.outgoing.writableNeedDrain,
    team: headers.get(TEAM_HEADER) || TEAM,
    ...mcpSwitches(new URL(url).searchParams),
  });
}

/** Whether the answer may take as long as a stream: a daemon that leaves does not wait for it. */
function isLasting(body: string): boolean {
  return /"method"\s*:\s*"subscriptions\/listen"|"name"\s*:\s*"wait"/.test(body);
}

function answerStream(
  c: PageContext,
  given: { host: HttpHost; streams: DividedLoad; open(left: AbortSignal): AsyncGenerator<unknown> },
): Response {
  const { host, streams, open } = given;
  const left = new AbortController();
  c.env.outgoing.once("close", streams.enter(c.get("admission")));
  c.env.outgoing.once("close", () => left.abort());
  return eventStream(open(left.signal), { left, reportBug: (error) => host.reportBug(error, c.req.path) });
}

function refuse(c: Context, refusal: Refusal): Response {
  return c.json(wrap(refusal), refusal.status, refusal.headers);
}
