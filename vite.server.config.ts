import { defineConfig } from 'vite';

/** The programs, by their paths in server/ and in the build: what people start, and what the server starts. */
const PROGRAMS = [
  'start/main',
  'cli/wallet',
  'backups/age-encrypt',
  'ledger/verify/audit-worker',
  'platform/files/image-worker',
  'statement-files/read-worker',
];

/**
 * Bundles the server's own modules, and the packages that consist of a hundred ES modules each: loading 670 modules
 * took most of the time of a start (docs/decisions/0086-bundled-server.md). Other packages stay in node_modules.
 */
export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: ['zod', 'drizzle-orm', /^@orpc\//],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20.19',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((name) => [name, `server/${name}.ts`])),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        // Node.js reads the maps at the start.
        sourcemapExcludeSources: true,
      },
    },
  },
});
