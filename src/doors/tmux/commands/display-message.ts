import type { FormatPlace } from "../../../core/format/context.ts";
import type { FormatReads } from "../../../core/format/format-reads.ts";
import { bestClient } from "../../../core/target/resolve-client.ts";
import type { Client } from "../../../core/tree/tree.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expand, withCommand } from "../formats/expand.ts";
import { expandFresh } from "../formats/fresh-panes.ts";
import { accepted, parseNumber, UINT_MAX } from "./shared/parse-number.ts";
import { typeStdin } from "./shared/type-stdin.ts";

const FLAGS = "ac:d:F:IlNpt:v";
type Run = CommandRun<typeof FLAGS, "pane?">;

const TEMPLATE =
  "[#{session_name}] #{window_index}:#{window_name}, current pane #{pane_index} - (%H:%M %d-%b-%y)";

export const displayMessage = defineCommand({
  name: "display-message",
  alias: "display",
  flags: FLAGS,
  max: 1,
  usage: "[-aINpv] [-c target-client] [-d delay] [-F format] [-t target-pane] [message]",
  target: "pane?",
  waits: (args) => args.has("I"),
  client: "c?",
  afterHook: true,
  laterFlags: "l",
  run(run) {
    const { args, target, door, call } = run;
    if (args.I) return target.pane && typeStdin(run, target.pane);
    if (args.F !== undefined && args.operands.length > 0) {
      throw new CommandError("only one of -F or argument must be given");
    }
    delayOf(args.d);
    const place = placeOf(run);
    if (args.a) {
      for (const [name, value] of door.allVariables(withCommand(run, place))) call.print(`${name}=${value}`);
      return undefined;
    }
    const template = args.operands[0] ?? args.F ?? TEMPLATE;
    const message = (reads?: FormatReads): Message => {
      const steps: string[] = [];
      const log = args.v ? { log: (line: string) => void steps.push(line) } : {};
      const text = args.l ? template : expand(run, template, { ...place, ...log, reads, time: true });
      return { text, steps };
    };
    return expandFresh(door, message, (fresh) => display(run, fresh));
  },
});

function delayOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : accepted("delay", parseNumber(text, { min: 0, max: UINT_MAX }));
}

function placeOf({ client, target, server }: Run): FormatPlace {
  const { session, link, pane } = target;
  const viewer = client?.session === session ? client : session && bestClient(server, session);
  return { client: viewer, session, link, pane };
}

interface Message {
  readonly text: string;
  /** Steps of the expansion: -v. */
  readonly steps: readonly string[];
}

/**
 * Without -p an attached client shows the message; without a client the message is discarded, which is no error. A
 * message from a configuration file or a hook is kept as its errors are.
 */
function display(run: Run, { text, steps }: Message): void {
  const { args, call, client, door } = run;
  for (const step of steps) call.print(step);
  if (!call.invocation) door.report(call, text, run.command);
  else if (args.p) call.print(text);
  else if (client) showTo(run, client, text);
}

/** A client without a terminal shows nothing, but the message is listed all the same. */
function showTo({ args, door }: Run, client: Client, text: string): void {
  const face = door.faces.of(client);
  if (face) face.layers.showMessage(text, { durationMs: delayOf(args.d), ignoreKeys: args.N });
  else door.messages.add(`${client.name} message: ${text}`);
}
