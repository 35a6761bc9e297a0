import { defineHotVerb } from "../verb.ts";

/** The daemon's part of `down`. */
export const shutdown = defineHotVerb({
  name: "shutdown",
  summary: "end every pane and the daemon, without asking",
  operands: "",
  count: [0, 0],
  options: {},
  examples: [],
  hidden: true,
  run: ({ context }) => context.shutdown().then(() => undefined),
});
