import { execFile } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import plugin, * as module from "../../src/ao-runtime/index.ts";
import { root } from "../fixtures/daemon.ts";
import { type PluginModule, pluginOf, type Runtime } from "./agent-orchestrator.ts";

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

describe("the plugin", () => {
  test("is what the orchestrator takes for one, by its types and by itself", () => {
    const typed: PluginModule<Runtime> = plugin;
    // @ts-expect-error A runtime is nothing that approves.
    const wrong: PluginModule<{ approve(): void }> = plugin;
    expect(pluginOf(module)).toBe(module);
    expect(pluginOf({ default: plugin })).toBe(typed);
    expect(wrong).toBe(typed);
    const runtime: Required<Runtime> = typed.create() as Required<Runtime>;
    expect(Object.keys(runtime).toSorted()).toEqual([
      "create",
      "destroy",
      "getAttachInfo",
      "getMetrics",
      "getOutput",
      "isAlive",
      "name",
      "sendMessage",
    ]);
  });

  test("says who it is, and that it can run here", () => {
    expect(plugin.manifest).toEqual({
      name: "mullion",
      slot: "runtime",
      description: expect.stringMatching(/^Runtime plugin: /),
      version,
      displayName: "Mullion",
    });
    expect(plugin.create().name).toBe("mullion");
    expect(plugin.detect()).toBe(true);
  });
});

describe("as others have it", () => {
  const project = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "p"));
  mkdirSync(join(project, "node_modules"));
  symlinkSync(root, join(project, "node_modules/mullion"));
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
  afterAll(() => rmSync(project, { recursive: true }));

  test.each([
    [undefined, "mullion"],
    ["mullion", "mullion"],
    ["tmux", "tmux"],
    ["docker", "mullion"],
  ])("MULLION_AO_NAME=%s makes it %s", async (MULLION_AO_NAME, name) => {
    const script = `
      const { default: plugin } = await import("mullion/ao-runtime");
      console.log(JSON.stringify([plugin.manifest.name, plugin.create().name, plugin.detect()]));`;
    const env = { ...process.env, MULLION_AO_NAME };
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], {
      cwd: project,
      env,
    });
    expect(JSON.parse(stdout)).toEqual([name, name, true]);
  });

  test("its published types are the orchestrator's, too", async () => {
    copyFileSync(join(root, "test/ao-runtime/agent-orchestrator.ts"), join(project, "agent-orchestrator.ts"));
    writeFileSync(
      join(project, "user.ts"),
      `import plugin from "mullion/ao-runtime";
       import type { PluginModule, Runtime } from "./agent-orchestrator.js";
       export const typed: PluginModule<Runtime> = plugin;
       // @ts-expect-error
       export const wrong: PluginModule<{ approve(): void }> = plugin;`,
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--types", ""];
    await run(process.execPath, [tsc, ...options, "user.ts"], { cwd: project });
  }, 60_000);
});
