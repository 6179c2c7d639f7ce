import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findSystemPostgres } from '#server/testing/postgres.ts';
import { buildWhatIsStale } from './build.ts';
import { findChromium } from './chromium.ts';

const OLDEST_POSTGRES = 15;
/** Parts of the paths of tests that can depend on the version of PostgreSQL: ledger, database, migrations, search. */
const ENGINE_TESTS = ['server/ledger/', 'server/db/', 'search.test.ts'];
const projectDir = path.resolve(import.meta.dirname, '..');
const reportsDir = path.join(projectDir, 'test-results', 'reports');

interface Tally {
  passed: number;
  failed: number;
}
type Part = () => Promise<Tally>;

/** The parts in their order: `npm test` runs all, `npm test -- e2e` one. */
const parts: Record<string, Part> = { check, unit, system, e2e };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(' ')}. There are: ${Object.keys(parts).join(' ')}`);
  process.exit(2);
}
rmSync(reportsDir, { recursive: true, force: true });
mkdirSync(reportsDir, { recursive: true });
const total: Tally = { passed: 0, failed: 0 };
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}\n`);
  const { passed, failed } = await part().catch(explainFailure);
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** All checks count as one test. */
async function check(): Promise<Tally> {
  const ok = await run({
    script: 'tsx/dist/cli.mjs',
    args: ['--conditions=source', 'scripts/check.ts'],
  });
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function unit(): Promise<Tally> {
  return vitest({ report: 'unit', files: [], engine: 'embedded' });
}

/** The tests of the database itself, repeated on the system's PostgreSQL. */
async function system(): Promise<Tally> {
  const found = await findSystemPostgres();
  if (!found || found.majorVersion < OLDEST_POSTGRES) {
    console.log(
      `SKIPPED: the second run of the database tests needs a PostgreSQL >= ${OLDEST_POSTGRES} in\n` +
        '/usr/lib/postgresql, and there is none. On Debian and Ubuntu: apt-get install postgresql',
    );
    return { passed: 0, failed: 0 };
  }
  console.log(`PostgreSQL ${found.majorVersion} in ${found.binDir}`);
  return vitest({ report: 'system', files: ENGINE_TESTS, engine: 'system' });
}

async function e2e(): Promise<Tally> {
  const CHROMIUM_PATH = findChromium();
  console.log(`Chromium: ${CHROMIUM_PATH}`);
  if (!(await buildWhatIsStale(projectDir))) throw new Error('The build failed.');
  const report = path.join(reportsDir, 'e2e.json');
  const ok = await run({
    script: '@playwright/test/cli.js',
    args: ['test', '--reporter=list,json'],
    env: { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const { stats } = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(
    report,
  );
  return tally(ok, { passed: stats.expected, failed: stats.unexpected + stats.flaky });
}

async function vitest(options: {
  report: string;
  files: string[];
  engine: string;
}): Promise<Tally> {
  const report = path.join(reportsDir, `${options.report}.json`);
  const ok = await run({
    script: 'vitest/vitest.mjs',
    args: [
      'run',
      ...options.files,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env: { TEST_ENGINE: options.engine },
  });
  const counts = readReport<{ numPassedTests: number; numFailedTests: number }>(report);
  return tally(ok, { passed: counts.numPassedTests, failed: counts.numFailedTests });
}

/** A run can fail without a failed test, for example if a file cannot be loaded: it counts as one. */
function tally(ok: boolean, { passed, failed }: Tally): Tally {
  return { passed, failed: ok ? failed : Math.max(failed, 1) };
}

function readReport<Report>(file: string): Report {
  // Written by the test runner before; its fields are documented.
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function explainFailure(error: unknown): Tally {
  console.error(error instanceof Error ? error.message : error);
  return { passed: 0, failed: 1 };
}

/** Runs a development dependency and shows its output; returns whether it succeeded. */
function run(command: {
  script: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
}): Promise<boolean> {
  const program = path.join(projectDir, 'node_modules', command.script);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...command.args], {
      cwd: projectDir,
      stdio: 'inherit',
      env: { ...process.env, ...command.env },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}
