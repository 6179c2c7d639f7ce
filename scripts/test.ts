import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findSystemPostgres } from '#server/testing/postgres.ts';
import { buildWhatIsStale } from './build.ts';
import { findChromium } from './chromium.ts';
import type { TestReport } from './failures-reporter.ts';
import { type Output, orderOutputs } from './ordered-output.ts';

const OLDEST_POSTGRES = 15;
/** Parts of the paths of tests that can depend on the version of PostgreSQL: ledger, database, migrations, search. */
const ENGINE_TESTS = ['server/ledger/', 'server/db/', 'search.test.ts'];
const projectDir = path.resolve(import.meta.dirname, '..');
const reportsDir = path.join(projectDir, 'test-results', 'reports');

type Part = (output: Output) => Promise<TestReport>;

interface JourneySuite {
  suites?: JourneySuite[];
  specs: {
    title: string;
    ok: boolean;
    file: string;
    tests: { results: JourneyResult[] }[];
  }[];
}

interface JourneyResult {
  error?: { message?: string };
  /** `body` is base64. */
  attachments: { name: string; body?: string }[];
}

/** The parts in the order of their output: `npm test` runs all, `npm test -- e2e` one. */
const parts: Record<string, Part> = { check, unit, system, e2e };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(' ')}. There are: ${Object.keys(parts).join(' ')}`);
  process.exit(2);
}
const wanted = Object.keys(parts).filter((name) => asked.length === 0 || asked.includes(name));
rmSync(reportsDir, { recursive: true, force: true });
mkdirSync(reportsDir, { recursive: true });
const outputs = orderOutputs(process.stdout, wanted.length);
const total: TestReport = { passed: 0, failures: [] };
/** Tests wait now and then: those of the other runner use the processor meanwhile. More processes would slow each test down. */
const workers = wanted.includes('unit') && wanted.includes('e2e') ? 2 : 3;
// The unit tests start servers, which read the built pages.
await Promise.all([runParts('check'), wanted.includes('e2e') && buildWhatIsStale(projectDir)]);
await Promise.all([runParts('unit', 'system'), runParts('e2e')]);
// Last, where a reader of a long log looks first.
for (const failure of total.failures) console.log(`FAILED ${failure}`);
console.log(`\n${total.passed} passed, ${total.failures.length} failed`);
process.exitCode = total.failures.length === 0 ? 0 : 1;

/** Runs those of the parts that are wanted, one after another. */
async function runParts(...names: string[]): Promise<void> {
  for (const name of names) {
    const [part, output] = [parts[name], outputs[wanted.indexOf(name)]];
    if (!part || !output) continue;
    const startedAt = performance.now();
    output.write(`\n== ${name}\n\n`);
    const { passed, failures } = await part(output).catch(explainFailure);
    total.passed += passed;
    total.failures.push(...failures.map((failure) => `${name}: ${failure}`));
    output.write(`\n${name} took ${((performance.now() - startedAt) / 1000).toFixed()} s\n`);
    output.end();
  }
}

/** All checks count as one test. */
async function check(output: Output): Promise<TestReport> {
  const ok = await run({
    output,
    script: 'tsx/dist/cli.mjs',
    args: ['scripts/check.ts'],
  });
  return ok ? { passed: 1, failures: [] } : { passed: 0, failures: ['see above'] };
}

function unit(output: Output): Promise<TestReport> {
  return vitest({ report: 'unit', files: [], engine: 'embedded', output });
}

/** The tests of the database itself, repeated on the system's PostgreSQL. */
async function system(output: Output): Promise<TestReport> {
  const found = await findSystemPostgres();
  if (!found || found.majorVersion < OLDEST_POSTGRES) {
    output.write(
      `SKIPPED: the second run of the database tests needs a PostgreSQL >= ${OLDEST_POSTGRES} in\n` +
        '/usr/lib/postgresql, and there is none. On Debian and Ubuntu: apt-get install postgresql\n',
    );
    return { passed: 0, failures: [] };
  }
  output.write(`PostgreSQL ${found.majorVersion} in ${found.binDir}\n`);
  return vitest({ report: 'system', files: ENGINE_TESTS, engine: 'system', output });
}

async function e2e(output: Output): Promise<TestReport> {
  const CHROMIUM_PATH = findChromium();
  output.write(`Chromium: ${CHROMIUM_PATH}\n`);
  if (!(await buildWhatIsStale(projectDir))) throw new Error('The build failed.');
  const report = path.join(reportsDir, 'e2e.json');
  const ok = await run({
    output,
    script: '@playwright/test/cli.js',
    args: ['test', `--workers=${workers}`, '--reporter=list,json'],
    env: { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const { stats, suites } = readReport<{ stats: { expected: number }; suites: JourneySuite[] }>(
    report,
  );
  return complete(ok, { passed: stats.expected, failures: suites.flatMap(findFailedJourneys) });
}

function findFailedJourneys({ suites = [], specs }: JourneySuite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  const names = failed.map(({ file, title, tests }) => {
    const results = tests.flatMap((test) => test.results);
    const errors = results.map(({ error }) => error?.message ?? '').join(' ');
    const cause = stripVTControlCharacters(errors).slice(0, 200);
    return `${file} > ${title}: ${cause}\n${results.map(readPages).join('')}`;
  });
  return [...names, ...suites.flatMap(findFailedJourneys)];
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
  output: Output;
}): Promise<TestReport> {
  const report = path.join(reportsDir, `${options.report}.json`);
  const ok = await run({
    output: options.output,
    script: 'vitest/vitest.mjs',
    args: [
      'run',
      ...options.files,
      `--maxWorkers=${workers}`,
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
  output: Output;
}): Promise<boolean> {
  const program = path.join(projectDir, 'node_modules', command.script);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...command.args], {
      cwd: projectDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...command.env },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => command.output.write(text));
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}
