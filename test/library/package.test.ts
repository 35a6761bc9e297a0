import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

/** The package as npm would publish it, in a project that uses it. */
const run = promisify(execFile);
let project: string;
let installed: string;

beforeAll(async () => {
  project = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "p"));
  installed = join(project, "node_modules/mullion");
  mkdirSync(installed, { recursive: true });
  const options = ["pack", "--json", "--ignore-scripts", "--pack-destination", project];
  const { stdout } = await run("npm", options, { cwd: root });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await run("tar", ["-xzf", join(project, filename), "-C", installed, "--strip-components=1"]);
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
});
afterAll(() => rmSync(project, { recursive: true }));

const CALLER = `
import { createSubstrate, SessionExists, SubstrateError, type Session, type Substrate } from "mullion";

export async function work(substrate: Substrate, signal: AbortSignal): Promise<number> {
  const session: Session = await substrate.spawnSession("a.b", ["cat"], { cwd: "/", signal });
  const [[first], [, last]] = (await substrate.layoutGrid("a.b", 2, 2)) as [any, any];
  await substrate.sendCommand(session, "text");
  const { outcome, exitCode = 0 } = await substrate.waitFor(last, { exit: true }, { timeoutMs: 1_000 });
  for await (const event of await substrate.events({ session: "a.b" }))
    if (event.type === "output") console.log(event.data.length);
    else if (event.type === "exited") return event.exitCode ?? 0;
  return outcome === "met" ? exitCode : first.pid;
}
const substrate: Substrate = Math.random() < 2 ? await createSubstrate() : await createSubstrate({ backend: "tmux" });
try {
  await work(substrate, AbortSignal.timeout(5));
} catch (error) {
  const code: string | undefined = error instanceof SubstrateError ? error.code : undefined;
  const exists: "session-exists" | undefined = error instanceof SessionExists ? error.code : undefined;
  console.log(code, exists);
}
`;

const WRONG = CALLER.replace('"a.b", 2, 2', '"a.b", "2", 2').replace("{ exit: true }", "{ exits: true }");

/** What is wrong with files, as tsc says it. */
async function typecheck(options: readonly string[], ...files: string[]): Promise<string[]> {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const strict = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--target",
    "es2023",
    "--types",
    "",
  ];
  const call = run(process.execPath, [tsc, ...strict, ...options, ...files], { cwd: project });
  const { stdout } = await call.catch((error: { stdout: string }) => error);
  return stdout.split("\n").filter((line) => /^\S/.test(line));
}

test.each([
  ["node16", ["--module", "node16", "--skipLibCheck"]],
  ["nodenext, its own types included", ["--module", "nodenext"]],
  ["bundler", ["--module", "esnext", "--moduleResolution", "bundler", "--skipLibCheck"]],
])(
  "callers compile against it: %s",
  async (_name, options) => {
    writeFileSync(join(project, "right.ts"), CALLER);
    writeFileSync(join(project, "wrong.ts"), WRONG);
    expect(await typecheck(options, "right.ts", "wrong.ts")).toEqual([
      expect.stringMatching(/^wrong\.ts.*'string' is not assignable to parameter of type 'number'/),
      expect.stringMatching(/^wrong\.ts.*'exits' does not exist/),
    ]);
  },
  60_000,
);

test("what it exports is there at run time", async () => {
  const script = 'console.log(JSON.stringify(Object.keys(await import("mullion")).sort()))';
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: project });
  expect(JSON.parse(stdout)).toEqual([
    ...["HostUnreachable", "InvalidArgument", "InvalidCommand", "InvalidKey", "InvalidLines"],
    "InvalidSessionName",
    ...["MullionSubstrate", "NoServer", "NotTaken", "PaneLimit", "SessionExists", "SessionNotFound"],
    ...["StartFailed", "SubstrateError", "TmuxNotFound", "TmuxSubstrate", "Unsupported"],
    ...["checkTmux", "createSubstrate", "tmuxVersion", "validateSessionName"],
  ]);
});

test("publint has nothing to say", async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg!))).toEqual([]);
});
