import { accessSync, constants } from "node:fs";
import { basename } from "node:path";
import { MuxError } from "../../../src/core/errors.ts";
import type { OptionRules } from "../../../src/core/options/option-value.ts";
import { Options } from "../../../src/core/options/options.ts";
import { applyStartOptions } from "../../../src/core/options/start-options.ts";
import type { Answer } from "./real-tmux.ts";

const rules: OptionRules = {
  suitableShell(path) {
    try {
      accessSync(path, constants.X_OK);
      return path.startsWith("/") && basename(path) !== "tmux";
    } catch {
      return false;
    }
  },
};

/** All stores of a server with one session, one window and one pane, as a fresh server has them. */
export function ourOptions(environment: ReadonlyMap<string, string> = new Map()) {
  const server = new Options({ scope: "server", rules });
  const globalSession = new Options({ scope: "session", rules });
  const globalWindow = new Options({ scope: "window", rules });
  const session = new Options({ scope: "session", parent: globalSession });
  const window = new Options({ scope: "window", parent: globalWindow });
  const pane = new Options({ scope: "pane", parent: window });
  applyStartOptions({ server, session: globalSession, window: globalWindow, environment, shell: "/bin/sh" });
  return { server, globalSession, globalWindow, session, window, pane };
}

/** What a command would print: the lines, or the sentence of the error. */
export function answer(run: () => unknown): Answer {
  try {
    const printed = run();
    return { lines: Array.isArray(printed) ? asPrinted(printed) : [], failed: false };
  } catch (error) {
    if (error instanceof MuxError) return { lines: asPrinted([error.message]), failed: true };
    throw error;
  }
}

function asPrinted(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split("\n"));
}
