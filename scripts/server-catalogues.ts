import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGES } from '../contract/shared/enums.ts';

/** Copies the catalogues into the build for the server, which writes mails. Browsers load them as scripts. */
export function serverCatalogues(): Plugin {
  return {
    name: 'server-catalogues',
    apply: 'build',
    async generateBundle() {
      for (const language of LANGUAGES) {
        const file = path.resolve(import.meta.dirname, `../web/locales/${language}.json`);
        const source = await readFile(file);
        this.emitFile({ type: 'asset', fileName: `locales/${language}.json`, source });
      }
    },
  };
}
