import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECEIPT_READER_WORKER } from '#contract/deposits/rules.ts';
import { buildApp } from '../../app/app.ts';
import { startTestApp, type TestApp } from '../../testing/harness.ts';
import { sendRaw } from '../../testing/raw-request.ts';

const LOGIN_SCRIPT = 'login();'.repeat(1000);

let app: TestApp;
let server: FastifyInstance;
let projectDir: string;
let baseUrl: string;

beforeAll(async () => {
  app = await startTestApp();
  projectDir = await mkdtemp(path.join(tmpdir(), 'wallet-web-'));
  const files = {
    'index.html': '<style nonce="%STYLE_NONCE%">a{}</style><title>%PRODUCT_NAME%</title></body>',
    '.vite/manifest.json': JSON.stringify({
      'index.html': { file: 'assets/index.js' },
      '_app.js': { file: 'assets/app.js', imports: ['index.html'], css: ['assets/app.css'] },
      'routes/_user.tsx?split': { file: 'assets/frame.js', imports: ['_app.js'] },
      'routes/_user/user.index.tsx?split': { file: 'assets/home.js', imports: ['_app.js'] },
      'routes/login.tsx?split': { file: 'assets/login.js', imports: ['_app.js'] },
    }),
    'assets/login.js': LOGIN_SCRIPT,
    'assets/login.js.br': 'compressed by the build',
    [RECEIPT_READER_WORKER.slice(1)]: 'worker()',
    '.vite/secret.js': 'secret()',
  };
  await writeFile(path.join(projectDir, 'package.json'), '{"version":"1.0.0"}');
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(projectDir, 'dist/web', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  server = await buildApp({ ...app.deps, config: { ...app.deps.config, projectDir } });
  baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await app.close();
  await rm(projectDir, { recursive: true });
});

test.each(['/', '/login', '/index.html'])(
  'the page at %s allows only its own style elements, with a nonce per response',
  async (url) => {
    const nonces = new Set<string>();
    for (const _ of [1, 2]) {
      const { body, headers } = await server.inject({ url });
      const nonce = /<style nonce="([^"]+)">/.exec(body)?.[1] ?? '';
      const policy = String(headers['content-security-policy']).split(';');
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      for (const rule of ["script-src 'self'", "object-src 'none'", "base-uri 'none'"]) {
        expect(policy).toContain(rule);
      }
      expect(headers['referrer-policy']).toBe('no-referrer');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  },
);

test('only the response of the worker that reads receipts allows WebAssembly', async () => {
  const policyOf = async (url: string) =>
    String((await server.inject({ url })).headers['content-security-policy']).split(';');
  expect(await policyOf(RECEIPT_READER_WORKER)).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(await policyOf('/login')).toContain("script-src 'self'");
});

test('built files allow nothing, and have few headers', async () => {
  const { headers } = await server.inject({ url: '/assets/login.js' });
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('permissions-policy');
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('compresses a page for browsers that accept %s', async (encoding, read) => {
  const { headers, rawPayload } = await server.inject({
    url: '/login',
    headers: { 'accept-encoding': encoding },
  });
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  const nonce = /<style nonce="([^"]+)">/.exec(read(rawPayload).toString())?.[1];
  expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
});

test('a page lists its screen’s files, dependencies first', async () => {
  const filesAt = async (url: string) => {
    const { body } = await server.inject({ url });
    return [...body.matchAll(/href="\/assets\/([^"]+)"/g)].map(([, file]) => file);
  };
  expect(await filesAt('/user')).toEqual(['app.css', 'app.js', 'frame.js', 'home.js']);
  expect(await filesAt('/login/')).toEqual(['app.css', 'app.js', 'login.js']);
  expect(await filesAt('/no/such/page')).toEqual([]);
});

test('browsers revalidate pages and cache built files for a year', async () => {
  const caching = async (url: string) => (await server.inject({ url })).headers['cache-control'];
  expect(await caching('/login')).toBe('no-cache');
  expect(await caching('/assets/login.js')).toBe('public, max-age=31536000, immutable');
  expect(await caching('/assets/gone.js')).toBe('no-store');
});

test('sends a built file as compressed by the build, and never compresses it per request', async () => {
  const bodyFor = async (encoding: string) => {
    const { body } = await server.inject({
      url: '/assets/login.js',
      headers: { 'accept-encoding': encoding },
    });
    return body;
  };
  expect(await bodyFor('gzip, br')).toBe('compressed by the build');
  expect(await bodyFor('deflate')).toBe(LOGIN_SCRIPT);
  expect((await server.inject('/assets/login.js.br')).statusCode).toBe(404);
  expect((await server.inject('/.vite/secret.js')).statusCode).toBe(404);
});

test.each(['//other.example/', '/user//', '/user/../login', '/user/%2e%2e/login', '/user/..'])(
  'returns 404 for the non-canonical path %s',
  async (path) => {
    const statusOf = async (path: string) =>
      (await sendRaw(baseUrl, { method: 'GET', path })).status;
    expect(await statusOf(path)).toBe(404);
    expect(await statusOf('/user/')).toBe(200);
  },
);

test('returns 404 for unknown paths and methods, and pages for GET and HEAD', async () => {
  const status = async (method: 'GET' | 'HEAD' | 'POST', url: string) =>
    (await server.inject({ method, url })).statusCode;
  expect(await status('HEAD', '/login')).toBe(200);
  expect(await status('POST', '/login')).toBe(404);
  expect(await status('GET', '/rpc/nothing')).toBe(404);
  expect(await status('GET', '/rpc/sessions/login')).toBe(405);
});

test('serves the build of an installation inside a hidden folder', async () => {
  const hidden = path.join(projectDir, '.local/wallet');
  await cp(path.join(projectDir, 'dist'), path.join(hidden, 'dist'), { recursive: true });
  await cp(path.join(projectDir, 'package.json'), path.join(hidden, 'package.json'));
  const config = { ...app.deps.config, projectDir: hidden };
  const installed = await buildApp({ ...app.deps, config });
  expect((await installed.inject('/assets/login.js')).statusCode).toBe(200);
  expect((await installed.inject('/.vite/secret.js')).statusCode).toBe(404);
  await installed.close();
});
