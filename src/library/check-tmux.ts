import { SubstrateError } from "./errors.ts";
import { execTmux, type TmuxOptions, tmuxProgram } from "./exec-tmux.ts";
import type { CallOptions } from "./substrate.ts";

/** Throws `TmuxNotFound` unless a tmux can be run. */
export async function checkTmux(
  options: Pick<TmuxOptions, "program" | "env"> & CallOptions = {},
): Promise<void> {
  await tmuxVersion(options);
}

/** Its version: "3.3a". */
export async function tmuxVersion(
  options: Pick<TmuxOptions, "program" | "env"> & CallOptions = {},
): Promise<string> {
  const { program, env, signal } = options;
  const tmux = tmuxProgram({ program, env });
  const said = (await execTmux({ ...tmux, flags: [] }, [["-V"]], signal)).trim();
  const version = /^tmux (\S+)$/.exec(said)?.[1];
  if (version === undefined)
    throw new SubstrateError(`${tmux.file} is no tmux: -V says ${JSON.stringify(said)}`);
  return version;
}
