import { storedKey } from "./credentials.ts";
import { addressAt, splitPlace } from "./host-address.ts";

/** The page and its daemon are of one build, so the page knows every level that the daemon serves. */
const NEWEST_LEVEL = "1000";

/** With these codes the daemon closes a socket and gives the reason: it does not serve the socket any more, a message was too long, or it is too busy. */
export const POLICY = 1008;
export const TOO_LONG = 1009;
export const TRY_LATER = 1013;

/** The path of a WebSocket may be relative in newer browsers only. */
export function openSocket(path: string): WebSocket {
  const origin = location.origin.replace(/^http/, "ws");
  const socket = new WebSocket(`${origin}${path}`, ["mullion.page", `mullion.key.${storedKey() ?? ""}`]);
  socket.binaryType = "arraybuffer";
  return socket;
}

/** As fetch, with the page's half of the credential. */
export function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("mullion-page", storedKey() ?? "");
  headers.set("mullion-level", NEWEST_LEVEL);
  return fetch(path, { ...init, headers, cache: "no-store", credentials: "same-origin" });
}

/** GET or, with a body, POST. The answer is JSON; throws an Error with the daemon's sentence, for the person who asked. */
export async function ask<T>(path: string, body?: unknown, method?: "DELETE"): Promise<T> {
  const headers = { "content-type": "application/json" };
  const post = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await request(path, method ? { method } : post).catch(() => {
    throw new Error("The daemon does not answer: nothing was done.");
  });
  const result = await answer.json().catch(() => ({}));
  if (answer.ok) return result as T;
  const { message = `The daemon answered ${answer.status}.` } = result.json ?? result;
  throw new Error(message);
}

/** One method of the protocol. */
export function call<T>(method: string, params: object): Promise<T> {
  return ask(`/rpc/${method}`, params);
}

export interface CommandOutcome {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Older lines of `stdout` were left out. */
  readonly cut?: true;
}

/**
 * One tmux command on the server with this socket, as if typed in `pane` if that is given. Throws an Error with tmux's
 * sentence if it fails.
 */
export async function command(socket: string, argv: readonly string[], pane?: string): Promise<string> {
  return (await outcomeOf(socket, { pane, command: argv })).stdout;
}

/** As `command`. Of output that is too long for an answer, the newest lines. */
export function newestOutput(socket: string, argv: readonly string[]): Promise<CommandOutcome> {
  return outcomeOf(socket, { command: argv, newest: true });
}

async function outcomeOf(
  socket: string,
  order: {
    readonly command: readonly string[];
    readonly pane?: string | undefined;
    readonly newest?: boolean;
  },
): Promise<CommandOutcome> {
  const { host, there } = splitPlace(socket);
  const address = `${addressAt(host)}/rpc/mullion.command`;
  const outcome = await ask<CommandOutcome>(address, { socket: there, ...order });
  if (outcome.exit_code !== 0) throw new Error(outcome.stderr.trim() || `${order.command[0]} failed`);
  return outcome;
}
