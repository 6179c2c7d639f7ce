import { defineConfig, devices } from '@playwright/test';
import { findInstalledChromium } from './scripts/chromium.ts';
import { START } from './server/testing/clock.ts';
import { keepTemporaryFilesInMemory } from './server/testing/temporary-folder.ts';

keepTemporaryFilesInMemory();
// Of all processes of this run, also after midnight.
process.env.TEST_NOW = START.toISOString();

/** Journeys of people in a real browser; each test has a server and a database of its own. */
export default defineConfig({
  testDir: 'e2e',
  // e2e/screens/ has tests of Vitest.
  testMatch: '*.spec.ts',
  globalSetup: './e2e/support/database.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // One more than the cores of the smallest machine: each waits now and then.
  workers: 3,
  // One that fails and then succeeds is reported as FLAKY (scripts/test.ts).
  retries: 1,
  forbidOnly: !!process.env.CI,
  // `npm test -- all` runs these too.
  ...(process.env.TEST_SHORT && { grepInvert: /@all/ }),
  // Bounds on waiting for what should come at once, wide enough for a busy machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: {
      executablePath: findInstalledChromium(),
      // Pages live for seconds: without optimizing compilers, they take an eighth less processor time.
      args: ['--js-flags=--no-maglev --no-turbofan'],
    },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    colorScheme: 'light',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // In the moment it takes a page over, calls pass by what a journey holds them back with.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
});
