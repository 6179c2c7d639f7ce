import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { filesOf, readBuiltScripts } from '../server/platform/http/built-files.ts';
import { report } from './report.ts';

const LIMIT_BYTES = 150 * 1024;
/** The login screen, which the router loads separately from its route. */
const LOGIN = 'routes/login.tsx?tsr-split=component';
const webDir = path.resolve(import.meta.dirname, '../dist/web');

/** Code that must not delay signing in, found by a text that only it contains. */
const UNWANTED = { zod: 'ZodError', charts: 'recharts', 'admin code': 'Deposits Management' };

/** Measures the JavaScript (brotli) that a browser loads before /login is usable. Fails above 150 KB. */
export async function benchBundle(): Promise<void> {
  const scripts = readBuiltScripts(webDir);
  const files = filesOf(scripts, ['index.html', LOGIN]).filter(isScript);
  const weighed = files.map(weigh).sort((one, other) => other.brotli - one.brotli);
  const total = (of: 'gzip' | 'brotli') => weighed.reduce((sum, each) => sum + each[of], 0);
  console.log(`\nJavaScript before /login is usable (${files.length} files)`);
  for (const { file, brotli } of weighed.slice(0, 8)) console.log(`  ${inKb(brotli)}  ${file}`);
  await report('bundle', 'all of them', {
    'brotli, KB': total('brotli') / 1024,
    'gzip, KB': total('gzip') / 1024,
    'limit of brotli, KB': LIMIT_BYTES / 1024,
    'ratio: brotli / limit': total('brotli') / LIMIT_BYTES,
  });
  const found = Object.entries(UNWANTED).filter(([, text]) =>
    weighed.some(({ code }) => code.includes(text)),
  );
  for (const [what] of found) console.error(`  There is ${what} in it.`);
  if (found.length > 0 || total('brotli') > LIMIT_BYTES) process.exitCode = 1;
}

const isScript = (file: string) => file.endsWith('.js');

function weigh(file: string) {
  const code = readFileSync(path.join(webDir, file), 'utf8');
  return { file, code, gzip: gzipSync(code).length, brotli: brotliCompressSync(code).length };
}

function inKb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1).padStart(6)} KB`;
}
