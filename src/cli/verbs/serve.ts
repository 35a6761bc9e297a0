import { UsageError } from "../exit-status.ts";
import { mullionProgram } from "../package.ts";
import { defineColdVerb } from "../verb.ts";

/** Declaration only: the client itself becomes the daemon for this verb (native/client/daemon-start.c). */
export const serve = defineColdVerb({
  name: "serve",
  summary: "run the daemon in the foreground, for a service manager",
  notes: [
    "Calling it is optional: every verb starts the daemon if none runs. It replaces a running daemon, whose panes stay; SIGTERM ends it, and its panes stay too. A supervisor must end this process alone (systemd: KillMode=process), because holders of panes are its descendants.",
  ],
  examples: [["mullion service install", "writes the unit that calls it"]],
  run() {
    throw new UsageError(`serve takes no arguments: ${mullionProgram} serve`);
  },
});
