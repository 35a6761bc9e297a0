/**
 * Bundles the daemon's compiled modules into one file, dist/daemon/bundle.js. Node loads that file three times as fast as the
 * several hundred modules it replaces, and `dist/daemon/main.js` prefers it while nothing was compiled after it. A build
 * without its bundle fails: a daemon that silently starts three times slower is a defect.
 */
import { fileURLToPath } from "node:url";

const daemon = fileURLToPath(new URL("../dist/daemon/", import.meta.url));

const bundler = await import("rolldown").catch((error) => {
  console.error(
    `mullion: the daemon cannot be bundled, because rolldown does not load on ${process.platform}-${process.arch}: ` +
      `run \`npm ci\` again, with optional dependencies (${error.message.split("\n")[0]}).`,
  );
  process.exit(1);
});
const bundle = await bundler.rolldown({ input: `${daemon}serve.js`, platform: "node", logLevel: "warn" });
await bundle.write({ file: `${daemon}bundle.js`, format: "esm", codeSplitting: false });
await bundle.close();
