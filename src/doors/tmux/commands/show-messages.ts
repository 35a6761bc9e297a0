import { defineCommand } from "../define-command.ts";
import { expand } from "../expand.ts";

const TEMPLATE = "#{t/p:message_time}: #{message_text}";

export const showMessages = defineCommand({
  name: "show-messages",
  alias: "showmsgs",
  flags: "JTt:",
  max: 0,
  usage: "[-JT] [-t target-client]",
  client: "t",
  afterHook: true,
  differingFlags: { J: "no job has a descriptor to tell of", T: "terminals are not listed" },
  run(run) {
    const { args, call, door } = run;
    if (args.J) {
      for (const [number, { job, command }] of door.jobs.list().entries())
        call.print(`Job ${number}: ${command} [fd=-1, pid=${job.pid}, status=0]`);
    }
    if (args.J || args.T) return;
    for (const { number, time, text } of door.messages.list().toReversed()) {
      const variables = new Map([
        ["message_text", text],
        ["message_number", String(number)],
        ["message_time", String(Math.floor(time / 1000))],
      ]);
      call.print(expand(run, TEMPLATE, { variables }));
    }
  },
});
