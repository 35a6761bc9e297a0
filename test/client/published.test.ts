import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

const project = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "p"));
mkdirSync(join(project, "node_modules"));
symlinkSync(root, join(project, "node_modules/mullion"));
writeFileSync(join(project, "package.json"), '{"type":"module"}');
afterAll(() => rmSync(project, { recursive: true }));

const run = promisify(execFile);
/** tsc reports errors on stdout and by its status. */
async function typecheck(source: string): Promise<string> {
  writeFileSync(join(project, "user.ts"), source);
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--types", ""];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [tsc, ...options, "user.ts"], { cwd: project }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

test("what others import is there", async () => {
  const script = `
    const client = await import("mullion/client");
    const conformance = await import("mullion/conformance");
    console.log(JSON.stringify([Object.keys(client).sort(), Object.keys(conformance).sort()]));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: project });
  expect(JSON.parse(stdout)).toEqual([
    ["BackendError", "connect"],
    ["commandTransport", "requirements", "runSuite", "socketTransport"],
  ]);
});

test("its types are the schema's, for others too", async () => {
  const right = `
    import { connect, type AnyEvent } from "mullion/client";
    const client = await connect();
    const { context_id } = await client.call("spawn_agent", { command: ["cat"], cwd: "/" });
    const id: string = context_id;
    for await (const event of client.events()) {
      const each: AnyEvent = event;
      if (each.method === "context_exited") { const code: number = each.params.exit_code; }
    }
    client.close();
    export { id };`;
  expect(await typecheck(right)).toBe("");
  expect(await typecheck(right.replace("context_id }", "nothing }"))).toContain("'nothing' does not exist");
  expect(await typecheck(right.replace('["cat"]', '"cat"'))).toContain("not assignable to type 'string[]'");
}, 60_000);
