import { join } from "node:path";
import { legible } from "../core/text/legible.ts";
import type { Invocation } from "../wire/invocation.ts";
import type { CliContext } from "./context.ts";
import { EXIT_STATUS, exitStatusOf } from "./exit-status.ts";
import { findVerb } from "./find-verb.ts";
import { verbHelp } from "./help-text.ts";
import { callOnHost } from "./hosts/find-host.ts";
import { parseCommandLine } from "./parse-command-line.ts";
import { cliTerminal } from "./terminal.ts";
import type { HotVerb, Verb } from "./verb.ts";
import { verbs } from "./verb-table.ts";

/**
 * The door of `mullion`: one call in, one exit out. Verbs that need no daemon are returned to the client, which becomes
 * that process. A bug is thrown to the daemon, which logs it.
 */
export async function runVerb(invocation: Invocation, context: CliContext): Promise<void> {
  let verb: Verb | undefined;
  try {
    const [name = "", ...rest] = withVerb(invocation.argv);
    verb = findVerb(verbs, name);
    const hot = verb.kind === "hot" ? verb : rest.length === 0 ? verb.alone : undefined;
    if (hot) invocation.exit(await runHot(hot, rest, invocation, context));
    else
      invocation.exec([process.execPath, join(context.paths.root, "dist/cli/main.js"), ...invocation.argv]);
  } catch (error) {
    const status = exitStatusOf(error);
    if (status === undefined) throw error;
    invocation.stderr(`mullion: ${legible((error as Error).message)}\n`);
    invocation.exit(verb?.neverFails ? EXIT_STATUS.done : status);
  }
}

/** Adds the default verb `open` to a command line without a verb, whether or not it has options. */
function withVerb(argv: readonly string[]): readonly string[] {
  return argv[0] === undefined || argv[0].startsWith("-") ? ["open", ...argv] : argv;
}

async function runHot(
  verb: HotVerb,
  argv: readonly string[],
  invocation: Invocation,
  context: CliContext,
): Promise<number> {
  const { help, options, operands } = parseCommandLine(verb, argv);
  if (help) {
    invocation.stdout(verbHelp(verb));
    return EXIT_STATUS.done;
  }
  const { tty, environment } = invocation;
  const terminal = cliTerminal({
    stdout: tty.stdout,
    stderr: tty.stderr,
    variable: (name) => environment.get(name),
    showProgress: (line) => invocation.progressLine(line),
  });
  const print = (text: string) => invocation.stdout(`${terminal.legible(text)}\n`);
  const gone = new AbortController();
  invocation.onGone(() => gone.abort());
  const parts = { operands, print, terminal, invocation, context, gone: gone.signal };
  const call = { ...parts, options: options as Record<string, never> };
  if (verb.host?.finds && options["all-hosts"]) {
    const words = await callOnHost(call, verb);
    if (words) invocation.exec([context.paths.mullion, ...words]);
    if (words) return EXIT_STATUS.done;
  }
  return (await verb.run(call)) ?? EXIT_STATUS.done;
}
