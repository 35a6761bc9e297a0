import { randomBytes } from "node:crypto";
import type { PageViewer } from "../../../protocol/page.ts";
import type { Admission } from "../admission.ts";

const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Headless)?(?:Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: typeof BROWSERS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bMac OS X\b/, "macOS"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Who is at a new page, for the others at its panes. */
export function pageViewer({ guest }: Pick<Admission, "guest">, userAgent = ""): PageViewer {
  const id = randomBytes(8).toString("hex");
  const browser = browserName(userAgent);
  if (!guest) return { kind: "owner", id, name: browser };
  return { kind: "guest", id, name: `${guest.name ?? "Guest"} (${browser})` };
}

/** The browser and its system, in words of ours: nothing of what it sends is shown. */
export function browserName(userAgent: string): string {
  const named = (table: typeof BROWSERS) => table.find(([sign]) => sign.test(userAgent))?.[1];
  const system = named(SYSTEMS);
  return `${named(BROWSERS) ?? "A browser"}${system === undefined ? "" : ` on ${system}`}`;
}
