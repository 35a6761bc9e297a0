import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { TestDaemon } from "../fixtures/daemon.ts";

/** Drags a file of this machine to the middle of an element, and drops it there. The result reads what the page did. */
export async function dropFile(
  page: Page,
  daemon: TestDaemon,
  selector: string,
  name: string,
): Promise<() => Promise<readonly string[]>> {
  const file = join(daemon.dir, name);
  writeFileSync(file, "some notes");
  const events = await page.evaluateHandle(watchDrag);
  const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  const at = { x: x + width / 2, y: y + height / 2, data };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await devtools.send("Input.dispatchDragEvent", { type, ...at });
  return async () => [...new Set(await events.jsonValue())];
}

/**
 * Runs in the page: what the page does with a drag from now on. The browser loads a file in place of the page if the page
 * leaves an event to it.
 */
function watchDrag(): string[] {
  const seen: string[] = [];
  for (const type of ["dragover", "drop"] as const)
    addEventListener(type, ({ defaultPrevented, dataTransfer }) => {
      seen.push(`${type}: ${defaultPrevented ? dataTransfer?.dropEffect : "left to the browser"}`);
    });
  return seen;
}
