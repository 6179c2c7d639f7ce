import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|css)$/;
/** Smaller files gain nothing over the response's headers. */
const SMALLEST_BYTES = 1024;

/** Once, at the highest level: smaller than compressing on each request, and free. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir, config.build.assetsDir);
    },
    async writeBundle() {
      const names = await readdir(folder);
      await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map(compress));
    },
  };

  async function compress(name: string): Promise<void> {
    const file = path.join(folder, name);
    const text = await readFile(file);
    if (text.length < SMALLEST_BYTES) return;
    await Promise.all([
      writeFile(`${file}.br`, await promisify(brotliCompress)(text)),
      writeFile(`${file}.gz`, await promisify(gzip)(text)),
    ]);
  }
}
