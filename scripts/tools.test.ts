import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { installTools } from './tools.ts';

const projectDir = path.resolve(import.meta.dirname, '..');

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'wallet-tools-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  wantVersion('1.0.0');
});

/** Makes a package `hammer`, and a package of tools that has it in its lock. */
function wantVersion(version: string): void {
  const hammer = path.join(dir, 'hammer');
  const tools = path.join(dir, 'bench');
  for (const folder of [hammer, tools]) mkdirSync(folder, { recursive: true });
  const write = (folder: string, manifest: object) =>
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  write(hammer, { name: 'hammer', version });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', dir], { cwd: hammer });
  write(tools, { name: 'bench', dependencies: { hammer: `file:${dir}/hammer-${version}.tgz` } });
  execFileSync('npm', ['install', '--package-lock-only', '--offline'], { cwd: tools });
}

function readVersion(): string {
  const file = path.join(dir, 'bench/node_modules/hammer/package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

test('two processes install tools at once', async () => {
  const program = `import { installTools } from '${projectDir}/scripts/tools.ts'; console.log(installTools('bench', '${dir}'))`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  const start = () => promisify(execFile)(process.execPath, args, { cwd: projectDir });
  const results = await Promise.all([start(), start()]);
  for (const { stdout } of results) expect(stdout.trim()).toBe(path.join(dir, 'bench'));
  expect(readVersion()).toBe('1.0.0');
});

test('installs tools again after a change of their lock, and only then', () => {
  installTools('bench', dir);
  const mark = path.join(dir, 'bench/node_modules/mark');
  writeFileSync(mark, '');
  installTools('bench', dir);
  expect(existsSync(mark)).toBe(true);
  wantVersion('1.0.1');
  installTools('bench', dir);
  expect(existsSync(mark)).toBe(false);
  expect(readVersion()).toBe('1.0.1');
});

test('keeps the installed tools if newer ones cannot be downloaded, and says what to do', () => {
  installTools('bench', dir);
  wantVersion('1.0.1');
  rmSync(path.join(dir, 'hammer-1.0.1.tgz'));
  expect(() => installTools('bench', dir)).toThrow('Run this again with a connection');
  expect(readVersion()).toBe('1.0.0');
});
