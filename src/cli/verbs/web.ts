import { createHash, randomBytes } from "node:crypto";
import { askForJson } from "../ask-daemon.ts";
import type { HttpAccessControl } from "../context.ts";
import { EXIT_STATUS, UsageError } from "../exit-status.ts";
import { parseListen } from "../listen-address.ts";
import { openBrowser } from "../open-browser.ts";
import { ownPlaces } from "../places.ts";
import { counted } from "../quantities.ts";
import { type ColdCall, defineColdVerb, defineHotVerb, JSON_OPTION } from "../verb.ts";
import { openPageTunnel } from "../web-over-ssh.ts";

type ExpectedPage = Awaited<ReturnType<HttpAccessControl["expectLogin"]>>;
type WidePage = Awaited<ReturnType<HttpAccessControl["openWide"]>>;

/** Time for the daemon to answer after the code has expired. */
const ANSWER_MS = 5_000;

export const web = defineColdVerb({
  name: "web",
  summary: "open the page with every agent, in a browser",
  operands: "[SSH-OPTION...]",
  count: [0, 1000],
  options: {
    ssh: { value: "HOST", summary: "the page of another machine, through ssh; ends with this call" },
    program: { value: "PATH", summary: "with --ssh: of mullion there, where it is not on the PATH" },
    print: { summary: "only print the link: open it yourself" },
    logout: { summary: "log out every browser" },
    listen: { value: "ADDRESS", summary: "serve it at this ADDRESS[:PORT] too, until --listen off" },
    tls: { summary: "with --listen: over TLS, with a certificate that is made now" },
    cert: { value: "FILE", completes: "file", summary: "with --tls: your own certificate, in PEM" },
    key: { value: "FILE", completes: "file", summary: "with --cert: its private key, in PEM" },
    name: { value: "HOST", repeat: true, summary: "with --listen: a host name that browsers use for it" },
    json: JSON_OPTION,
  },
  notes: [
    "The link works once, within a minute, and logs that browser in: it stays logged in until it was not used for 30 days. Without a display the link is printed.",
    "The page is served on this machine's loopback address, as mullion token opens it. A person who opens the link can do everything that you can do here.",
    "Other machines reach the page only with --listen and --tls. Without --cert a certificate is made, and its SHA-256 fingerprint is printed: compare it with the one that the browser shows in its warning. Requests are served only under the address itself and the names of --name.",
  ],
  exits: { 1: "also: no browser opened the link" },
  examples: [
    ["mullion web", "open it"],
    ["mullion web --print", "print a link, for a browser that this machine cannot start"],
    ["mullion web --listen 192.168.1.5:8443 --tls", "for a browser on another machine of your network"],
    ["mullion web --ssh build.example", "the page of another machine, in a browser on this one"],
    ["mullion web --logout", "every browser has to log in again"],
  ],
  async run(call) {
    const { logout, listen, json } = call.options;
    if (call.options.ssh !== undefined)
      return await overSsh(call, { ...call.options, ssh: call.options.ssh });
    if (call.operands.length > 0) throw new UsageError("options for ssh go with --ssh");
    if (logout) return await logOut(call, json);
    if (listen === "off") return await closeWide(call, json);
    const page = listen === undefined ? undefined : await openWide(call, { ...call.options, listen });
    return await logIn(call, call.options, page);
  },
});

