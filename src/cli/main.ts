import { freshBundle } from "../package/fresh-bundle.ts";
import { oldNode } from "../package/old-node.ts";

/**
 * Runs a cold verb, from the bundle if that is current. This file must stay readable for old versions of Node, which it
 * rejects.
 */
const fault = oldNode();
if (fault === undefined) {
  const bundle = freshBundle("bundle/cli.js");
  if (bundle === undefined) import("./command.ts");
  else import(bundle);
} else {
  process.stderr.write(`mullion: ${fault}\n`);
  process.exitCode = 1;
}
