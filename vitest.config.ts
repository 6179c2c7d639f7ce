import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The global setup is loaded without the conditions of `imports`: name the sources outright.
  resolve: {
    alias: [{ find: /^#(contract|server)\//, replacement: `${import.meta.dirname}/$1/` }],
  },
  test: {
    include: ['{contract,server,web,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share one PostgreSQL cluster on a two-core machine; each has a database of its own.
    maxWorkers: 2,
  },
});
