/**
 * Makes of dist/ what the package carries in its place:
 *
 *   dist/daemon/bundle.js    the daemon. It loads all its chunks at its start, because it must go on when the package is
 *                            removed below it
 *   dist/bundle/*.js         the cold verbs and the four public modules. All share chunks with the daemon, so that a class is
 *                            one class and the package has each module once
 *   dist/bundle/mcp.js       the MCP door, which the verb and the daemon load when they first need it
 *   dist/bundle/types/       the declarations that the public modules reach, zod's among them
 *   dist/THIRD-PARTY.md      the licences of what the bundles contain
 *
 * With them the package has no dependencies. A build without its bundles fails: a daemon that silently starts three times
 * slower is a defect.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyDeclarations, packageOf } from "./declarations.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const PUBLIC = ["library", "client", "conformance", "ao-runtime"];

const bundler = await import("rolldown").catch((error) => {
  console.error(
    `mullion: dist/ cannot be bundled, because rolldown does not load on ${process.platform}-${process.arch}: ` +
      `run \`npm ci\` again, with optional dependencies (${error.message.split("\n")[0]}).`,
  );
  process.exit(1);
});

/** Names of functions and classes are kept, so that stack traces in logs are readable. */
const keepNames = { function: true, class: true };
const minify = {
  mangle: { toplevel: true, keepNames },
  compress: { keepNames },
  codegen: { removeWhitespace: true },
};

/** The one module that bundles load instead of containing it. */
const MCP_DOOR = join(dist, "doors/mcp/index.js");
const MCP_BUNDLE = join(dist, "bundle/mcp.js");

/**
 * The validator of JSON Schema that MCP's package brings is as large as the rest of it, and checks answers to questions
 * that this server never asks.
 */
const withoutValidator = {
  name: "without-validator",
  /** @param {string} id */
  resolveId: (id) => (id === "@modelcontextprotocol/server/_shims" ? SHIMS : null),
  /** @param {string} id */
  load: (id) =>
    id === SHIMS
      ? `import process from "node:process";
         export class DefaultJsonSchemaValidator {
           getValidator() { throw new Error("this server checks no JSON Schema"); }
         }
         export { process };`
      : null,
};
const SHIMS = "\0mcp-shims";

/** A checkout loads the HTTP door when it is first needed; a package may be gone by then. */
const withHttpDoor = {
  name: "with-http-door",
  /** @param {string} code @param {string} id */
  transform(code, id) {
    if (!id.endsWith("/daemon/hosts/http-host.js")) return null;
    const lazily = `import("../../doors/http/http-door.js")`;
    if (!code.includes(lazily))
      throw new Error("the daemon loads its HTTP door in another way: mend the bundle");
    const door = `import * as httpDoor from "../../doors/http/http-door.js";\n`;
    return door + code.replace(lazily, "Promise.resolve(httpDoor)");
  },
};

/**
 * @param {import("rolldown").InputOption} input
 * @param {import("rolldown").OutputOptions} output
 * @param {import("rolldown").InputOptions} [options]
 * @returns {Promise<string[]>} the paths of all modules that went in
 */
async function bundle(input, output, options = { external: [MCP_DOOR] }) {
  const made = await bundler.rolldown({ input, platform: "node", logLevel: "warn", ...options });
  const written = await made.write({ format: "esm", minify, ...output });
  await made.close();
  return written.output.flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : []));
}

/** @param {readonly string[]} directories */
function writeLicences(directories) {
  const parts = directories.map((directory) => {
    const { name, version, license } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
    const text =
      file === undefined ? `Licence: ${license}` : readFileSync(join(directory, file), "utf8").trim();
    return `## ${name} ${version}\n\n${text}\n`;
  });
  const head = "# Third-party software\n\nThe bundles of this package contain parts of these packages.\n";
  writeFileSync(join(dist, "THIRD-PARTY.md"), [head, ...parts].join("\n"));
}

const out = join(dist, "bundle");
rmSync(out, { recursive: true, force: true });
const entries = Object.fromEntries(PUBLIC.map((name) => [name, join(dist, name, "index.js")]));
const modules = [
  ...(await bundle(
    { ...entries, cli: join(dist, "cli/command.js"), daemon: join(dist, "daemon/serve.js") },
    {
      dir: dist,
      entryFileNames: ({ name }) => (name === "daemon" ? "daemon/bundle.js" : `bundle/${name}.js`),
      chunkFileNames: "bundle/[name]-[hash].js",
      paths: { [MCP_DOOR]: "./bundle/mcp.js" },
    },
    { external: [MCP_DOOR], plugins: [withHttpDoor] },
  )),
  ...(await bundle(
    MCP_DOOR,
    { file: MCP_BUNDLE, codeSplitting: false, minify: true },
    { plugins: [withoutValidator] },
  )),
  ...copyDeclarations({ root, names: PUBLIC, out: join(out, "types") }),
];
writeLicences([...new Set(modules.flatMap((path) => packageOf(path) ?? []))].sort());
