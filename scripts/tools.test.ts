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

/** Makes an archive of a package `hammer`, and a package of tools that has it in its lock. */
function wantVersion(version: string): void {
  const [hammer, tools] = ['package', 'bench'].map((name) => path.join(dir, name));
  const archive = `file:${dir}/hammer-${version}.tgz`;
  const root = { name: 'bench', dependencies: { hammer: archive } };
  const packages = { '': root, 'node_modules/hammer': { version, resolved: archive } };
  writeJson(`${hammer}/package.json`, { name: 'hammer', version });
  execFileSync('tar', ['czf', `hammer-${version}.tgz`, 'package'], { cwd: dir });
  writeJson(`${tools}/package.json`, root);
  writeJson(`${tools}/package-lock.json`, { name: 'bench', lockfileVersion: 3, packages });
}

function writeJson(file: string, value: object): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}

function readVersion(): string {
  const file = path.join(dir, 'bench/node_modules/hammer/package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

test('two processes install tools simultaneously', async () => {
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
