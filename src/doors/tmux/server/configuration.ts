import { existsSync, readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { ParseError } from "../command-error.ts";
import { CommandQueue } from "../queue/queue.ts";
import { newState } from "../queue/queue-state.ts";
import type { DoorServer } from "./door-server.ts";
import { errnoText } from "./server-identity.ts";

interface Surroundings {
  /** Files given with -f; empty without it. */
  readonly configFiles: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  /** Directory that relative file names refer to. */
  readonly cwd: string;
}

/**
 * A new server reads the files that tmux would read, then ours. An error in one of them stops nothing: the first
 * session shows it. Files given with -f replace all of them, and must exist.
 *
 * The commands run in a queue of the server itself. A program that they run may call `tmux`: every call is served
 * meanwhile, except the one that started the server, which waits for the end of the configuration.
 */
export function startConfiguration(door: DoorServer, { configFiles, environment, cwd }: Surroundings): void {
  const files = configFiles.length > 0 ? configFiles : usualFiles(environment, door.context.home("") ?? "");
  if (files.length === 0) return;
  door.hosted.records.write("unreadConfiguration", "", { files, cwd });
  door.configure(cwd, () => loadConfiguration(door, files, cwd));
}

/**
 * Reads the configuration again if the previous daemon died while reading it, because nothing records how far it got.
 */
export function resumeConfiguration(door: DoorServer): void {
  for (const [, { files, cwd }] of door.hosted.records.under("unreadConfiguration"))
    door.configure(cwd, () => loadConfiguration(door, files, cwd));
}

async function loadConfiguration(door: DoorServer, files: readonly string[], cwd: string): Promise<void> {
  door.configFiles = files;
  const queue = new CommandQueue(door, door.ownCall());
  for (const file of files) {
    const text = readText(door, file, cwd);
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

function readText(door: DoorServer, file: string, cwd: string): string | undefined {
  try {
    return readFileSync(resolve(cwd, file), "utf8");
  } catch (error) {
    door.addFault(`${file}: ${errnoText((error as NodeJS.ErrnoException).code)}`);
    return undefined;
  }
}
