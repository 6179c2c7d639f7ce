import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';
import { manifestIn, manifests } from './scripts/manifests.ts';
import { missingStyles } from './scripts/missing-styles.ts';
import { pageFiles } from './scripts/page-files.ts';
import { precompress } from './scripts/precompress.ts';
import { shellFiles } from './scripts/shell-files.ts';
import { startFailure } from './scripts/start-failure.ts';

/** The Host header stays the browser's, by which the server tells its own pages from other sites. */
const server = { target: process.env.SERVER_URL ?? 'http://127.0.0.1:3000', changeOrigin: false };

const libraries = (...names: string[]) => new RegExp(`node_modules/(?:${names.join('|')})/`);

/** What every screen runs on, in few files: they compress better, and outlive most new versions. */
const REACT = libraries('react', 'react-dom', 'scheduler', 'use-sync-external-store');
const ROUTER = libraries('@tanstack/(?:react-router|router-core|history|react-store|store)');
const BASE = libraries(
  ...['i18next', 'react-i18next', '@orpc/[\\w-]+', '@tanstack/(?:react-query|query-core)'],
);

const mantine = (...components: string[]) =>
  `@mantine/core/esm/components/(?:${components.join('|')})/`;

/** What the login page needs, and so all others. */
const START = [
  '/web/lib/(?:api|errors|session|session-over|storage|text-params|toasts)[.]|/contract/rules[.]|/web/theme[.]module',
  '/web/features/sessions/(?:hints|queries|redirects|use-leave)[.]',
  '/web/ui/(?:LoadingScreen|OfflineScreen|MessageScreen|ProductMark|SubmitButton)[.]',
  '@mantine/core/esm/core/',
  'icons-react/dist/esm/createReactComponent',
  mantine(
    ...['ActionIcon', 'Button', 'Center', 'CloseButton', 'Input', 'InputBase', 'Loader'],
    ...['NativeSelect', 'PasswordInput', 'Stack', 'Text', 'TextInput', 'ThemeIcon', 'Title'],
  ),
];

/** What is on nearly every screen behind it. */
const FRAME = mantine(
  ...['Alert', 'Anchor', 'AppShell', 'Avatar', 'Badge', 'Burger', 'Divider', 'Drawer', 'Grid'],
  ...['Group', 'Indicator', 'Menu', 'Modal', 'Paper', 'SimpleGrid', 'Skeleton', 'Tabs', 'Tooltip'],
  'VisuallyHidden',
);

/** Our own part of that, and of where a person lands. */
const AREA = new RegExp(
  [
    '/web/features/(?:balances|installations|live|notifications|translations)/',
    // The routes themselves ask for the data.
    '/web/features/dashboards/(?!prefetch)',
    '/web/features/layout/(?:AdminAlerts|AppLayout|AvatarMenu|LanguagePicker|Sidebar|TopBar|use-|navigation)',
    '/web/features/(?:banners/(?:BannerCarousel|carousel|use-carousel)|site-urls/FeaturedLinks)',
    '/web/features/(?:passbook/(?:PassbookRow|PassbookList[.]module)|sessions/(?:AuthError|SessionGuard|use-sign-out))',
    '/web/routes/_user(?:/user[.]index)?[.]tsx[?]',
    '/web/features/transactions/(?:TransactionStatusBadge|use-status-labels)',
    '/web/ui/(?:Amount|EmptyState|ErrorState|ListSkeleton|LoadMore|PageHeader|PersonAvatar|RelativeTime)[.]',
    '/web/ui/(?:Prompt[.]|OfflineNotice)|/web/lib/(?:changed-transactions|format|focus|time)[.]|/web/features/commands/(?:AdminCommands|use-overlay)',
    '@mantine/hooks/esm/use-(?:disclosure|interval)/',
  ].join('|'),
);

/** Few files rather than one for each button: every file is a request. Who comes first takes first. */
const groups = [
  // What runs before the first paint must not bring along what runs after it.
  {
    name: 'entry',
    test: /vite\/preload-helper|\/web\/lib\/(?:install-offer|log|next-task|service-worker|store)[.]/,
  },
  { name: 'react', test: REACT },
  { name: 'router', test: ROUTER },
  { name: 'base', test: BASE },
  { name: 'start', test: new RegExp(START.join('|')) },
  { name: 'frame', test: new RegExp(FRAME) },
  { name: 'area', test: AREA, includeDependenciesRecursively: false },
  { name: 'icons', test: /icons-react\/dist\/esm\/icons\//, minShareCount: 2 },
];

const manifest: Partial<ManifestOptions> = {
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

const shell = shellFiles();

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
    shell.plugin,
    pageFiles(),
    startFailure(),
    missingStyles(),
    precompress(),
    manifests(manifest),
    VitePWA({
      filename: 'sw.js',
      // The page registers it itself, see web/lib/service-worker.ts.
      injectRegister: null,
      registerType: 'prompt',
      manifest: manifestIn('en', manifest),
      workbox: {
        globPatterns: ['index.html', 'boot.js', 'favicon.svg', 'assets/*.{js,css}'],
        manifestTransforms: [
          (entries) => ({
            manifest: entries
              .filter(({ url }) => !url.startsWith('assets/') || shell.isShell(url))
              // The page carries the product's name: the server fills in what it amounts to.
              .map((entry) =>
                entry.url === 'index.html' ? { ...entry, revision: '%PAGE_REVISION%' } : entry,
              ),
          }),
        ],
        inlineWorkboxRuntime: true,
        sourcemap: false,
        cleanupOutdatedCaches: true,
        clientsClaim: true,
        // A page is always asked of the server first, so that no one is held on an old version; the
        // kept one only stands in while there is no connection.
        navigateFallback: null,
        directoryIndex: null,
        runtimeCaching: [
          {
            urlPattern: ({ request, url, sameOrigin }) =>
              sameOrigin &&
              request.mode === 'navigate' &&
              !/^\/(?:rpc|api|files|healthz|readyz|metrics)(?:\/|$)/.test(url.pathname),
            handler: 'NetworkOnly',
            options: { precacheFallback: { fallbackURL: 'index.html' } },
          },
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
            handler: 'CacheFirst',
            options: { cacheName: 'assets', expiration: { maxEntries: 200 } },
          },
        ],
      },
    }),
  ],
  // `source` makes the imports map of package.json answer with TypeScript sources.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/rpc': server, '/api': server, '/files': server } },
});
