import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The Host header stays the browser's, by which the server tells its own pages from other sites. */
const server = { target: process.env.SERVER_URL ?? 'http://127.0.0.1:3000', changeOrigin: false };

export default defineConfig({
  root: 'web',
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './routes',
      generatedRouteTree: './routeTree.gen.ts',
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
    }),
    react(),
  ],
  // `source` makes the imports map of package.json answer with TypeScript sources.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2022' },
  server: { proxy: { '/rpc': server, '/api': server, '/files': server } },
});
