import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { request as httpsRequest } from "node:https";
import { join } from "node:path";
import { connect } from "node:tls";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { need } from "../setup/need.ts";

const daemon = daemonForAll();
/** Another address of the loopback network stands in for one of another network. */
const ADDRESS = "127.0.0.2";

interface WideAnswer {
  readonly url: string;
  readonly fingerprint?: string;
}

async function listen(...argv: string[]): Promise<WideAnswer> {
  const { stdout, stderr, status } = await daemon.run("web", "--json", "--listen", ADDRESS, ...argv);
  if (status !== 0) throw new Error(`mullion web --listen failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** The certificate that is served, and the answer to one request that trusts it. */
function ask(
  { url }: WideAnswer,
  options: { path?: string; method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string; cookie: string | undefined; fingerprint: string }> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const { path = "/", method = "GET", headers = {}, body } = options;
    const given = { host: `${ADDRESS}:${port}`, ...headers };
    const sent = httpsRequest(
      { host: ADDRESS, port, path, method, headers: given, rejectUnauthorized: false, agent: false },
      (response) => {
        const fingerprint = (
          response.socket as unknown as { getPeerX509Certificate(): X509Certificate }
        ).getPeerX509Certificate().fingerprint256;
        let text = "";
        response.on("data", (part) => {
          text += part;
        });
        const cookie = response.headers["set-cookie"]?.[0];
        response.on("end", () => resolve({ status: response.statusCode!, text, cookie, fingerprint }));
      },
    );
    sent.on("error", reject).end(body);
  });
}

test.each([
  [["--listen", "192.0.2.1"], /other machines reach 192\.0\.2\.1.*: add --tls, or use --ssh/],
  [
    ["--listen", "0.0.0.0", "--tls"],
    /0\.0\.0\.0 is every address of this machine: give the name that browsers use with --name/,
  ],
  [["--listen", "somewhere"], /--listen is an address of this machine such as/],
  [["--listen", "127.0.0.2", "--cert", "x"], /--cert and --key go with --tls/],
  [["--listen", "127.0.0.2", "--tls", "--cert", "x"], /--cert and --key go together/],
  [["--listen", "127.0.0.2", "--tls", "--name", "a b"], /--name is a host name or an address, not a b/],
  [["--listen", "192.0.2.1:8443", "--tls"], /192\.0\.2\.1:8443 cannot be served: .*EADDRNOTAVAIL/],
])("web %o is refused with a sentence", async (argv, sentence) => {
  const { status, stderr, stdout } = await daemon.run("web", ...argv);
  expect(status).toBe(1);
  expect(stderr).toMatch(sentence);
  expect(stdout).toBe("");
});

test("a certificate is made, its fingerprint is printed, and a browser logs in over TLS", async () => {
  const page = await listen("--tls", "--name", "box.example");
  expect(page.url).toMatch(/^https:\/\/box\.example:\d+\/#login=[0-9a-f]{64}$/);
  const { status, fingerprint } = await ask(page);
  expect(status).toBe(200);
  expect(page.fingerprint).toBe(fingerprint);
  const { port, hash } = new URL(page.url);
  const headers = { origin: `https://${ADDRESS}:${port}`, "content-type": "application/json" };
  const body = JSON.stringify({ code: hash.replace("#login=", "") });
  const login = await ask(page, { path: "/login", method: "POST", headers, body });
  expect(login.status).toBe(200);
  expect(login.cookie).toMatch(
    new RegExp(`^__Host-mullion-${port}=[0-9a-f]{64}; Secure; HttpOnly; SameSite=Strict; Path=/; Max-Age=`),
  );
  const { key } = JSON.parse(login.text) as { key: string };
  const own = { cookie: login.cookie!.split(";")[0]!, "mullion-page": key };
  expect((await ask(page, { path: "/api/terminals", headers: own })).status).toBe(200);
  expect((await ask(page, { path: "/api/terminals" })).status).toBe(401);
});

test("only the given names are served, each exactly", async () => {
  const page = await listen("--tls", "--name", "box.example");
  const { port } = new URL(page.url);
  const statuses = async (host: string, origin?: string) =>
    (await ask(page, { headers: { host, ...(origin !== undefined && { origin }) } })).status;
  expect(await statuses(`box.example:${port}`, `https://box.example:${port}`)).toBe(200);
  expect(await statuses(`box.example:${port}`, `http://box.example:${port}`)).toBe(403);
  expect(await statuses(`box.example:${port}`, `https://${ADDRESS}:${port}`)).toBe(403);
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, "box.example", `evil.example:${port}`])
    expect(await statuses(host), host).toBe(403);
});

test("address, port and certificate are the same in the next daemon, and --listen off closes them", async () => {
  const before = await listen("--tls");
  await daemon.kill9();
  await daemon.start();
  expect((await ask(before)).fingerprint).toBe(before.fingerprint);
  const again = await listen("--tls");
  expect(new URL(again.url).port).toBe(new URL(before.url).port);
  expect(again.fingerprint).toBe(before.fingerprint);
  const shared = await daemon.run("run", "--json", "cat");
  const { pane } = JSON.parse(shared.stdout) as { pane: string };
  expect((await daemon.run("share", pane)).stdout).toContain(`https://${ADDRESS}:`);
  expect((await daemon.run("web", "--listen", "off")).stdout).toBe("Closed to other addresses.\n");
  await expect(ask(before)).rejects.toThrow("ECONNREFUSED");
  expect((await daemon.run("web", "--listen", "off")).stdout).toBe("It was not open to other addresses.\n");
});

describe.runIf(need("openssl"))("with openssl", () => {
  const openssl = (...argv: string[]) => execFileSync("openssl", argv, { encoding: "utf8" });

  test("the certificate that is made is valid for its names, and for a server only", async () => {
    const page = await listen("--tls", "--name", "box.example", "--name", "::1");
    const { port } = new URL(page.url);
    const made = await new Promise<Buffer>((resolve, reject) => {
      const socket = connect({ host: ADDRESS, port: Number(port), rejectUnauthorized: false }, () => {
        resolve(socket.getPeerX509Certificate()!.raw);
        socket.destroy();
      }).on("error", reject);
    });
    const file = join(daemon.dir, "made.pem");
    writeFileSync(file, new X509Certificate(made).toString());
    expect(openssl("verify", "-CAfile", file, "-purpose", "sslserver", file)).toContain("OK");
    const text = openssl("x509", "-in", file, "-noout", "-text", "-fingerprint", "-sha256");
    expect(text).toContain("DNS:box.example, IP Address:0:0:0:0:0:0:0:1, IP Address:127.0.0.2");
    expect(text).toContain("CA:FALSE");
    expect(text).toContain(page.fingerprint);
  });

  test("a certificate of the user's is served, and read again by the next daemon", async () => {
    const [cert, key] = [join(daemon.dir, "own.pem"), join(daemon.dir, "own.key")];
    const make = () =>
      openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
        "-subj", "/CN=own", "-keyout", key, "-out", cert); // biome-ignore format: one command line
    make();
    const page = await listen("--tls", "--cert", cert, "--key", key);
    expect(page.fingerprint).toBe(new X509Certificate(readFileSync(cert)).fingerprint256);
    make();
    await daemon.kill9();
    await daemon.start();
    expect((await ask(page)).fingerprint).toBe(new X509Certificate(readFileSync(cert)).fingerprint256);
    expect((await ask(page)).fingerprint).not.toBe(page.fingerprint);
  });
});
