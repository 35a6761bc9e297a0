import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { knownAgents } from "../../../core/agent/known/known-agents.ts";
import { idNumber } from "../../../core/ids.ts";
import type { Pane } from "../../../core/tree/tree.ts";
import { launchedAs } from "../../../panes/launched.ts";
import type { PageLaunch } from "../../../protocol/page.ts";
import type { HttpHost } from "../host.ts";
import { allTerminals } from "../terminals/terminals.ts";

/** Commands and directories that are offered. */
const MAX_OFFERED = 20;

/** What a person may start: known agents that are installed, and what runs in panes now or ran before. */
export async function offerLaunch(host: HttpHost): Promise<PageLaunch> {
  const panes = allTerminals(host)
    .map(({ pane }) => pane)
    .sort(newestFirst);
  const ended = host.endedStarts();
  const running = panes.map(({ start }) => launchedAs(start));
  const started = [...running, ...ended].map(({ command }) => command).filter(({ length }) => length > 0);
  const now = panes.map(({ process, start }) => process?.foreground()?.cwd || start.cwd);
  const directories = [...now, ...ended.map(({ cwd }) => cwd)];
  return {
    agents: await installedAgents(host),
    commands: [...new Map(started.map((command) => [JSON.stringify(command), command])).values()].slice(
      0,
      MAX_OFFERED,
    ),
    directories: [...new Set(directories)].filter(isAbsolute).slice(0, MAX_OFFERED),
    home: host.home,
  };
}

function newestFirst(a: Pane, b: Pane): number {
  return b.window.created - a.window.created || idNumber(b.id) - idNumber(a.id);
}

async function installedAgents(host: HttpHost): Promise<PageLaunch["agents"]> {
  const directories = searchPath(host);
  const found = await Promise.all(
    knownAgents().map(async ({ name, programs }) => {
      for (const program of programs)
        if (await isInstalled(program, directories)) return { name, command: [program] };
      return undefined;
    }),
  );
  return found.filter((agent) => agent !== undefined);
}

/** New panes have the PATH of their server, which is that of the terminal from which it was started. */
function searchPath(host: HttpHost): string[] {
  const paths = host.servers().map(({ mux }) => mux.server.environment.get("PATH")?.value ?? "");
  return [...new Set([...paths, process.env.PATH ?? ""].flatMap((path) => path.split(":")))].filter(
    isAbsolute,
  );
}

async function isInstalled(program: string, directories: readonly string[]): Promise<boolean> {
  const found = directories.map((directory) =>
    access(join(directory, program), constants.X_OK).then(
      () => true,
      () => false,
    ),
  );
  return (await Promise.all(found)).includes(true);
}
