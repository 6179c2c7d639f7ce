import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Part {
  name: string;
  sources: string[];
  command: string[];
}

const SERVER_BUNDLE = 'vite.server.config.ts';
const SHARED = ['contract', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const PARTS: Part[] = [
  {
    name: 'server',
    sources: ['server', SERVER_BUNDLE, ...SHARED],
    command: ['vite/bin/vite.js', 'build', '--config', SERVER_BUNDLE],
  },
  {
    name: 'web',
    sources: ['web', 'scripts', 'vite.config.ts', ...SHARED],
    command: ['vite/bin/vite.js', 'build'],
  },
];

/**
 * Builds each part, or those with these names, whose sources changed since it was last built, with one line each. Returns
 * whether all of it is built.
 */
export async function buildWhatIsStale(
  projectDir: string,
  names = PARTS.map(({ name }) => name),
): Promise<boolean> {
  for (const part of PARTS.filter(({ name }) => names.includes(name))) {
    const stampFile = path.join(projectDir, 'dist', `.${part.name}-stamp`);
    const stamp = fingerprint(projectDir, part.sources);
    if (readStamp(stampFile) === stamp) continue;
    console.log(`Building the ${part.name} ...`);
    if (!run(projectDir, part.command)) return false;
    mkdirSync(path.dirname(stampFile), { recursive: true });
    // Read again: the web build writes its route tree into its sources.
    writeFileSync(stampFile, fingerprint(projectDir, part.sources));
  }
  return true;
}

function run(projectDir: string, [script = '', ...args]: string[]): boolean {
  const bin = path.join(projectDir, 'node_modules', script);
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The compilers print a hundred lines on success.
  if (status !== 0) process.stderr.write(Buffer.concat([stdout, stderr]));
  return status === 0;
}

function readStamp(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function fingerprint(projectDir: string, sources: string[]): string {
  const hash = createHash('sha256');
  for (const source of sources.map((name) => path.join(projectDir, name)).sort()) {
    for (const file of listFiles(source)) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${path.relative(projectDir, file)} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function listFiles(entry: string): string[] {
  if (!statSync(entry).isDirectory()) return [entry];
  return readdirSync(entry)
    .sort()
    .flatMap((name) => listFiles(path.join(entry, name)));
}
