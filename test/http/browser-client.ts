import { WebSocket } from "ws";
import type { TestDaemon } from "../fixtures/daemon.ts";
import { type Answer, request } from "./request.ts";

/** What a browser has after a login: the cookie that it stores, and the key that the page stores. */
export interface LoggedIn {
  readonly port: number;
  readonly cookie: string;
  readonly key: string;
}

/** The link that `mullion web` prints, in its parts. */
export async function loginLink(
  daemon: TestDaemon,
  ...argv: string[]
): Promise<{ url: string; port: number; code: string }> {
  const { stdout, stderr, status } = await daemon.run("web", "--json", ...argv);
  if (status !== 0) throw new Error(`mullion web failed: ${stderr}`);
  const { url } = JSON.parse(stdout) as { url: string };
  return { url, port: Number(new URL(url).port), code: new URL(url).hash.replace("#login=", "") };
}

/** The page's own request: same origin, JSON. */
export function postLogin(port: number, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return request(
    {
      port,
      method: "POST",
      path: "/login",
      headers: {
        host: `127.0.0.1:${port}`,
        origin: `http://127.0.0.1:${port}`,
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
        ...headers,
      },
    },
    JSON.stringify(body),
  );
}

export function loggedIn(port: number, { status, headers, text }: Answer): LoggedIn {
  if (status !== 200) throw new Error(`the login failed: ${status} ${text}`);
  const cookie = headers["set-cookie"]![0]!.split(";")[0]!;
  return { port, cookie, key: (JSON.parse(text) as { key: string }).key };
}

export async function logIn(daemon: TestDaemon): Promise<LoggedIn> {
  const { port, code } = await loginLink(daemon);
  return loggedIn(port, await postLogin(port, { code }));
}

/** A request of the page, with both halves of its credential unless told otherwise. */
export function pageRequest(
  { port, cookie, key }: LoggedIn,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const { method = options.body === undefined ? "GET" : "POST", headers, body } = options;
  const host = `127.0.0.1:${port}`;
  const own = {
    host,
    origin: `http://${host}`,
    "sec-fetch-site": "same-origin",
    cookie,
    "mullion-page": key,
  };
  const json = body === undefined ? {} : { "content-type": "application/json" };
  return request(
    { port, path, method, headers: { ...own, ...json, ...headers } },
    body === undefined ? undefined : JSON.stringify(body),
  );
}

/** A WebSocket as a page of a browser opens it. */
export function pageSocket({ port, cookie, key }: LoggedIn, path: string): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${port}${path}`, ["mullion.page", `mullion.key.${key}`], {
    headers: { cookie },
    origin: `http://127.0.0.1:${port}`,
  });
}
