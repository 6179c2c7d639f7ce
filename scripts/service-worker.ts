import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { type BuiltScripts, readBuiltScripts } from '../server/platform/http/built-files.ts';

/** The page has the product's name: the server puts its name and its revision in. */
const PAGE = { url: 'index.html', revision: '%PAGE_REVISION%' };

interface Precached {
  files: string[];
  /** Returns files whose names change with their content. */
  listAssets: (scripts: BuiltScripts) => string[];
}

/** Bundles web/sw.ts into one script, sw.js, with the list of files that it fetches in advance. */
export function serviceWorker({ files, listAssets }: Precached): Plugin {
  let [root, outDir] = ['', ''];
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = path.resolve(root, config.build.outDir);
    },
    async writeBundle() {
      const assets = listAssets(readBuiltScripts(outDir)).map((url) => ({ url, revision: null }));
      const others = files.map(async (url) => ({ url, revision: await revisionOf(outDir, url) }));
      const list = [...(await Promise.all(others)), ...assets];
      await bundle({ root, outDir, define: { PRECACHED_FILES: JSON.stringify(list) } });
    },
  };
}

async function revisionOf(outDir: string, url: string): Promise<string> {
  if (url === PAGE.url) return PAGE.revision;
  const body = await readFile(path.join(outDir, url));
  return createHash('sha256').update(body).digest('hex').slice(0, 32);
}

async function bundle(given: {
  root: string;
  outDir: string;
  define: Record<string, string>;
}): Promise<void> {
  const { root, outDir, define } = given;
  await build({
    root,
    define,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: path.join(root, 'sw.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}
