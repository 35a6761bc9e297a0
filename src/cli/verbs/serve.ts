import { UsageError } from "../exit-status.ts";
import { mullionProgram } from "../package.ts";
import { defineColdVerb } from "../verb.ts";

/** Declaration only: the client itself becomes the daemon for this verb (native/client/daemon-start.c). */
export const serve = defineColdVerb({
  name: "serve",
  summary: "run the daemon in the foreground, for a service manager",
  notes: [
    "Nobody has to call it: every verb starts the daemon when there is none. It takes the place of a daemon that runs, whose panes stay; SIGTERM ends it, and its panes stay too. Whatever supervises it must end this process alone (systemd: KillMode=process), because holders of panes are its descendants.",
  ],
  examples: [["mullion service install", "writes the unit that calls it"]],
  run() {
    throw new UsageError(`serve takes no arguments: ${mullionProgram} serve`);
  },
});
