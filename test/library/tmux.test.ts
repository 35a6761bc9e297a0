import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe } from "vitest";
import { createSubstrate } from "../../src/library/index.ts";
import { prepareInstance, root } from "../fixtures/daemon.ts";
import { need } from "../setup/need.ts";
import { type Backend, describeSubstrate } from "./suite.ts";

async function realTmux(): Promise<Backend> {
  const directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "t"));
  const server = { socketPath: join(directory, "s"), configFile: "/dev/null" };
  const { TMUX: _tmux, ...env } = process.env;
  const tmux = async (...words: string[]) =>
    (await promisify(execFile)("tmux", ["-S", server.socketPath, ...words], { env })).stdout;
  return {
    open: () =>
      createSubstrate({ backend: "tmux", ...server, env: { ...env, SHELL: "/bin/sh", HOME: directory } }),
    tmux,
    async stop() {
      await tmux("kill-server").catch(() => {});
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Ours, where tools expect the real one. */
async function ownTmux(): Promise<Backend> {
  const daemon = prepareInstance();
  const program = join(root, "bin/tmux");
  return {
    open: () => createSubstrate({ backend: "tmux", program, socketName: "lib", env: daemon.env }),
    tmux: async (...words) => (await daemon.tmux("-L", "lib", ...words)).stdout,
    stop: () => daemon.stop(),
  };
}

describe.runIf(need("tmux"))("the real one", () => describeSubstrate("TmuxSubstrate", realTmux));
describeSubstrate("TmuxSubstrate on our tmux", ownTmux);
