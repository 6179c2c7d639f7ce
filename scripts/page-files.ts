import path from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { collectEntry, collectFiles } from './chunk-files.ts';

/** Where the build writes for the server which files a page's own screen needs, by its address. */
const OUTPUT = '.vite/page-files.json';
/** The part of a route that comes when its screen is visited. */
const ROUTE = /\/web\/routes\/(.+)\.tsx\?/;

/**
 * Tells the server which scripts and styles each screen needs beyond the entry's own, so that it can
 * name them in the page: the browser then fetches them at once, not after running the entry.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const filesOf = (start: Rollup.OutputChunk) => collectFiles(start, bundle);
      const { entry, application } = collectEntry(bundle);
      const routes = findRoutes(bundle);
      const pages: Record<string, string[]> = {};
      for (const [route, chunk] of routes) {
        const layout = routes.get(path.dirname(route));
        const files = [...application, ...(layout ? filesOf(layout) : []), ...filesOf(chunk)];
        const wanted = new Set(files.filter((file) => !entry.has(file)));
        pages[addressOf(route)] = [...wanted];
      }
      this.emitFile({ type: 'asset', fileName: OUTPUT, source: JSON.stringify(pages) });
    },
  };
}

function findRoutes(bundle: Rollup.OutputBundle): Map<string, Rollup.OutputChunk> {
  const routes = new Map<string, Rollup.OutputChunk>();
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue;
    for (const id of chunk.moduleIds) {
      const route = ROUTE.exec(id)?.[1];
      if (route) routes.set(route, chunk);
    }
  }
  return routes;
}

/** `_user/user.deposit` is the file of `/user/deposit`; an underscore marks a layout without an address. */
function addressOf(route: string): string {
  const parts = route.split(/[/.]/).filter((part) => part !== 'index' && !part.startsWith('_'));
  return `/${parts.join('/')}`;
}
