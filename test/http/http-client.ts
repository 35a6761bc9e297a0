import { join } from "node:path";
import type { TestDaemon } from "../fixtures/daemon.ts";
import { request } from "./request.ts";

export interface Access {
  readonly url: string;
  readonly port: number;
  readonly token: string;
}

export async function access(daemon: TestDaemon, ...argv: string[]): Promise<Access> {
  const { stdout, stderr, status } = await daemon.run("token", "--json", ...argv);
  if (status !== 0) throw new Error(`mullion token failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** As an oRPC client with a bearer header calls: the value, or what it throws. */
export async function call<T = unknown>({ url, token }: Access, path: string, input?: unknown): Promise<T> {
  const response = await post({ url, token }, path, input);
  const { json } = (await response.json()) as { json?: unknown };
  if (!response.ok) throw Object.assign(new Error(`${response.status}`), json);
  return json as T;
}

export function post(
  { url, token }: Pick<Access, "url" | "token">,
  path: string,
  input?: unknown,
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${url}/rpc/${path}`, {
    method: "POST",
    ...init,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...init.headers },
    body: JSON.stringify({ json: input }),
  });
}

/** The same over the daemon's socket, where no token is needed. */
export async function callOverSocket(daemon: TestDaemon, path: string, input: unknown): Promise<unknown> {
  const { text } = await request(
    {
      socketPath: join(daemon.dir, "m/daemon.sock"),
      path: `/rpc/${path}`,
      method: "POST",
      headers: { host: "localhost", "content-type": "application/json" },
    },
    JSON.stringify(input),
  );
  return JSON.parse(text);
}

/** What an event iterator of oRPC gives. */
export async function* events<T>(response: Response): AsyncGenerator<T> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(part, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const [event, data] = parseFrame(text.slice(0, end));
      text = text.slice(end + 2);
      if (event === "done") return;
      if (event === "error") throw Object.assign(new Error("the stream failed"), data.json);
      if (event === "message") yield data.json as T;
    }
  }
}

function parseFrame(frame: string): [event: string | undefined, data: { json?: unknown }] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(frame)?.[1];
  return [field("event"), JSON.parse(field("data") ?? "{}")];
}
