import { readdirSync } from 'node:fs';
import path from 'node:path';
import { nodeFileTrace } from '@vercel/nft';

/* Prints the files of node_modules that the built server can load, one a line. */

const base = path.resolve(import.meta.dirname, '../..');
const built = path.join(base, 'dist/server');
const programs = readdirSync(built, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js'))
  .map((name) => path.join(built, name));
const { fileList } = await nodeFileTrace(programs, { base, processCwd: base });
const modules = [...fileList].filter((file) => file.startsWith('node_modules/'));
process.stdout.write(modules.sort().join('\n'));
