import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { type Both, type Multiplexer, packageRoot, withSession } from "./multiplexer.ts";

/** Runs `use` with a browser and a session of Mullion in which `cat` runs. Needs Debian's Chromium. */
export async function withChromium<T>(
  both: Both,
  use: (browser: Browser, on: Multiplexer) => Promise<T>,
): Promise<T> {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
  try {
    return await withSession(
      both.mullion,
      () => ["cat"],
      (on) => use(browser, on),
    );
  } finally {
    await browser.close();
  }
}

export function loginLink({ environment }: Both): string {
  const argv = ["web", "--print", "--json"];
  const answer = execFileSync(join(packageRoot, "bin/mullion"), argv, { env: environment, encoding: "utf8" });
  return JSON.parse(answer).url;
}

/** Logs in, and shows the session's window. */
export async function showWindow(both: Both, on: Multiplexer, page: Page): Promise<void> {
  await page.goto(loginLink(both));
  await page.locator(".overview").waitFor();
  const [socket = "", window = ""] = (await on.call("list-panes", "-F", "#{socket_path} #{window_id}")).split(
    " ",
  );
  const hash = `#/w/${encodeURIComponent(socket)}/${encodeURIComponent(window)}`;
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
}
