import { defineCommand } from "../define-command.ts";
import { printRow } from "../formats/expand.ts";

const TEMPLATE = '#{buffer_name}: #{buffer_size} bytes: "#{buffer_sample}"';

export const listBuffers = defineCommand({
  name: "list-buffers",
  alias: "lsb",
  flags: "F:f:",
  max: 0,
  usage: "[-F format] [-f filter]",
  afterHook: true,
  run(run) {
    const { args, server } = run;
    const how = { template: args.F ?? TEMPLATE, filter: args.f };
    for (const buffer of server.buffers.list()) printRow(run, { buffer }, how);
  },
});
