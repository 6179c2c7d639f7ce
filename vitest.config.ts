import { defineConfig } from 'vitest/config';
import { listPureTests } from './scripts/pure-tests.ts';
import { SECTIONS } from './scripts/sections.ts';
import { START } from './server/testing/clock.ts';
import { LongFirst } from './server/testing/long-first.ts';
import { keepTemporaryFilesInMemory } from './server/testing/temporary-folder.ts';

const resolve = {
  alias: [
    {
      find: /^.*\/base\/child-program\.ts$/,
      replacement: `${import.meta.dirname}/server/testing/built-programs.ts`,
    },
  ],
};
/** By default `expect.poll` waits for a second, which is short on a busy machine. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

// Half an hour off the hours of most, with summer time: nothing may follow the zone of the machine.
process.env.TZ = 'America/St_Johns';
keepTemporaryFilesInMemory();
// Of all processes of this run, also after midnight.
process.env.TEST_NOW = START.toISOString();

/** What puts something else in a module's place: only in modules of its own is it sure to be first. */
const WITH_MOCKS = [
  'web/features/{dashboards/model/refetch-pace,events/model/coalesce,translations/model}.test.ts',
  'web/lib/{api/step-up,i18n/i18n}.test.ts',
  'server/features/sessions/equal-work.test.ts',
  'server/platform/auth/login-admission.test.ts',
  'server/features/transactions/search/account-numbers.test.ts',
];

/**
 * They start many processes, sweep all screens in further languages, or run for minutes: only `npm test -- all` runs them, and a
 * command that names them.
 */
const LONG = [
  'bench/soak/soaks.test.ts',
  'e2e/screens/{elements,languages}.test.ts',
  'scripts/{dev,release/upgrade}.test.ts',
  'server/{clocks,documents,integration,killed-statements,pooler,prometheus,two-servers,webhooks}.test.ts',
  'server/backups/backups.test.ts',
  'server/cli/command-line.test.ts',
  'server/db/client-certificate.test.ts',
  'server/embedded-postgres/{lifecycle,start}.test.ts',
  'server/features/reconciliation/killed.test.ts',
  'server/imports/imports.test.ts',
  'server/platform/files/bucket-store.test.ts',
  'server/start/{main,standby}.test.ts',
];
const left = process.env.TEST_SHORT ? LONG : [];
const PURE = listPureTests(import.meta.dirname);
const globalSetup = ['server/testing/global-setup.ts'];

export default defineConfig({
  resolve,
  test: {
    tags: Object.entries(SECTIONS).map(([section, description]) => ({
      name: `section-${section}`,
      description,
    })),
    // Files share one PostgreSQL cluster on a two-core machine, each with a database of its own; some wait much.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // happy-dom has no layout: Mantine takes every element of a dialog for hidden, and prints the whole dialog.
    onConsoleLog: (text) => !text.startsWith('[@mantine/hooks/use-focus-trap]'),
    projects: [
      // They need no database and no build, so that one of them takes two seconds.
      {
        resolve,
        test: {
          ...patience,
          name: 'pure',
          include: PURE,
          exclude: [...WITH_MOCKS, ...left],
          isolate: false,
        },
      },
      { resolve, test: { ...patience, globalSetup, name: 'alone', include: WITH_MOCKS } },
      {
        resolve,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          ...patience,
          globalSetup,
          name: 'screens',
          include: ['e2e/screens/*.test.ts'],
          exclude: left,
          environment: 'happy-dom',
          // Users have React's production build. The other one renders twice and records stacks.
          env: { NODE_ENV: 'production' },
          // Each application loads the page's modules anew, and shares the libraries and the server's modules.
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...patience,
          globalSetup,
          name: 'together',
          include: ['{contract,server,scripts,bench}/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
          exclude: [...WITH_MOCKS, ...PURE, ...left, '**/node_modules/**'],
          // These modules keep nothing between tests; loading them hundreds of times took longer than most.
          isolate: false,
        },
      },
    ],
  },
});
