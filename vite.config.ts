import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

/** Builds the page into the package. Everything it needs travels with it: the page asks no other host for anything. */
export default defineConfig({
  root: fileURLToPath(new URL("src/faces/web", import.meta.url)),
  plugins: [solid()],
  build: {
    outDir: "../../../dist/bundle/web",
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    // Inlined files would need data: addresses in the page's content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
