import { deferred } from "../../core/deferred.ts";
import { MuxError } from "../../core/errors.ts";
import type { CommandCaller, TmuxOutcome } from "../../doors/http/host.ts";
import type { TmuxDoor } from "../../doors/tmux/tmux-door.ts";
import { ownUserId } from "../../processes/platform.ts";
import type { ClientTerminal, Invocation } from "../../wire/invocation.ts";
import { daemonEnvironment } from "../system/daemon-environment.ts";
import { randomId } from "../system/random-id.ts";
import { homeOf } from "../system/users.ts";
import { CollectedOutput } from "./collected-output.ts";

/** Of each stream. A command that prints more fails, unless its caller wants the newest lines only. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** Runs one tmux command line on the server of a socket, as a call of `tmux` without a terminal would. */
export async function runTmuxCommand(
  tmux: Pick<TmuxDoor, "run">,
  socket: string,
  command: readonly string[],
  caller: CommandCaller,
): Promise<TmuxOutcome> {
  const argv = ["-u", "-N", "-S", socket, "--", ...selecting(caller.pane), ...command];
  const call = new CommandCall(argv, caller);
  void tmux.run(call);
  return await call.outcome.promise;
}

/** A call without a connection: its output is collected. */
class CommandCall implements Invocation {
  readonly requestId = randomId();
  readonly retry = false;
  readonly cursor = undefined;
  readonly program = "tmux";
  readonly argv: readonly string[];
  readonly cwd = homeOf("") ?? "/";
  readonly environment: ReadonlyMap<string, string>;
  readonly pid = process.pid;
  readonly uid = ownUserId();
  readonly confinedTo = undefined;
  readonly tty = {
    stdin: false,
    stdout: false,
    stderr: false,
    name: "",
    size: { cols: 80, rows: 24 },
    erase: 0,
  };
  readonly flow = { unsentBytes: 0, congested: false, onDrained() {} };
  readonly outcome = deferred<TmuxOutcome>();
  readonly #caller: CommandCaller;
  readonly #stdout: CollectedOutput;
  readonly #stderr = new CollectedOutput(MAX_OUTPUT_BYTES, false);

  constructor(argv: readonly string[], caller: CommandCaller) {
    this.argv = argv;
    this.environment = environmentIn(caller.pane);
    this.#caller = caller;
    this.#stdout = new CollectedOutput(MAX_OUTPUT_BYTES, caller.newest);
    this.onGone(() => this.exit(1));
  }

  readonly stdin = {
    read: () => Promise.resolve(new Uint8Array()),
    relay(reader: { onEnd(): void }) {
      reader.onEnd();
      return () => {};
    },
  };

  stdout(data: string | Uint8Array): void {
    this.#collect(this.#stdout, data);
  }

  stderr(data: string | Uint8Array): void {
    this.#collect(this.#stderr, data);
  }

  progressLine(): void {}

  onSignal(): void {}

  onGone(listener: () => void): void {
    this.#caller.gone.addEventListener("abort", listener, { once: true });
  }

  openTerminal(): ClientTerminal {
    throw new MuxError("not-supported", "open terminal failed: not a terminal");
  }

  setControl(): void {}

  exec(): void {
    this.stderr("there is no terminal to run it in\n");
    this.exit(1);
  }

  exit(status: number): void {
    const [stdout, stderr] = [this.#stdout.text, this.#stderr.text];
    this.outcome.resolve({ exit_code: status, stdout, stderr, ...(this.#stdout.isCut && { cut: true }) });
  }

  #collect(output: CollectedOutput, data: string | Uint8Array): void {
    if (!output.push(data))
      this.outcome.reject(
        new MuxError("too-large", `the command prints more than ${MAX_OUTPUT_BYTES} bytes: run it in a pane`),
      );
  }
}

/** tmux runs a pane's command in the current window of its session: keys of a person come from there, too. */
function selecting(pane: string | undefined): string[] {
  if (pane === undefined) return [];
  return ["select-window", "-t", pane, ";", "select-pane", "-Z", "-t", pane, ";"];
}

/** The daemon may have been started in a pane, which is not where its commands come from. */
function environmentIn(pane: string | undefined): ReadonlyMap<string, string> {
  const environment = daemonEnvironment();
  environment.delete("TMUX");
  environment.delete("TMUX_PANE");
  if (pane !== undefined) environment.set("TMUX_PANE", pane);
  return environment;
}
