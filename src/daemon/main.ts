import "./refuse-inspector.ts";
import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Starts the daemon. Its several hundred modules cost Node a third of a second to load one by one, and a start is what
 * a caller waits for after a crash: `scripts/bundle-daemon.mjs` makes one file of them. It is used unless something was
 * compiled after it.
 */
const dist = fileURLToPath(new URL("..", import.meta.url));
const bundle = new URL("bundle.js", import.meta.url);

if (bundleIsFresh()) await import(bundle.href);
else await import("./serve.ts");

function bundleIsFresh(): boolean {
  const made = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs;
  if (made === undefined) return false;
  const compilations = [dist, `${dist}doors/`, `${dist}faces/`].flatMap((directory) =>
    readdirSync(directory)
      .filter((name) => name.endsWith(".tsbuildinfo"))
      .map((name) => statSync(directory + name).mtimeMs),
  );
  return compilations.every((time) => time < made);
}
