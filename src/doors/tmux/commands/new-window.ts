import type { PlaceOptions } from "../../../core/mux.ts";
import type { Winlink } from "../../../core/tree/tree.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expand, printPlace } from "../formats/expand.ts";
import { insertHook } from "../queue/prepare-run.ts";
import { callerDirectory, startedNew, startOptions } from "./shared/start-options.ts";
import { placeOptions } from "./shared/window-place.ts";

const FLAGS = "abc:de:F:kn:PSt:";
type Run = CommandRun<typeof FLAGS, "place">;

export const newWindow = defineCommand({
  name: "new-window",
  alias: "neww",
  flags: FLAGS,
  max: Number.POSITIVE_INFINITY,
  usage:
    "[-abdkPS] [-c start-directory] [-e environment] [-F format] [-n window-name] [-t target-window] [shell-command]",
  target: "place",
  async run(run) {
    const { args, target, mux, state } = run;
    const { session } = target;
    const name = args.n;
    const existing =
      args.S && name !== undefined && target.index === undefined ? namedLink(run, name) : undefined;
    if (existing) {
      if (!args.d) select(run, existing);
      return;
    }
    const start = startOptions(run, { session });
    const link = mux.createWindow(session, {
      ...start,
      cwd: start.cwd ?? callerDirectory(run, session),
      ...windowPlace(run),
      ...(name !== undefined && { name: () => expand(run, name, { session }) }),
      ...(run.client && { client: run.client }),
      detached: args.d,
      replace: args.k,
    });
    const place = { session, link, window: link.window, pane: link.window.active };
    if (!args.d || session.current === link) state.current = place;
    await startedNew(run, place.pane, "create window failed");
    printPlace(run, place);
    insertHook(run.queue, "after-new-window", { place, command: run.command });
  },
});

/** -a and -b need a window to insert beside; without one only the index counts. */
function windowPlace({ args, target }: Run): PlaceOptions {
  const beside = target.link !== undefined;
  return placeOptions(target, { after: args.a && beside, before: args.b && beside });
}

function select({ mux, caller: { client } }: Run, link: Winlink): void {
  mux.selectWindow(link);
  if (client?.session) mux.useWindow(client, link.window);
}

/** -S: the only window with this name. */
function namedLink({ target }: Run, name: string): Winlink | undefined {
  const links = target.session.links.filter(({ window }) => window.name === name);
  if (links.length > 1) throw new CommandError(`multiple windows named ${name}`);
  return links[0];
}
