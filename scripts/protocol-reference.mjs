/**
 * Writes docs/reference/protocol.md from the schema of the protocol, and with `--level` also
 * src/protocol/levels/N.json, which freezes it: `node scripts/protocol-reference.mjs [--level]`, after a build. Tests
 * compare both with the schema. Within a level things are only added; raise LEVEL before removing anything.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { incompatibilities } from "./incompatibilities.mjs";

const HEAD = `# The native protocol

*Written from the schema in \`src/protocol/\` by \`node scripts/protocol-reference.mjs\`; do not edit.*

JSON-RPC 2.0, one message to a line, on the daemon's socket and over stdio ([how to use it](../pane-backend.md)). Methods and
events without a prefix are those of the CustomPaneBackend proposal; those under \`mullion.\` are ours and are announced as
capabilities. Objects take keys that they do not know. Over HTTP each method is \`POST /rpc/<method>\`.
`;

/**
 * @typedef {{ type?: string, const?: unknown, enum?: unknown[], oneOf?: Field[], anyOf?: Field[], items?: Field,
 *   properties?: Record<string, Field>, required?: string[], additionalProperties?: Field | boolean, contentEncoding?: string,
 *   description?: string, default?: unknown, since?: number }} Field
 * @typedef {{ since: number, capability?: string, doc: string, params: Field, result: Field, errors: string[] }} Method
 * @typedef {{ since: number, audience: string, doc: string, params: Field }} Event
 */

/**
 * @param {{ protocol_version: string, level: number, methods: Record<string, Method>, events: Record<string, Event>,
 *   errors: Record<string, { code: number, http: number, sentence: string }> }} schema
 */
export function protocolReference(schema) {
  const methods = Object.entries(schema.methods);
  const common = commonErrors(methods);
  return [
    HEAD,
    `Protocol version ${schema.protocol_version}, level ${schema.level}.\n`,
    "## Methods\n",
    ...methods.map(([name, method]) => methodText(name, method, common)),
    "## Events\n",
    ...Object.entries(schema.events).map(([name, event]) => eventText(name, event)),
    "## Errors\n",
    "`error.data.code` is the contract; `error.code` is a number for JSON-RPC; the message is for people.",
    `Any request may be answered with ${list(common)}.\n`,
    "| code | number | HTTP | meaning |\n|---|---|---|---|",
    Object.entries(schema.errors)
      .map(
        ([code, { code: number, http, sentence }]) => `| \`${code}\` | ${number} | ${http} | ${sentence} |`,
      )
      .join("\n"),
    "",
  ].join("\n");
}

/** Errors that every method has. @param {[string, Method][]} methods */
function commonErrors(methods) {
  const [first, ...others] = methods;
  return /** @type {[string, Method]} */ (first)[1].errors.filter((code) =>
    others.every(([, { errors }]) => errors.includes(code)),
  );
}

/** @param {string} name @param {Method} method @param {string[]} common */
function methodText(name, { since, capability, doc, params, result, errors }, common) {
  const own = errors.filter((code) => !common.includes(code));
  return [
    `### ${name}\n`,
    `${doc}\n`,
    ...(capability ? [`Capability: \`${capability}\`.${sinceText(since)}\n`] : []),
    fieldsText("Parameters", params),
    fieldsText("Result", result),
    ...(own.length > 0 ? [`Errors: ${list(own)}.\n`] : []),
  ].join("\n");
}

/** @param {string} name @param {Event} event */
function eventText(name, { since, audience, doc, params }) {
  const whom = audience === "everybody" ? "Every connection of the team gets it." : "Only who asked gets it.";
  const shapes = params.anyOf ?? [params];
  return [
    `### ${name}\n`,
    `${doc} ${whom}${sinceText(since)}\n`,
    ...shapes.map((shape) => fieldsText("Parameters", shape)),
  ].join("\n");
}

/** @param {number} since */
function sinceText(since) {
  return since > 1 ? ` Since level ${since}.` : "";
}

/** @param {string} title @param {Field} schema */
function fieldsText(title, schema) {
  const rows = fields(schema);
  if (rows.length === 0) return `${title}: none.\n`;
  return [`${title}:\n`, "| name | type | |\n|---|---|---|", ...rows, ""].join("\n");
}

/** @param {Field} schema @returns {string[]} */
function fields({ properties = {}, required = [] }, prefix = "") {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const optional = required.includes(name) ? "" : "?";
    const notes = [
      field.description,
      field.since === undefined ? "" : `Since level ${field.since}.`,
      field.default === undefined ? "" : `Default: \`${JSON.stringify(field.default)}\`.`,
    ];
    const row = `| \`${path}${optional}\` | ${typeText(field)} | ${notes.filter(Boolean).join(" ")} |`;
    return [
      row,
      ...fields(field, `${path}.`),
      ...alternatives(field, path),
      ...fields(field.items ?? {}, `${path}[].`),
    ];
  });
}

/** The alternatives with a description. @param {Field} field @param {string} path */
function alternatives({ oneOf = [] }, path) {
  return oneOf.map(({ properties, description = "", since = 1 }) => {
    const shape = Object.entries(properties ?? {}).map(
      ([name, { const: value }]) => `${name}: ${value ? JSON.stringify(value) : "…"}`,
    );
    return `| \`${path}\` | \`{${shape.join(", ")}}\` | ${description}${sinceText(since)} |`;
  });
}

/** @param {Field} field @returns {string} */
function typeText(field) {
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``;
  if (field.enum) return field.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (field.oneOf) return "one of";
  if (field.anyOf) return field.anyOf.map(typeText).join(" or ");
  if (field.type === "array") return `array of ${typeText(field.items ?? {})}`;
  if (typeof field.additionalProperties === "object" && !field.properties)
    return `object of ${typeText(field.additionalProperties)}`;
  if (field.contentEncoding) return field.contentEncoding;
  return field.type ?? "anything";
}

/** @param {string[]} codes */
function list(codes) {
  return codes.map((code) => `\`${code}\``).join(", ");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @param {string} name */
  const compiled = (name) => import(new URL(`../dist/protocol/${name}.js`, import.meta.url).href);
  const { describeSchema } = await compiled("describe-schema");
  const schema = describeSchema();
  const reference = new URL("../docs/reference/protocol.md", import.meta.url);
  const level = new URL(`../src/protocol/levels/${schema.level}.json`, import.meta.url);
  if (process.argv.includes("--level")) {
    const broken = existsSync(level)
      ? incompatibilities(JSON.parse(readFileSync(level, "utf8")), schema)
      : [];
    if (broken.length > 0) {
      console.error(
        `level ${schema.level} would change:\n${broken.join("\n")}\nraise LEVEL in src/protocol/version.ts`,
      );
      process.exit(1);
    }
    writeFileSync(level, `${JSON.stringify(schema, undefined, 2)}\n`);
  }
  writeFileSync(reference, protocolReference(schema));
}
