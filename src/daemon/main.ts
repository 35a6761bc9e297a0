import { writeSync } from "node:fs";
import { freshBundle } from "../package/fresh-bundle.ts";
import { oldNode } from "../package/old-node.ts";

/**
 * Starts the daemon, from its bundle if that is current (scripts/bundle.mjs). The client that starts it waits for a
 * line on the descriptor MULLION_READY_FD; see native/client/daemon-start.c. This file must stay readable for old versions of
 * Node, which it rejects.
 */
const fault = oldNode();
if (fault === undefined) {
  const bundle = freshBundle("daemon/bundle.js");
  // The order matters: no code of the daemon runs in a Node that could be debugged.
  import("./refuse-inspector.ts").then(() => (bundle === undefined ? import("./serve.ts") : import(bundle)));
} else {
  const ready = Number(process.env.MULLION_READY_FD);
  writeSync(ready > 0 ? ready : 2, ready > 0 ? `error: ${fault}\n` : `mullion: ${fault}\n`);
  process.exit(1);
}
