import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PART_NAMES = ['server', 'web'] as const;
type PartName = (typeof PART_NAMES)[number];

interface Part {
  name: PartName;
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
 * Builds each part whose sources changed since it was last built, with one line each; `names` limits it to these parts.
 * Returns whether all of it is built.
 */
export async function buildWhatIsStale(
  projectDir: string,
  names: readonly PartName[] = PART_NAMES,
): Promise<boolean> {
  for (const { name, sources, command } of PARTS.filter((part) => names.includes(part.name))) {
    const stampFile = path.join(projectDir, 'dist', `.${name}-stamp`);
    const stamp = fingerprint(projectDir, sources);
    if (readStamp(stampFile) === stamp) continue;
    console.log(`Building the ${name} ...`);
    if (!(await run(projectDir, command))) return false;
    mkdirSync(path.dirname(stampFile), { recursive: true });
    // Read again: the web build writes its route tree into its sources.
    writeFileSync(stampFile, fingerprint(projectDir, sources));
  }
  return true;
}

/** Shows the output of a failed build only: the compilers print a hundred lines on success. */
function run(projectDir: string, [script = '', ...args]: string[]): Promise<boolean> {
  const bin = path.join(projectDir, 'node_modules', script);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: projectDir,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => printed.push(bytes));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(printed));
      resolve(code === 0);
    });
  });
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
