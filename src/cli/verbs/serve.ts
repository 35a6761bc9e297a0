import { UsageError } from "../exit-status.ts";
import { mullionProgram } from "../package.ts";
import { defineColdVerb } from "../verb.ts";

/** Declaration only: the client itself becomes the daemon for this verb (native/client/daemon-start.c). */
export const serve = defineColdVerb({
  name: "serve",
  summary: "run the daemon in the foreground, for a service manager",
  options: {
    "end-panes": {
      summary:
        "SIGTERM ends the panes too, cleanly: for a container, a pod or a batch job, which ends with this process",
    },
  },
  notes: [
    "Calling it is optional: every verb starts the daemon if none runs. It replaces a running daemon, whose panes stay; SIGTERM ends it, and its panes stay too. A supervisor must end this process alone (systemd: KillMode=process), because holders of panes are its descendants.",
    "With --end-panes, every program gets SIGHUP, and SIGKILL after 5 seconds. Records and journals stay: if the state directory is on a volume, the next daemon shows the panes as after a reboot, and mullion restore starts their programs.",
  ],
  examples: [["mullion service install", "writes the unit that calls it"]],
  run() {
    throw new UsageError(`serve takes --end-panes or nothing: ${mullionProgram} serve`);
  },
});
