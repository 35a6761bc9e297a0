import { spawn } from "node:child_process";
import { quoteWord } from "../../core/text/shell-words.ts";
import { EXIT_STATUS, UsageError } from "../exit-status.ts";
import { defineColdVerb, defineHotVerb } from "../verb.ts";

/** The program that serves the protocol on the other machine. */
const BRIDGE = "mullion-pane-backend";

/** What runs on a host: the far end of a link, on standard input and output. */
const farEnd = defineHotVerb({
  name: "connect",
  summary: "serve the link of another machine's daemon",
  run: ({ context, invocation }) => context.hosts.serve(invocation),
});

export const connect = defineColdVerb({
  name: "connect",
  summary: "speak to the daemon of another machine, over ssh",
  operands: "ssh://[USER@]HOST[:PORT] [SSH-OPTION...]",
  count: [1, 1000],
  stopsAtOperand: true,
  alone: farEnd,
  options: {
    program: { value: "PATH", summary: `of ${BRIDGE} there, where it is not on the PATH` },
  },
  notes: [
    "Standard input and output are the pane-backend protocol, as if the backend ran here: CLAUDE_PANE_BACKEND can name a script that calls this. Agents run there, and go on when the connection ends.",
    "Without an address it serves the link of another machine, for which this one is a host: mullion host runs it there.",
    "Instead, a socket can be forwarded: ssh -N -L /tmp/there.sock:/run/user/1000/mullion/daemon.sock HOST, and CLAUDE_PANE_BACKEND_SOCKET=/tmp/there.sock.",
  ],
  examples: [
    ["mullion connect ssh://build.example", "the daemon there is started where it does not run"],
    ["mullion connect ssh://me@build.example:2222 -i key", "what follows the address is for ssh"],
  ],
  async run({ options, operands, environment, printError }) {
    const [address = "", ...sshOptions] = operands;
    if (!/^ssh:\/\/[^-/][^/]*\/?$/.test(address))
      throw new UsageError(`${address} is not an address of the form ssh://[USER@]HOST[:PORT]`);
    const argv = ["-T", ...sshOptions, "--", address, quoteWord(options.program ?? BRIDGE)];
    return await runSsh(argv, environment, printError);
  },
});

function runSsh(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  complain: (text: string) => void,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn("ssh", argv, { stdio: "inherit", env });
    child.on("error", (error) => {
      complain(`cannot run ssh: ${error.message}`);
      resolve(EXIT_STATUS.failed);
    });
    child.on("close", (status) => resolve(status ?? EXIT_STATUS.failed));
  });
}
