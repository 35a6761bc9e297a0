import { MuxError } from "../core/errors.ts";
import { type Host, linkEnvironment, shellCommand } from "./host.ts";
import { openPipe } from "./link-pipe.ts";

export interface ScriptOptions {
  /** Of the caller: ssh finds its agent and its configuration with it. */
  readonly environment: ReadonlyMap<string, string>;
  readonly timeoutMs: number;
  /** Aborted: the script is cut off. */
  readonly signal: AbortSignal;
  /** Its standard input. */
  readonly input?: Buffer;
  /** Called while the input is sent, with the bytes sent so far. */
  onSent?(bytes: number): void;
}

/** What a script printed, line by line, after its mark. */
export type ScriptAnswer =
  | { readonly kind: "answered"; readonly lines: readonly string[] }
  | { readonly kind: "failed"; readonly reason: string };

/** Printed first by every script: a login may print something before it. */
const MARK = "mullion-script 1";
/** Printed last: without it the script did not come to its end. */
const END = "mullion-script end";
const MAX_OUTPUT_BYTES = 64 * 1024;
const CHUNK_BYTES = 64 * 1024;

/**
 * Runs a script of POSIX sh on a host, beside the link: it works where there is no Mullion, or one of another version. The
 * host is not trusted: what it prints is bounded, and its callers check every value.
 */
export async function runFarScript(
  host: Host,
  script: string,
  options: ScriptOptions,
): Promise<ScriptAnswer> {
  const command = shellCommand(host, `echo ${MARK}; (${script}); echo ${END}`);
  if (!command)
    throw new MuxError(
      "not-supported",
      `the command of host ${host.name} does not end with mullion connect, so Mullion cannot run a shell there`,
    );
  return await new Promise((resolve) => {
    let output = Buffer.alloc(0);
    let sent = 0;
    const settle = (answer: ScriptAnswer) => {
      clearTimeout(timer);
      options.signal.removeEventListener("abort", onAbort);
      pipe.kill();
      resolve(answer);
    };
    const fail = (reason: string) => settle({ kind: "failed", reason });
    const onAbort = () => fail("it was cut off");
    const timer = setTimeout(
      () => fail(`it took longer than ${options.timeoutMs / 1000} s`),
      options.timeoutMs,
    );
    const feed = () => {
      const input = options.input ?? Buffer.alloc(0);
      for (let accepts = true; accepts && sent < input.length; ) {
        const chunk = input.subarray(sent, sent + CHUNK_BYTES);
        accepts = pipe.write(chunk);
        sent += chunk.length;
      }
      options.onSent?.(sent);
      if (sent === input.length) pipe.end();
    };
    const pipe = openPipe(command, linkEnvironment(host, options.environment), {
      onData(bytes) {
        output = Buffer.concat([output, bytes]);
        if (output.length > MAX_OUTPUT_BYTES) fail("it prints without end");
      },
      onDrained: feed,
      onEnd(reason) {
        const lines = linesBetweenMarks(output.toString());
        if (lines) settle({ kind: "answered", lines });
        else fail(reason);
      },
    });
    options.signal.addEventListener("abort", onAbort, { once: true });
    if (options.signal.aborted) onAbort();
    else feed();
  });
}

function linesBetweenMarks(text: string): string[] | undefined {
  const lines = text.split(/\r?\n/);
  const [from, to] = [lines.indexOf(MARK), lines.lastIndexOf(END)];
  return from >= 0 && to > from ? lines.slice(from + 1, to) : undefined;
}
