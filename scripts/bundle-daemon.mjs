/**
 * Makes one file of the daemon's compiled modules: dist/daemon/bundle.js. Node loads it three times as fast as the several
 * hundred files it is made of, and `dist/daemon/main.js` prefers it while nothing was compiled after it. Where the
 * bundler is not installed (`npm ci --omit=dev`) there is nothing to do: a published package carries the file.
 */
import { fileURLToPath } from "node:url";

const daemon = fileURLToPath(new URL("../dist/daemon/", import.meta.url));

const bundler = await import("rolldown").catch(() => undefined);
if (bundler) {
  const bundle = await bundler.rolldown({ input: `${daemon}serve.js`, platform: "node", logLevel: "warn" });
  await bundle.write({ file: `${daemon}bundle.js`, format: "esm", codeSplitting: false });
  await bundle.close();
}
