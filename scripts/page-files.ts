import path from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { collectFiles } from './chunk-files.ts';

/** Where the build writes for the server which files a page's own screen needs, by its address. */
const OUTPUT = '.vite/page-files.json';
const ROUTE = /\/web\/routes\/(.+)\.tsx/;

/**
 * Tells the server which scripts and styles each screen needs beyond the entry's, so that it can
 * name them in the page: the browser then fetches them at once, not after running the entry.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const filesOf = (start: Rollup.OutputChunk) => collectFiles(start, bundle);
      const entry = chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => [...filesOf(chunk)]);
      const routes = new Map<string, Rollup.OutputChunk>();
      for (const chunk of chunks) {
        const route = ROUTE.exec(chunk.facadeModuleId ?? '')?.[1];
        if (route) routes.set(route, chunk);
      }
      const pages: Record<string, string[]> = {};
      for (const [route, chunk] of routes) {
        const layout = routes.get(path.dirname(route));
        const files = [...(layout ? filesOf(layout) : []), ...filesOf(chunk)];
        const wanted = new Set(files.filter((file) => !entry.includes(file)));
        pages[addressOf(route)] = [...wanted];
      }
      this.emitFile({ type: 'asset', fileName: OUTPUT, source: JSON.stringify(pages) });
    },
  };
}

/** `_user/user.deposit` is the file of `/user/deposit`; an underscore marks a layout without an address. */
function addressOf(route: string): string {
  const parts = route.split(/[/.]/).filter((part) => part !== 'index' && !part.startsWith('_'));
  return `/${parts.join('/')}`;
}
