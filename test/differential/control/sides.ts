import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareInstance, root } from "../../fixtures/daemon.ts";
import { programPath } from "../../setup/need.ts";
import { plainEnvironment } from "../environment.ts";

/** One of the two programs that are compared, with a directory, sockets and a configuration of its own. */
export interface Side {
  readonly program: string;
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly configuration: string;
  stop(): Promise<void>;
}

/** Names that follow the running program come when they come: with them no two runs are the same. */
const CONFIGURATION = "set -g automatic-rename off\nset -g default-shell /bin/sh\n";

function prepare(dir: string): Pick<Side, "dir" | "env" | "configuration"> {
  mkdirSync(join(dir, "t"), { recursive: true });
  const configuration = join(dir, "tmux.conf");
  writeFileSync(configuration, CONFIGURATION);
  return { dir, env: plainEnvironment(dir), configuration };
}

export function realSide(): Side {
  const dir = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "r"));
  return {
    ...prepare(dir),
    program: programPath("tmux"),
    stop: async () => rmSync(dir, { recursive: true, force: true }),
  };
}

export function ourSide(): Side {
  const daemon = prepareInstance();
  return { ...prepare(daemon.dir), program: join(root, "bin/tmux"), stop: () => daemon.stop() };
}
