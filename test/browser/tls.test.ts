import { createHash, type X509Certificate } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { browserForAll, loginLink, screenshot } from "./browser.ts";
import { capture, showWindow, startWindow, type, waitForText } from "./terminals.ts";

describe.runIf(need("chromium"))("the way in over TLS and through a browser that mullion starts", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  test("a made certificate has the fingerprint that is printed; the page and its terminals work over it", async () => {
    const window = await startWindow(daemon, "secure", "cat");
    const [id = ""] = window.panes;
    const printed = await outputOf(daemon.run("web", "--listen", "127.0.0.1", "--tls", "--print"));
    const [, fingerprint] = /^SHA-256 of its certificate: ([0-9A-F:]{95})$/m.exec(printed) ?? [];
    const link = new URL(/^https:\/\/\S+#login=\S+$/m.exec(printed)![0]);
    expect(await certificateAt(Number(link.port))).toBe(fingerprint);

    const context = await chromium.browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const sockets: string[] = [];
    page.on("websocket", (socket) => sockets.push(socket.url()));
    const seen = page.waitForResponse((response) => response.url() === `${link.origin}/`);
    await page.goto(link.href);
    expect((await (await seen).securityDetails())?.subjectName).toBeTruthy();
    await page.locator(".overview").waitFor();
    await showWindow(page, window);
    await type(page, id, "over tls\n");
    await waitForText(page, id, "over tls");
    expect(await capture(daemon, id)).toContain("over tls");
    expect(sockets.map((url) => new URL(url).protocol)).toEqual(["wss:", "wss:"]);
    expect(await context.cookies()).toEqual([
      expect.objectContaining({
        name: `__Host-mullion-${link.port}`,
        secure: true,
        httpOnly: true,
        sameSite: "Strict",
        path: "/",
      }),
    ]);
    await screenshot(page, "tls");
    await context.close();
  });

  test("a browser that does not know the certificate warns, and sends nothing", async () => {
    const link = JSON.parse(
      await outputOf(daemon.run("web", "--listen", "127.0.0.1", "--tls", "--print", "--json")),
    ).url;
    const page = await chromium.browser.newPage();
    await expect(page.goto(link)).rejects.toThrow("ERR_CERT_AUTHORITY_INVALID");
    await page.close();
    const other = await chromium.browser.newPage({ ignoreHTTPSErrors: true });
    await other.goto(link);
    await other.locator(".overview").waitFor();
    await other.close();
  });

  test("`mullion web` hands the browser a private file, not the link, and the file leads to the page", async () => {
    const opener = join(daemon.dir, "xdg-open");
    const opened = join(daemon.dir, "opened");
    writeFileSync(
      opener,
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${opened}.part'; mv '${opened}.part' '${opened}'\n`,
      {
        mode: 0o755,
      },
    );
    const PATH = `${daemon.dir}:${daemon.env.PATH}`;
    const opening = daemon.run("web", { env: { PATH, DISPLAY: ":0" } });
    const address = await waitFor(
      () => (existsSync(opened) ? readFileSync(opened, "utf8").trim() : ""),
      "the address",
    );
    expect(address).toMatch(/^file:\/\/\/.*\/login-\d+\.html$/);
    expect(address).not.toContain("login=");
    const page = await chromium.browser.newPage();
    await page.goto(address);
    await page.locator(".overview").waitFor();
    const { stdout, status } = await opening;
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^Opened http:\/\/127\.0\.0\.1:\d+ in your/)]);
    expect(() => readFileSync(new URL(address))).toThrow("ENOENT");
    await page.close();
    expect(await loginLink(daemon)).toContain("#login=");
  });
});

/** SHA-256 of the certificate that is served on a port of this machine, as browsers show it. */
function certificateAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      const { raw } = socket.getPeerX509Certificate() as X509Certificate;
      const digest = createHash("sha256").update(raw).digest("hex").toUpperCase();
      socket.destroy();
      resolve(digest.match(/../g)!.join(":"));
    });
    socket.on("error", reject);
  });
}
