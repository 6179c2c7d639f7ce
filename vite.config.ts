import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { manifests } from './scripts/manifests.ts';
import { mantineStyles } from './scripts/mantine-styles.ts';
import { precompress } from './scripts/precompress.ts';
import { receiptReader } from './scripts/receipt-reader.ts';
import { serverCatalogues } from './scripts/server-catalogues.ts';
import { serviceWorker } from './scripts/service-worker.ts';
import { startFailure } from './scripts/start-failure.ts';
import { type BuiltScripts, filesOf } from './server/platform/http/built-files.ts';

/** The Host header stays the browser's, by which the server tells its own pages from other sites. */
const server = { target: process.env.SERVER_URL ?? 'http://127.0.0.1:3000', changeOrigin: false };

const oneOf = (...files: string[]) => new RegExp(files.join('|'));
const libraries = (...names: string[]) => new RegExp(`/node_modules/(?:${names.join('|')})/`);

/**
 * What screens share comes in a few files, each with all that its modules import: every file is a request,
 * and compresses by itself. A module goes to the first group that takes it. The figures are in
 * docs/decisions/0018-plain-bundle.md.
 */
const groups = [
  // What runs before the first paint must not bring along what runs after it.
  { name: 'entry', test: /\/web\/main[.]ts|vite\/preload-helper/ },
  { name: 'react', test: libraries('react', 'react-dom', 'scheduler', 'use-sync-external-store') },
  {
    name: 'router',
    test: libraries('@tanstack/(?:react-router|router-core|history|react-store|store)'),
  },
  {
    name: 'base',
    test: libraries(
      'i18next',
      'react-i18next',
      '@orpc/[^/]+',
      '@tanstack/(?:react-query|query-core)',
    ),
  },
  { name: 'app', test: /\/web\/app[.]tsx/ },
  // The frame of every signed-in page, with what two of its pages would otherwise take from a third.
  {
    name: 'frame',
    test: oneOf(
      '/(?:SessionGuard|AppLayout|OwnBalance|PassbookRow|Card|LoadingPart)[.]tsx',
      '/(?:use-translated|use-typical-time|save-file)[.]ts',
      '/bank-accounts/queries[.]ts',
      '@mantine/core/esm/(?:core|components/SimpleGrid)/',
    ),
  },
  { name: 'icons', test: oneOf('/web/ui/icons/'), minShareCount: 3 },
  { name: 'home', test: oneOf('/UserDashboardPage[.]tsx') },
  // Each of the other screens adds a few files to those of the frame.
  {
    name: 'fields',
    test: oneOf(
      '/(?:AmountField|ChoiceField|SearchField|FilterFields)[.]tsx',
      '@mantine/core/esm/components/(?:Combobox|Select|Autocomplete|Tooltip)/',
    ),
  },
  { name: 'images', test: oneOf('/(?:ImageInput|CopyButton|DetailsList)[.]tsx') },
  { name: 'codes', test: oneOf('/node_modules/qr/index[.]js') },
  {
    name: 'form',
    test: oneOf(
      '/(?:PageForm|FormDialog|RequestSent|RemainingLimits|BeneficiaryDetails|QrCodeImage)[.]tsx',
      '/(?:settings|deposit-accounts)/queries[.]ts',
      '/(?:bank-accounts|qr-codes)/rules[.]ts',
      '/(?:use-entity-dialog|use-filled-in|use-limit-failure|use-lost-image|use-request-limit)[.]ts',
      '/(?:file-size|request-key|typed-amount-text)[.]ts',
      '/use-debounced-value/',
      '@mantine/core/esm/components/(?:Progress|Textarea|Grid)/',
    ),
  },
  { name: 'passbook', test: oneOf('/PassbookPage[.]tsx') },
  { name: 'login', test: oneOf('/LoginPage[.]tsx') },
  { name: 'dates', test: oneOf('/web/ui/DaySpan[.]tsx') },
  { name: 'common', test: isForUsers, minShareCount: 4 },
  { name: 'admin', minShareCount: 4 },
];

/** Features of which users see nothing, or only after a click. */
const FOR_ADMINS =
  /\/web\/features\/(?:approvals|audit|commands|reconciliation|review|saved-views|statements|timelines|verifications|webhooks)\//;

function isForUsers(id: string): boolean {
  return !FOR_ADMINS.test(id);
}

/** Files that work without a connection: the frame, and every page of users, so that the frame's links open. */
const SHELL = [
  'index.html',
  'ui/Toaster.tsx',
  'ui/UpdatePrompt.tsx',
  ...['_user', 'index', 'login'].map((route) => `routes/${route}.tsx?tsr-split=component`),
];

const USER_PAGE = /^routes\/_user\//;
/** Files that the passbook loads after its list: the date fields, the filters and the details. */
const AFTER_LIST =
  /^(?:_dates-|features\/transactions\/passbook\/components\/(?:FilterSheet|OwnTransaction))/;

/** The files to fetch in advance: 52 KB (brotli) more than the frame alone. Pages of administrators are not among them. */
function precachedFiles(scripts: BuiltScripts): string[] {
  const isForOffline = (source: string) => USER_PAGE.test(source) || AFTER_LIST.test(source);
  const userPages = Object.keys(scripts).filter(isForOffline);
  return filesOf(scripts, [...SHELL, ...userPages]);
}

const manifest = {
  id: '/',
  // The server fills in the product's name when it serves the manifest.
  name: '%PRODUCT_NAME%',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f7f8fb',
  theme_color: '#2747df',
  categories: ['finance'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

export default defineConfig({
  root: 'web',
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './routes',
      generatedRouteTree: './routeTree.gen.ts',
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
    }),
    react(),
    mantineStyles(),
    startFailure(),
    precompress(),
    receiptReader(),
    serverCatalogues(),
    manifests(manifest),
    serviceWorker({
      files: [
        ...['index.html', 'boot.js', 'favicon.svg', 'manifest.webmanifest'],
        ...manifest.icons.map(({ src }) => src.slice(1)),
      ],
      listAssets: precachedFiles,
    }),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no fonts inside of styles, which would be fetched unused too.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/rpc': server, '/api': server, '/files': server } },
});
