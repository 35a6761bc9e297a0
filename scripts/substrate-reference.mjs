/**
 * Writes docs/reference/substrate.md from the types of src/library: `node scripts/substrate-reference.mjs`, after a
 * build. A test compares it with the types.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const HEAD = `# The Substrate

*Written from the types in \`src/library/\` by \`node scripts/substrate-reference.mjs\`; do not edit.*

\`import { createSubstrate } from "mullion"\`: [how to use it](../substrate.md).
`;

const FUNCTIONS = ["createSubstrate", "checkTmux", "tmuxVersion", "validateSessionName"];
/** Errors that have their own entry on the page beside their code. */
const SPECIAL = new Set([
  "Substrate",
  "SubstrateError",
  "SubstrateErrorCode",
  "MullionSubstrate",
  "TmuxSubstrate",
]);

/** @typedef {{ doc: string, code: string }} Declaration */

/** @param {(path: string) => string} read A file of the package. */
export function substrateReference(read) {
  const exported = [
    ...read("src/library/index.ts").matchAll(/^export (?:type )?\{([^}]*)\} from "\.\/(.*)\.ts";$/gm),
  ];
  /** @type {Map<string, { source: Declaration, built: Declaration }>} */
  const all = new Map();
  for (const [, names = "", file] of exported) {
    const source = declarations(read(`src/library/${file}.ts`));
    const built = declarations(read(`dist/library/${file}.d.ts`));
    for (const name of names
      .split(",")
      .map((each) => each.replace(/\btype\b/, "").trim())
      .filter(Boolean))
      all.set(name, { source: source.get(name) ?? EMPTY, built: built.get(name) ?? EMPTY });
  }
  const names = [...all.keys()];
  const isError = (/** @type {string} */ name) =>
    / extends SubstrateError \{/.test(all.get(name)?.built.code ?? "");
  const types = names.filter((name) => !FUNCTIONS.includes(name) && !SPECIAL.has(name) && !isError(name));
  const substrate = all.get("Substrate")?.source ?? EMPTY;
  return [
    HEAD,
    "## Functions\n",
    ...FUNCTIONS.map((name) => section(name, all.get(name)?.built ?? EMPTY)),
    "## Substrate\n",
    `${substrate.doc}\n`,
    ...members(substrate.code).map(([name, member]) => section(name, member)),
    "## Types\n",
    ...types.map((name) => section(name, all.get(name)?.source ?? EMPTY)),
    "## Errors\n",
    `${all.get("SubstrateError")?.source.doc}\n`,
    "| class | `code` | |\n|---|---|---|",
    ...names.filter(isError).map((name) => errorRow(name, all.get(name)?.source ?? EMPTY)),
    "",
  ].join("\n");
}

const EMPTY = { doc: "", code: "" };

/** What a file exports, by name; overloads together. @param {string} text */
function declarations(text) {
  /** @type {Map<string, Declaration>} */
  const found = new Map();
  const start =
    /^(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:declare )?(?:async )?(?:interface|type|class|function) (\w+)/gm;
  for (const match of text.matchAll(start)) {
    const [, comment = "", name = ""] = match;
    const code = statement(text.slice((match.index ?? 0) + comment.length)).replace(
      /^export (declare )?/,
      "",
    );
    const former = found.get(name);
    found.set(
      name,
      former ? { doc: former.doc, code: `${former.code}\n${code}` } : { doc: plain(comment), code },
    );
  }
  return found;
}

/** A declaration up to its end: all brackets closed, and a line end. @param {string} text */
function statement(text) {
  const isType = text.startsWith("export type");
  let depth = 0;
  const lines = [];
  for (const line of text.split("\n")) {
    lines.push(line);
    const code = line.replace(/\/\*\*.*\*\/|"[^"]*"/g, "");
    depth += (code.match(/[{([]/g) ?? []).length - (code.match(/[})\]]/g) ?? []).length;
    if (depth === 0 && (isType ? /;$/ : /[;}]$/).test(code)) break;
  }
  return lines.join("\n");
}

/** The members of an interface. @param {string} code @returns {[string, Declaration][]} */
function members(code) {
  const member = /^( {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)? {2}((?:readonly )?(\w+)[^;]*;)$/gm;
  return [...code.matchAll(member)].map(([, comment = "", text = "", name = ""]) => [
    name,
    { doc: plain(comment), code: text },
  ]);
}

/** A comment without its stars. @param {string} comment */
function plain(comment) {
  return comment
    .replace(/^\s*\/\*\*|\*\/\s*$/g, "")
    .replace(/^[ \t]*\* ?/gm, "")
    .trim();
}

/** @param {string} name @param {Declaration} declaration */
function section(name, { doc, code }) {
  return [`### ${name}\n`, ...(doc ? [`${doc}\n`] : []), "```ts", code, "```\n"].join("\n");
}

/** @param {string} name @param {Declaration} declaration */
function errorRow(name, { doc, code }) {
  return `| \`${name}\` | \`${/code = "(.*)"/.exec(code)?.[1]}\` | ${doc.replaceAll("\n", " ")} |`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = new URL("../", import.meta.url);
  const reference = substrateReference((path) => readFileSync(new URL(path, root), "utf8"));
  writeFileSync(new URL("docs/reference/substrate.md", root), reference);
}
