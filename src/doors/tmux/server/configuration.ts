import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { ParseError } from "../command-error.ts";
import type { FileCaller, ServerCreator } from "../context.ts";
import { CommandQueue } from "../queue/queue.ts";
import { newState } from "../queue/queue-state.ts";
import type { DoorServer } from "./door-server.ts";
import { errnoText } from "./server-identity.ts";

/** Who starts a server, and with which configuration. File names are relative to its directory. */
export interface ServerOpener extends ServerCreator {
  /** Files given with -f, which replace the usual ones; empty without it. */
  readonly configFiles: readonly string[];
  readonly caller?: FileCaller;
}

/**
 * A new server reads the files that tmux would read, then ours. An error in one of them stops nothing: the first
 * session shows it. Files given with -f replace all of them, and must exist.
 *
 * The commands run in a queue of the server itself. A program that they run may call `tmux`: every call is served
 * meanwhile, except the one that started the server, which waits for the end of the configuration.
 */
export function startConfiguration(door: DoorServer, opener: ServerOpener): void {
  const { configFiles, environment, cwd, caller } = opener;
  const files = configFiles.length > 0 ? configFiles : usualFiles(environment, door.context.home("") ?? "");
  if (files.length === 0) return;
  door.hosted.records.write("unreadConfiguration", "", { files, cwd });
  door.configure(cwd, () => loadConfiguration(door, { files, cwd, caller }));
}

/**
 * Reads the configuration again if the previous daemon died while reading it, because nothing records how far it got.
 */
export function resumeConfiguration(door: DoorServer): void {
  for (const [, { files, cwd }] of door.hosted.records.under("unreadConfiguration"))
    door.configure(cwd, () => loadConfiguration(door, { files, cwd }));
}

interface FilesToLoad {
  readonly files: readonly string[];
  readonly cwd: string;
  /** Undefined after a restart of the daemon. */
  readonly caller?: FileCaller | undefined;
}

async function loadConfiguration(door: DoorServer, { files, cwd, caller }: FilesToLoad): Promise<void> {
  door.configFiles = files;
  const queue = new CommandQueue(door, door.ownCall());
  for (const file of files) {
    const text = await readText(door, { path: resolve(cwd, file), file, caller });
    if (text === undefined) continue;
    try {
      const list = door.parseText(text, { file, oneGroup: false });
      queue.append(list, newState({ variables: new Map([["current_file", file]]) }));
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      door.addFault(error.message);
    }
  }
  await queue.drain();
  door.hosted.records.write("unreadConfiguration", "", undefined);
}

function usualFiles(environment: ReadonlyMap<string, string>, home: string): readonly string[] {
  const ownHome = environment.get("HOME") || home;
  const config = environment.get("XDG_CONFIG_HOME");
  const candidates = [
    "/etc/tmux.conf",
    `${ownHome}/.tmux.conf`,
    ...(config ? [`${config}/tmux/tmux.conf`] : []),
    `${ownHome}/.config/tmux/tmux.conf`,
    `${ownHome}/.config/mullion/tmux.conf`,
  ];
  return [...new Set(candidates.filter((file) => existsSync(file)).map((file) => realpathSync(file)))];
}

async function readText(
  door: DoorServer,
  { path, file, caller }: { path: string; file: string; caller: FileCaller | undefined },
): Promise<string | undefined> {
  try {
    return Buffer.from(await door.context.files.read(path, caller)).toString();
  } catch (error) {
    door.addFault(`${file}: ${errnoText((error as NodeJS.ErrnoException).code)}`);
    return undefined;
  }
}
