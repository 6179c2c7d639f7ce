import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findAsvsFaults, SUMMARY, TABLE } from './asvs.ts';
import { findUnexpectedFiles } from './feature-files.ts';
import { findFixedDays } from './fixed-days.ts';
import { findViolations, readSources } from './import-rules.ts';
import { findMissingPlatforms } from './lock-platforms.ts';
import { findOwnLooks, readStyles } from './looks.ts';
import { findHazards, listChecked } from './migration-hazards.ts';
import { findSnapshotFaults } from './migration-snapshot.ts';
import { findUnplainProse, readDocuments } from './prose.ts';
import { findAssertedRows } from './row-rules.ts';
import { findUnprovenSections } from './sections.ts';
import { installTools } from './tools.ts';

const projectDir = path.resolve(import.meta.dirname, '..');

const TOOLS = 'tools/check/node_modules';

/** The problems found by a step; empty on success. */
type Step = () => Promise<string>;

const steps: Record<string, Step> = {
  'format and lint': () => run(`${TOOLS}/@biomejs/biome/bin/biome`, 'ci', '--colors=off'),
  types: () => run('node_modules/typescript/bin/tsc', '-b', '--pretty', 'false'),
  'dead code': () => run(`${TOOLS}/knip/bin/knip.js`, '--no-progress'),
  catalogues: () => runScript('scripts/check-catalogues.ts'),
  'document of the API': () => runScript('scripts/api-document.ts'),
  imports: checkImports,
  'files of features': checkFeatures,
  'rows by name': async () => findAssertedRows(readSources(projectDir)).join('\n'),
  'colours and sizes': checkLooks,
  'days of tests': async () => findFixedDays(readSources(projectDir)).join('\n'),
  'sections of the specification': checkSections,
  'plain English': checkProse,
  'requirements of ASVS': checkAsvs,
  'platforms in the locks': checkLocks,
  workflows: () => run('tools/check/lint-workflows.mjs'),
  migrations: checkMigrations,
};

// Before the steps, several of which use them.
installTools('check');
const failed: string[] = [];
await Promise.all(Object.entries(steps).map(([name, step]) => report(name, step)));
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

async function report(name: string, step: Step): Promise<void> {
  const startedAt = performance.now();
  const wrong = await step().catch((error: unknown) => String(error));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${wrong === '' ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  if (wrong === '') return;
  failed.push(name);
  console.log(`\n${wrong.trim()}\n`);
}

/** Runs a script, by its path from the project's folder; returns its output if it failed. */
function run(script: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: projectDir });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? '' : printed || `exit code ${code}`));
  });
}

function runScript(script: string): Promise<string> {
  return run('node_modules/tsx/dist/cli.mjs', script);
}

async function checkImports(): Promise<string> {
  return findViolations(readSources(projectDir)).join('\n');
}

async function checkFeatures(): Promise<string> {
  return findUnexpectedFiles(readSources(projectDir)).join('\n');
}

async function checkLooks(): Promise<string> {
  const sources = new Map([...readSources(projectDir), ...readStyles(projectDir)]);
  return findOwnLooks(sources).join('\n');
}

async function checkSections(): Promise<string> {
  return findUnprovenSections(readSources(projectDir)).join('\n');
}

async function checkProse(): Promise<string> {
  const texts = [readSources(projectDir), readStyles(projectDir), readDocuments(projectDir)];
  return findUnplainProse(new Map(texts.flatMap((files) => [...files]))).join('\n');
}

async function checkAsvs(): Promise<string> {
  const read = (name: string) => readFileSync(path.join(projectDir, name), 'utf8');
  const exists = (file: string) => existsSync(path.join(projectDir, file));
  return findAsvsFaults({ table: read(TABLE), summary: read(SUMMARY) }, exists).join('\n');
}

async function checkMigrations(): Promise<string> {
  const faults = findSnapshotFaults(path.join(projectDir, 'server/db/migrations/meta'));
  return faults || findHazards(listChecked(projectDir));
}

async function checkLocks(): Promise<string> {
  const tools = readdirSync(path.join(projectDir, 'tools')).filter((name) => !name.startsWith('.'));
  const locks = ['.', ...tools.map((name) => `tools/${name}`)];
  return locks
    .flatMap((folder) => {
      const file = path.join(projectDir, folder, 'package-lock.json');
      const missing = findMissingPlatforms(JSON.parse(readFileSync(file, 'utf8')));
      return missing.map((text) => `${folder}: ${text}`);
    })
    .join('\n');
}
