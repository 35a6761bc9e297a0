import { writeSync } from "node:fs";
import { freshBundle } from "../package/fresh-bundle.ts";
import { oldNode } from "../package/old-node.ts";

/**
 * Starts the daemon, from its bundle where that is current (scripts/bundle.mjs). The client that started it waits for a line
 * on the descriptor MULLION_READY_FD; see native/daemon-start.c. An old Node must be able to read this file.
 */
const fault = oldNode();
if (fault === undefined) {
  const bundle = freshBundle("daemon/bundle.js");
  // In this order: nothing of the daemon runs where its Node could be debugged.
  import("./refuse-inspector.ts").then(() => (bundle === undefined ? import("./serve.ts") : import(bundle)));
} else {
  const ready = Number(process.env.MULLION_READY_FD);
  writeSync(ready > 0 ? ready : 2, ready > 0 ? `error: ${fault}\n` : `mullion: ${fault}\n`);
  process.exit(1);
}
