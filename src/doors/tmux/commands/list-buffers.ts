import { defineCommand } from "../define-command.ts";
import { printRows } from "../formats/expand.ts";

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
    const rows = server.buffers.list().map((buffer) => ({ buffer }));
    return printRows(run, () => rows, { template: args.F ?? TEMPLATE, filter: args.f });
  },
});
