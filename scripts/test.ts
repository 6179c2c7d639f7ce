import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { START } from '#server/testing/clock.ts';
import { findSystemPostgres } from '#server/testing/postgres.ts';
import { buildWhatIsStale } from './build.ts';
import { findChromium } from './chromium.ts';
import type { TestReport } from './failures-reporter.ts';

const OLDEST_POSTGRES = 15;
/** Parts of the paths of tests that can depend on the version of PostgreSQL: ledger, database, migrations, search. */
const ENGINE_TESTS = ['server/ledger/', 'server/db/', 'search.test.ts'];
/** Parts of the paths of what these tests prove. */
const ENGINE_SOURCES = [
  'server/ledger/',
  'server/db/',
  'search',
  'queries.ts',
  'package-lock.json',
];
const projectDir = path.resolve(import.meta.dirname, '..');
const reportsDir = path.join(projectDir, 'test-results', 'reports');

type Part = () => Promise<TestReport>;

interface JourneySuite {
  suites?: JourneySuite[];
  specs: JourneySpec[];
}

interface JourneySpec {
  title: string;
  ok: boolean;
  file: string;
  tests: { status: string; results: JourneyResult[] }[];
}

interface JourneyResult {
  error?: { message?: string };
  /** `body` is base64. */
  attachments: { name: string; body?: string }[];
}

/** The parts in their order: `npm test` runs them, `npm test -- e2e` one, and with `all` each has its long tests too. */
const parts: Record<string, Part> = { check, unit, system, e2e };

const given = process.argv.slice(2);
const isWhole = given.includes('all');
if (!isWhole) process.env.TEST_SHORT = 'true';
const wanted = given.filter((name) => name !== 'all');
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(' ')}. There are: all ${Object.keys(parts).join(' ')}`);
  process.exit(2);
}
rmSync(reportsDir, { recursive: true, force: true });
mkdirSync(reportsDir, { recursive: true });
// All parts start at this moment, and those after midnight too.
process.env.TEST_NOW = START.toISOString();
console.log(`The clocks of the tests start at ${START.toISOString()}.`);
const total: TestReport = { passed: 0, failures: [] };
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}\n`);
  const startedAt = performance.now();
  const { passed, failures } = await part().catch(explainFailure);
  total.passed += passed;
  total.failures.push(...failures.map((failure) => `${name}: ${failure}`));
  console.log(`\n${name} took ${((performance.now() - startedAt) / 1000).toFixed()} s`);
}
// Last, where a reader of a long log looks first.
for (const failure of total.failures) console.log(`FAILED ${failure}`);
console.log(`\n${total.passed} passed, ${total.failures.length} failed`);
process.exitCode = total.failures.length === 0 ? 0 : 1;

/** All checks count as one test. */
async function check(): Promise<TestReport> {
  const ok = await run({
    script: 'tsx/dist/cli.mjs',
    args: ['scripts/check.ts'],
  });
  return ok ? { passed: 1, failures: [] } : { passed: 0, failures: ['see above'] };
}

function unit(): Promise<TestReport> {
  return vitest({ report: 'unit', files: [], engine: 'embedded' });
}

/** The tests of the database itself, repeated on the system's PostgreSQL if something of it changed lately. */
async function system(): Promise<TestReport> {
  if (!isWhole && !wanted.includes('system') && !hasChanged(ENGINE_SOURCES)) {
    console.log('SKIPPED: neither the database nor the ledger nor the search changed for a week.');
    return { passed: 0, failures: [] };
  }
  const found = await findSystemPostgres();
  if (!found || found.majorVersion < OLDEST_POSTGRES) {
    console.log(
      `SKIPPED: the second run of the database tests needs a PostgreSQL >= ${OLDEST_POSTGRES} in\n` +
        '/usr/lib/postgresql, and there is none. On Debian and Ubuntu: apt-get install postgresql',
    );
    return { passed: 0, failures: [] };
  }
  console.log(`PostgreSQL ${found.majorVersion} in ${found.binDir}`);
  return vitest({ report: 'system', files: ENGINE_TESTS, engine: 'system' });
}

/** Whether files with these parts in their paths are new or differ from those of a week ago. True if that is not known. */
function hasChanged(parts: readonly string[]): boolean {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectDir }).toString();
  try {
    const [before = 'HEAD'] = git('rev-list', '-1', '--before=1.week', 'HEAD').split('\n');
    const changed = git('diff', '--name-only', before || 'HEAD~1');
    const added = git('ls-files', '--others', '--exclude-standard');
    return `${changed}\n${added}`
      .split('\n')
      .some((file) => parts.some((part) => file.includes(part)));
  } catch {
    return true;
  }
}

async function e2e(): Promise<TestReport> {
  const CHROMIUM_PATH = findChromium();
  console.log(`Chromium: ${CHROMIUM_PATH}`);
  if (!(await buildWhatIsStale(projectDir))) throw new Error('The build failed.');
  const report = path.join(reportsDir, 'e2e.json');
  const ok = await run({
    script: '@playwright/test/cli.js',
    args: ['test', '--reporter=list,json'],
    env: { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const { stats, suites } = readReport<{
    stats: { expected: number; flaky: number };
    suites: JourneySuite[];
  }>(report);
  const specs = suites.flatMap(specsIn);
  for (const spec of specs.filter(isFlaky)) console.log(`FLAKY ${describeJourney(spec)}`);
  const failures = specs.filter(({ ok }) => !ok).map(describeJourney);
  return complete(ok, { passed: stats.expected + stats.flaky, failures });
}

function specsIn({ suites = [], specs }: JourneySuite): JourneySpec[] {
  return [...specs, ...suites.flatMap(specsIn)];
}

/** Failed, and then succeeded: it counts as passed, but its cause has to be found. */
function isFlaky({ tests }: JourneySpec): boolean {
  return tests.some(({ status }) => status === 'flaky');
}

function describeJourney({ file, title, tests }: JourneySpec): string {
  const results = tests.flatMap((test) => test.results);
  const errors = results.map(({ error }) => error?.message ?? '').join(' ');
  const cause = stripVTControlCharacters(errors).slice(0, 200);
  return `${file} > ${title}: ${cause}\n${results.map(readPages).join('')}`;
}

/** Returns what the pages showed when a journey failed. */
function readPages({ attachments }: JourneyResult): string {
  const body = attachments.find(({ name }) => name === 'pages')?.body ?? '';
  return Buffer.from(body, 'base64').toString();
}

async function vitest(options: {
  report: string;
  files: string[];
  engine: string;
}): Promise<TestReport> {
  const report = path.join(reportsDir, `${options.report}.json`);
  const ok = await run({
    script: 'vitest/vitest.mjs',
    args: [
      'run',
      ...options.files,
      '--reporter=default',
      '--reporter=scripts/failures-reporter.ts',
    ],
    env: { TEST_ENGINE: options.engine, TEST_REPORT: report },
  });
  return complete(ok, readReport<TestReport>(report));
}

/** A run that failed has a failure, also if its report names none. */
function complete(ok: boolean, { passed, failures }: TestReport): TestReport {
  const isExplained = ok || failures.length > 0;
  return {
    passed,
    failures: isExplained ? failures : ['an error outside of the tests, see above'],
  };
}

function readReport<Report>(file: string): Report {
  // Written by the test runner before; its fields are documented.
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function explainFailure(error: unknown): TestReport {
  return { passed: 0, failures: [error instanceof Error ? error.message : String(error)] };
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
