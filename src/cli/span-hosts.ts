import type { HostAnswer } from "../hosts/ask-host.ts";
import { describeHost, type Host } from "../hosts/host.ts";
import type { HotCall } from "./verb.ts";

/** How long a verb that spans hosts waits for each of them, all at the same time. */
const HOST_MS = 5_000;
const MAX_ERROR_CHARS = 500;

/** What one host said to a verb that spans hosts. */
export interface SpannedHost {
  readonly name: string;
  readonly address: string;
  /** Why there is no answer; absent if there is one. */
  readonly error?: string;
  readonly output: string;
}

/** Asks every host the same at once. A host that does not answer costs its deadline, however many there are. */
export async function spanHosts(call: HotCall, argv: readonly string[]): Promise<readonly SpannedHost[]> {
  const { context, invocation } = call;
  const { environment } = invocation;
  return await Promise.all(
    context.hosts.file.all().map(async (host) => {
      const answer = await context.hosts.ask(host.name, { argv, environment, timeoutMs: HOST_MS });
      return spanned(host, answer);
    }),
  );
}

/** The lines of each host below its name. What a host printed is foreign text: `print` makes it legible. */
export function drawHosts(hosts: readonly SpannedHost[], { terminal: { paint } }: HotCall): string[] {
  return hosts.flatMap(({ name, address, error, output }) => {
    const lines = output.split("\n").filter((line) => line !== "");
    const trouble = error === undefined ? [] : [`  ${paint.red(error)}`];
    return [
      `${paint.bold(`${name}/`)}  ${paint.dim(address)}`,
      ...trouble,
      ...lines.map((line) => `  ${line}`),
    ];
  });
}

/**
 * The JSON that each host printed, with the host's name as we know it. An answer of another form counts as an error.
 * `read` throws if it cannot use the value.
 */
export function hostData<T>(
  hosts: readonly SpannedHost[],
  read: (value: unknown, host: string) => T,
): readonly ({ readonly name: string } & ({ readonly data: T } | { readonly error: string }))[] {
  return hosts.map(({ name, error, output }) => {
    if (error !== undefined) return { name, error };
    try {
      return { name, data: read(JSON.parse(output), name) };
    } catch {
      return { name, error: `host ${name} gave an answer of another form: is its Mullion another version?` };
    }
  });
}

function spanned(host: Host, answer: HostAnswer): SpannedHost {
  const about = { name: host.name, address: describeHost(host) };
  if (answer.kind === "failed") return { ...about, error: answer.sentence, output: "" };
  const { status, stdout, stderr } = answer;
  const error = status === 0 || stderr === "" ? {} : { error: stderr.trim().slice(0, MAX_ERROR_CHARS) };
  return { ...about, ...error, output: stdout };
}
