import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
import { findUnprovenSections } from './sections.ts';

const projectDir = path.resolve(import.meta.dirname, '..');

/** The problems found by a step; empty on success. */
type Step = () => Promise<string>;

const steps: Record<string, Step> = {
  'format and lint': () => run('@biomejs/biome/bin/biome', 'ci', '--colors=off'),
  types: () => run('typescript/bin/tsc', '-b', '--pretty', 'false'),
  'dead code': () => run('knip/bin/knip.js', '--no-progress'),
  catalogues: () => runScript('scripts/check-catalogues.ts'),
  'document of the API': () => runScript('scripts/api-document.ts'),
  imports: checkImports,
  'files of features': checkFeatures,
  'colours and sizes': checkLooks,
  'days of tests': async () => findFixedDays(readSources(projectDir)).join('\n'),
  'sections of the specification': checkSections,
  'plain English': checkProse,
  'requirements of ASVS': checkAsvs,
  'platforms in the lock': checkLock,
  workflows: () => runScript('scripts/check-workflows.ts'),
  migrations: checkMigrations,
};

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

/** Runs a development dependency; returns its output if it failed. */
function run(script: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const program = path.join(projectDir, 'node_modules', script);
    const child = spawn(process.execPath, [program, ...args], { cwd: projectDir });
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
  return run('tsx/dist/cli.mjs', script);
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
  return faults || findHazards(listChecked(projectDir), projectDir);
}

async function checkLock(): Promise<string> {
  const lock = JSON.parse(readFileSync(path.join(projectDir, 'package-lock.json'), 'utf8'));
  return findMissingPlatforms(lock).join('\n');
}
