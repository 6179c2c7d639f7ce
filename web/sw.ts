import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import {
  cleanupOutdatedCaches,
  PrecacheFallbackPlugin,
  precacheAndRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, CacheOnly, NetworkOnly } from 'workbox-strategies';

/* The service worker, which the build writes to /sw.js. web/lib/page/service-worker.ts registers it. */

/** What this file uses of a service worker's scope: TypeScript's types are those of pages. */
declare const self: {
  skipWaiting: () => Promise<void>;
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void;
};
declare function importScripts(address: string): void;
/** The files to fetch in advance, from scripts/service-worker.ts. */
declare const PRECACHED_FILES: { url: string; revision: string | null }[];

const START_PAGE = /^\/(?:user(?:\/|$)|$)/;
const NO_PAGE = /^\/(?:rpc|api|files|healthz|readyz|metrics)(?:\/|$)/;
const keptPage = new PrecacheFallbackPlugin({ fallbackURL: 'index.html' });

importScripts('/push.js');
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});
clientsClaim();
// Without an index: `/` is a page, for which the routes below decide.
precacheAndRoute(PRECACHED_FILES, { directoryIndex: '' });
cleanupOutdatedCaches();

// Starts with the kept page, so that the last known balance does not wait for the line. A reload requests it from the
// server, so that a page that fails to start can be replaced; a new version is offered after the start.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin &&
    request.mode === 'navigate' &&
    request.cache === 'default' &&
    START_PAGE.test(url.pathname),
  new CacheOnly({ plugins: [keptPage] }),
);

// Other pages are requested from the server; the kept one is only used without a connection.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && !NO_PAGE.test(url.pathname),
  new NetworkOnly({ plugins: [keptPage] }),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: 'assets', plugins: [new ExpirationPlugin({ maxEntries: 200 })] }),
);
