import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { runProgram } from "../fixtures/run-program.ts";

const built = pathToFileURL(join(root, "dist/cli/settled.js"));

/** As main.ts and command.ts do: the module of the call is imported, and nobody waits for it. */
function call(promise: string) {
  const module = `import { settled } from ${JSON.stringify(built)};
    try { process.exitCode = await settled(${promise}); }
    catch ({ name, message }) { console.error(name + ": " + message); process.exitCode = 1; }`;
  const url = JSON.stringify(`data:text/javascript,${encodeURIComponent(module)}`);
  return runProgram(process.execPath, ["-e", `import(${url})`], { env: process.env, cwd: "/" });
}

test("a call that can never settle fails with a sentence", async () => {
  expect(await call("new Promise(() => {})")).toEqual({
    stdout: "",
    stderr: "Error: the call has ended without a result\n",
    status: 1,
  });
});

test("a call that settles has its own status", async () => {
  const later = "new Promise((resolve) => setTimeout(resolve, 10, 3))";
  expect(await call(later)).toEqual({ stdout: "", stderr: "", status: 3 });
});
