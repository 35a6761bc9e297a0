import type { z } from "zod";
import { jsonSchema } from "../../protocol/describe-schema.ts";
import { commonErrors, type WireErrorCode, wireErrors } from "../../protocol/errors.ts";
import { methods } from "../../protocol/methods.ts";
import { EMPTY_ANSWER, type PageOperation, pageOperations } from "./page/page-openapi.ts";
import { numberedTerminalShape } from "./terminals/describe-terminal.ts";
import { terminalMethods, terminalStreams } from "./terminals/methods.ts";

type Json = Readonly<Record<string, unknown>>;

/** Statuses that the answer to any request may have. */
const EVERYWHERE: Readonly<Record<number, string>> = {
  400: "The request is malformed; data.issues tells what a schema found.",
  401: "The token is missing or wrong.",
  403: "Host, Origin or Sec-Fetch-Site is not what is served.",
  413: "The body is too large.",
  429: "Too much at once.",
  500: "A bug; the daemon's log has the rest.",
};

let written: Json | undefined;

/** OpenAPI 3.1, generated from the schema of the protocol and the table of the terminals' methods. */
export function openApi(version: string): Json {
  written ??= {
    openapi: "3.1.0",
    info: {
      title: "Mullion",
      version,
      summary: "Terminals that outlive everything around them.",
      license: { name: "MIT", identifier: "MIT" },
    },
    security: [{ bearer: [] }],
    paths: { ...plainPaths(), ...terminalPaths(), ...protocolPaths(), ...pagePaths() },
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "`mullion token` prints it. The unix socket needs none.",
        },
      },
      schemas: { Refusal: refusalSchema() },
    },
  };
  return written;
}

function plainPaths(): Json {
  const get = (summary: string, answer: Json) => ({
    get: { summary, responses: { 200: answer, ...refusals() } },
  });
  const text = (summary: string) => get(summary, content("text/plain", { type: "string" }, summary));
  const terminals = { type: "array", items: jsonSchema(numberedTerminalShape) };
  return {
    "/api/health": text("Whether the daemon is well."),
    "/metrics": text("Numbers for Prometheus."),
    "/api/openapi.json": get("This document.", json({ type: "object" }, "OpenAPI 3.1.")),
    "/api/terminals": get(
      "Every terminal, with its number as tmux counts panes.",
      json(terminals, "The terminals."),
    ),
  };
}

function pagePaths(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of [...pageOperations, ...hostOperations()]) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method]: describeOperation(operation) };
  }
  return paths;
}

/** What a page asks of a host. */
function hostOperations(): PageOperation[] {
  return pageOperations
    .filter(({ path }) => path.startsWith("/api/panes/") || path === "/rpc/mullion.command")
    .map((operation) => ({ ...operation, path: `/host/{host}${operation.path}` }));
}

function describeOperation({ path, summary, body, query, answer = EMPTY_ANSWER }: PageOperation): Json {
  return {
    summary,
    parameters: [
      ...PATH_PARAMETERS.filter(({ name }) => path.includes(`{${name}}`)),
      ...(query ? [{ ...query, in: "query", schema: { type: "string" } }] : []),
    ],
    ...(body && { requestBody: { content: { [body.type]: { schema: body.schema } } } }),
    responses: { 200: content(answer.type, answer.schema, summary), ...refusals(404) },
  };
}

const PATH_PARAMETERS = [
  pathParameter("host", "Name of another machine, as mullion host ls shows it."),
  pathParameter("id", "Of a terminal.", { format: "uuid" }),
  pathParameter("link", "Id of a share link."),
];

function pathParameter(name: string, description: string, form: Json = {}) {
  return { name, in: "path", required: true, description, schema: { type: "string", ...form } };
}

function terminalPaths(): Json {
  const names = new Set([...terminalMethods.keys(), ...terminalStreams.keys()]);
  return Object.fromEntries(
    [...names].map((name) => [`/rpc/terminal/${name}`, { post: terminalOperation(name) }]),
  );
}

function terminalOperation(name: string): Json {
  const method = terminalMethods.get(name);
  const stream = terminalStreams.get(name);
  const { input, doc } = (method ?? stream)!;
  return {
    operationId: `terminal.${name}`,
    summary: doc,
    requestBody: { required: false, content: { "application/json": { schema: wrapped(jsonSchema(input)) } } },
    responses: {
      200: {
        description: method && stream ? `${method.doc} ${stream.doc}` : doc,
        content: {
          ...(method && {
            "application/json": { schema: wrapped(method.output && jsonSchema(method.output)) },
          }),
          ...(stream && { "text/event-stream": { schema: wrapped(jsonSchema(stream.output)) } }),
        },
      },
      ...refusals(404),
    },
  };
}

function protocolPaths(): Json {
  return Object.fromEntries(
    Object.values(methods).map(({ name, doc, params, result, errors }) => [
      `/rpc/${name}`,
      {
        post: {
          operationId: name,
          summary: doc,
          parameters: [teamParameter, levelParameter],
          requestBody: { content: { "application/json": { schema: eitherWay(params) } } },
          responses: {
            200: json(eitherWay(result), "Done."),
            ...refusals(),
            ...described([...commonErrors, ...errors]),
          },
        },
      },
    ]),
  );
}

const teamParameter = {
  name: "Mullion-Team",
  in: "header",
  description: "The team's hint, such as a pane's CLAUDE_PANE_BACKEND_SESSION_ID.",
  schema: { type: "string", maxLength: 1024 },
};

const levelParameter = {
  name: "Mullion-Level",
  in: "header",
  description: "The newest level of the protocol that the caller knows; 1 where absent.",
  schema: { type: "integer", minimum: 1 },
};

/** Schema of a value that is sent directly or under `json`. */
function eitherWay(type: z.ZodType): Json {
  const schema = jsonSchema(type);
  return { anyOf: [schema, wrapped(schema)] };
}

function wrapped(schema: Json | undefined): Json {
  return {
    type: "object",
    properties: { ...(schema && { json: schema }) },
    ...(schema && { required: ["json"] }),
  };
}

function refusals(...more: readonly 404[]): Json {
  const sentences = { ...EVERYWHERE, ...(more.includes(404) && { 404: "There is no such terminal." }) };
  return Object.fromEntries(
    Object.entries(sentences).map(([status, sentence]) => [status, refused(sentence)]),
  );
}

/** The protocol's errors by HTTP status. */
function described(codes: readonly WireErrorCode[]): Json {
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const { http, sentence } = wireErrors[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), `${code}: ${sentence}`]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, sentences]) => [status, refused(sentences.join(" "))]),
  );
}

function refused(description: string): Json {
  return json({ $ref: "#/components/schemas/Refusal" }, description);
}

function json(schema: Json, description: string): Json {
  return content("application/json", schema, description);
}

function content(type: string, schema: Json, description: string): Json {
  return { description, content: { [type]: { schema } } };
}

function refusalSchema(): Json {
  return wrapped({
    type: "object",
    required: ["defined", "code", "status", "message"],
    properties: {
      defined: { const: false },
      code: { type: "string", examples: ["BAD_REQUEST", "NOT_FOUND"] },
      status: { type: "integer" },
      message: { type: "string" },
      data: {
        type: "object",
        properties: {
          code: { type: "string", enum: Object.keys(wireErrors) },
          issues: { type: "array", items: { type: "object" } },
        },
      },
    },
  });
}
