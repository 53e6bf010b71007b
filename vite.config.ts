import { defineConfig } from "vite";
import { pages } from "./tools/pages.ts";

/** The names of files in a release. */
export const FILES = {
  entryFileNames: "app/[name]-[hash].js",
  chunkFileNames: "app/[name]-[hash].js",
  assetFileNames: "app/[name]-[hash][extname]",
  hashCharacters: "hex",
} as const;

export default defineConfig({
  root: "www",
  base: "./",
  publicDir: false,
  appType: "mpa",
  plugins: [pages()],
  optimizeDeps: { noDiscovery: true }, // what the page takes from others is modules already
  build: {
    target: "es2022",
    emptyOutDir: false,
    assetsInlineLimit: 0, // the pages' policy allows no addresses that begin with "data:"
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: FILES,
      checks: { ineffectiveDynamicImport: false, pluginTimings: false },
    },
  },
  worker: { format: "es", rolldownOptions: { output: FILES } },
});
