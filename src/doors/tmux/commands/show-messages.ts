import { type CommandRun, defineCommand } from "../define-command.ts";
import { expand } from "../formats/expand.ts";

const FLAGS = "JTt:";
const TEMPLATE = "#{t/p:message_time}: #{message_text}";

/** tmux's terminal flag for VT100-like terminals, which all supported terminals are; features add further flags. */
const VT100_LIKE = 0x20;
const FEATURE_FLAGS: Readonly<Record<string, number>> = {
  "256": 0x01,
  RGB: 0x11,
  margins: 0x04,
  rectfill: 0x08,
};

export const showMessages = defineCommand({
  name: "show-messages",
  alias: "showmsgs",
  flags: FLAGS,
  usage: "[-JT] [-t target-client]",
  client: "t",
  afterHook: true,
  differingFlags: {
    J: "shows `fd=-1`, because the daemon has no descriptor of a job",
    T: "lists the terminals without their capabilities, because Mullion reads no terminfo",
  },
  run(run) {
    const { args, call } = run;
    const terminals = args.T ? describeTerminals(run) : [];
    const jobs = args.J ? describeJobs(run) : [];
    for (const line of terminals) call.print(line);
    if (terminals.length > 0 && jobs.length > 0) call.print("");
    for (const line of jobs) call.print(line);
    if (args.J || args.T) return;
    for (const { number, time, text } of run.door.messages.list().toReversed()) {
      const variables = new Map([
        ["message_text", text],
        ["message_number", String(number)],
        ["message_time", String(Math.floor(time / 1000))],
      ]);
      call.print(expand(run, TEMPLATE, { variables }));
    }
  },
});

/** Terminals of one client or of all, newest first. */
function describeTerminals(run: CommandRun<typeof FLAGS>): string[] {
  const { args, client, server } = run;
  const shown = server.clients.filter((each) => !each.control && (args.t === undefined || each === client));
  return shown.toReversed().map((each, number) => {
    const features = expand(run, "#{client_termfeatures}", { client: each }).split(",");
    const flags = features.reduce((all, name) => all | (FEATURE_FLAGS[name] ?? 0), VT100_LIKE);
    return `Terminal ${number}: ${each.termName} for ${each.name}, flags=0x${flags.toString(16)}:`;
  });
}

function describeJobs({ door }: CommandRun<typeof FLAGS>): string[] {
  return door.jobs
    .list()
    .map(([job, command], number) => `Job ${number}: ${command} [fd=-1, pid=${job.pid}, status=0]`);
}