/** Shows another machine's page for as long as ssh runs. */
async function overSsh(
  { environment, operands, print, printError }: ColdCall,
  { ssh: host, program, ...options }: SshOptions,
): Promise<number> {
  if (host.startsWith("-")) throw new UsageError(`--ssh names a host, not ${host}`);
  const tunnel = await openPageTunnel({
    host,
    program: program ?? "mullion",
    options: operands,
    environment,
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => tunnel.close());
  const { runtimeDir } = ownPlaces(environment);
  const close = options.print || options.json ? undefined : openBrowser(tunnel.link, environment, runtimeDir);
  if (options.json) print(JSON.stringify({ url: tunnel.link }));
  else if (!close) print(`${tunnel.link}\nOpen it within a minute; it works once.`);
  if (!options.json) print(`The page of ${host} is open while this runs (Ctrl-C ends it).`);
  const status = await tunnel.ended;
  close?.();
  if (status !== 0) printError(`mullion: ssh to ${host} has ended`);
  return status === 0 ? EXIT_STATUS.done : EXIT_STATUS.failed;
}

interface SshOptions {
  readonly ssh: string;
  readonly program: string | undefined;
  readonly print: boolean;
  readonly json: boolean;
}

async function logOut({ environment, print }: ColdCall, json: boolean): Promise<number> {
  const { ended } = await askForJson<{ ended: number }>(environment, ["expect-login", "--logout"]);
  print(json ? JSON.stringify({ ended }) : `Logged out ${counted(ended, "browser")}.`);
  return EXIT_STATUS.done;
}

async function openWide(
  { environment, print }: ColdCall,
  options: Parameters<typeof parseListen>[0] & { readonly json: boolean },
): Promise<WidePage> {
  const order = JSON.stringify(parseListen(options));
  const page = await askForJson<WidePage>(environment, ["expect-login", "--listen", order]);
  if (!options.json) print(`Served at ${page.url} too, until mullion web --listen off.`);
  if (!options.json && page.fingerprint !== undefined)
    print(`SHA-256 of its certificate: ${page.fingerprint}`);
  return page;
}

async function closeWide({ environment, print }: ColdCall, json: boolean): Promise<number> {
  const { closed } = await askForJson<{ closed: boolean }>(environment, ["expect-login", "--listen", "off"]);
  print(
    json
      ? JSON.stringify({ closed })
      : closed
        ? "Closed to other addresses."
        : "It was not open to other addresses.",
  );
  return EXIT_STATUS.done;
}

/** `page`: the address that the link leads to, if it is not the loopback one. */
async function logIn(
  call: ColdCall,
  options: { readonly print: boolean; readonly json: boolean },
  page?: WidePage,
): Promise<number> {
  const { environment } = call;
  // The daemon gets the digest only, so that the code is in none of its logs and records.
  const code = randomBytes(32).toString("hex");
  const digest = createHash("sha256").update(code).digest("hex");
  const login = await askForJson<ExpectedPage>(environment, ["expect-login", digest]);
  const link = `${page?.url ?? login.url}/#login=${code}`;
  const { runtimeDir } = ownPlaces(environment);
  const close =
    options.print || options.json || page ? undefined : openBrowser(link, environment, runtimeDir);
  if (close) return await waitForBrowser(call, { ...login, digest, close });
  if (options.json) call.print(JSON.stringify({ ...login, ...page, url: link }));
  else call.print(`${link}\nOpen it within a minute; it works once.`);
  return EXIT_STATUS.done;
}

/** Says whether the browser logged in, and then removes the file that led it here. */
async function waitForBrowser(
  { environment, print, printError, terminal }: ColdCall,
  { url, expires, digest, close }: ExpectedPage & { readonly digest: string; close(): void },
): Promise<number> {
  const stop = terminal.progress(() => `opening ${url} in your browser`);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      close();
      process.exit(EXIT_STATUS.failed);
    });
  const wait = askForJson<{ used: boolean }>(
    environment,
    ["expect-login", "--wait", digest],
    expires - Date.now() + ANSWER_MS,
  );
  const { used } = await wait.finally(() => {
    stop();
    close();
  });
  if (used) print(`Opened ${url} in your browser.`);
  else printError("mullion: no browser opened the link within a minute: mullion web --print prints one");
  return used ? EXIT_STATUS.done : EXIT_STATUS.failed;
}

/** The part of `web` that needs the daemon. */
export const expectLogin = defineHotVerb({
  name: "expect-login",
  summary: "accept one login with the code of a SHA-256 digest",
  operands: "[DIGEST]",
  count: [0, 1],
  options: {
    wait: { summary: "print whether a browser logged in, when it did or the code has expired" },
    logout: { summary: "log out every browser" },
    listen: { value: "JSON", summary: "serve the page at another address too, or off" },
  },
  hidden: true,
  async run({ context, options, operands: [digest = ""], print }) {
    if (options.logout) print(JSON.stringify({ ended: context.http.logOut() }));
    else if (options.listen === "off") print(JSON.stringify({ closed: await context.http.closeWide() }));
    else if (options.listen !== undefined)
      print(JSON.stringify(await context.http.openWide(JSON.parse(options.listen))));
    else if (!/^[0-9a-f]{64}$/.test(digest)) throw new UsageError("a digest has 64 hexadecimal digits");
    else if (options.wait) print(JSON.stringify({ used: await context.http.isLoginUsed(digest) }));
    else print(JSON.stringify(await context.http.expectLogin(digest)));
  },
});
