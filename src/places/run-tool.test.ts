import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MuxError } from "../core/errors.ts";
import { runTool } from "./run-tool.ts";

const environment = new Map([["PATH", process.env.PATH!]]);

test("a directory that is gone is named, and not the program that was to run in it", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "gone-"));
  expect(await runTool({ file: "pwd", argv: [], environment, cwd })).toBe(`${cwd}\n`);
  rmSync(cwd, { recursive: true });
  await expect(runTool({ file: "pwd", argv: [], environment, cwd })).rejects.toThrow(
    `cannot run pwd: there is no directory ${cwd}`,
  );
  await expect(runTool({ file: "no-such-tool", argv: [], environment })).rejects.toThrow(
    "cannot run no-such-tool: spawn no-such-tool ENOENT",
  );
});

test("an environment that is too large for the system is a sentence for the caller", async () => {
  const large = new Map([...environment, ["LARGE", "x".repeat(4 * 1024 * 1024)]]);
  const asked = runTool({ file: "pwd", argv: [], environment: large });
  await expect(asked).rejects.toThrow(MuxError);
  await expect(asked).rejects.toThrow("cannot run pwd: spawn E2BIG");
});
