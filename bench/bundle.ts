import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const LIMIT_BYTES = 150 * 1024;
const webDir = path.resolve(import.meta.dirname, '../dist/web');

/** What must not be in the way of signing in, by a text that only it contains. */
const UNWANTED = { zod: 'ZodError', charts: 'recharts', 'admin code': 'Deposits Management' };

/** The parts of Vite's manifest that matter here. */
interface ManifestChunk {
  file: string;
  imports?: string[];
}
type Manifest = Record<string, ManifestChunk>;

/** Weighs the JavaScript that a browser fetches before /login is usable. Fails above 150 KB as browsers get it, which is brotli. */
export async function benchBundle(): Promise<void> {
  const manifest: Manifest = JSON.parse(
    readFileSync(path.join(webDir, '.vite/manifest.json'), 'utf8'),
  );
  const files = filesOf(manifest, ['index.html', 'app.tsx', findLogin(manifest)]);
  const weighed = files.map(weigh).sort((one, other) => other.brotli - one.brotli);
  const total = (of: 'gzip' | 'brotli') => weighed.reduce((sum, each) => sum + each[of], 0);
  console.log(`\nJavaScript before /login is usable (${files.length} files)`);
  for (const { file, brotli } of weighed.slice(0, 8)) console.log(`  ${inKb(brotli)}  ${file}`);
  console.log(
    `  ${inKb(total('brotli'))} brotli (${inKb(total('gzip'))} gzip); at most 150.0 KB brotli`,
  );
  const found = Object.entries(UNWANTED).filter(([, text]) =>
    weighed.some(({ code }) => code.includes(text)),
  );
  for (const [what] of found) console.error(`  There is ${what} in it.`);
  if (found.length > 0 || total('brotli') > LIMIT_BYTES) process.exitCode = 1;
}

/** The login screen itself, which the router fetches apart from its route. */
function findLogin(manifest: Manifest): string {
  const key = Object.keys(manifest).find((name) => name.startsWith('routes/login.tsx?'));
  if (!key) throw new Error('The built manifest has no login screen');
  return key;
}

function filesOf(manifest: Manifest, starts: string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(chunk.file)) return;
    seen.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  starts.forEach(visit);
  return [...seen].filter((file) => file.endsWith('.js'));
}

function weigh(file: string) {
  const code = readFileSync(path.join(webDir, file), 'utf8');
  return { file, code, gzip: gzipSync(code).length, brotli: brotliCompressSync(code).length };
}

function inKb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1).padStart(6)} KB`;
}
