import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { servePublicFile } from './public-files.ts';

const TEXT = 'abc '.repeat(1000);

/** Starts a server with one public file. `made.count` is how often the file was created. */
async function startServer(body = TEXT) {
  const made = { count: 0 };
  const app = fastify();
  await app.register(compress);
  servePublicFile(app, '/file.js', () => {
    made.count += 1;
    return { type: 'text/javascript; charset=utf-8', body: Buffer.from(body) };
  });
  onTestFinished(() => app.close());
  const get = (headers: Record<string, string> = {}) => app.inject({ url: '/file.js', headers });
  return { app, made, get };
}

test('makes and compresses a file once for all requests', async () => {
  const { made, get } = await startServer();
  const responses = await Promise.all([1, 2, 3].map(() => get({ 'accept-encoding': 'br' })));
  expect(made.count).toBe(1);
  for (const { rawPayload } of responses) {
    expect(brotliDecompressSync(rawPayload).toString()).toBe(TEXT);
  }
});

test('sends the encoding that the request accepts, brotli first', async () => {
  const { get } = await startServer();
  const encodingFor = async (accepted: string) => {
    const { headers } = await get({ 'accept-encoding': accepted });
    expect(headers.vary).toBe('accept-encoding');
    return headers['content-encoding'];
  };
  expect(await encodingFor('gzip, deflate, br')).toBe('br');
  expect(await encodingFor('gzip;q=1.0, br;q=0')).toBe('gzip');
  const { rawPayload } = await get({ 'accept-encoding': 'gzip' });
  expect(gunzipSync(rawPayload).toString()).toBe(TEXT);
});

test.each(['deflate', 'zstd', 'identity', '*', ''])(
  'sends the plain file for Accept-Encoding "%s" instead of compressing it for the request',
  async (accepted) => {
    const { get } = await startServer();
    const { headers, body } = await get({ 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBeUndefined();
    expect(body).toBe(TEXT);
  },
);

test('returns 304 without a body to a browser whose copy is current', async () => {
  const { get } = await startServer();
  for (const encoding of ['br', 'identity']) {
    const { headers } = await get({ 'accept-encoding': encoding });
    const etag = String(headers.etag);
    const again = await get({ 'accept-encoding': encoding, 'if-none-match': etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect(again.headers.etag).toBe(etag);
  }
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
});

test('returns the headers of GET for HEAD', async () => {
  const { app, get } = await startServer();
  const head = await app.inject({ method: 'HEAD', url: '/file.js' });
  expect(head.headers['content-length']).toBe(String((await get()).rawPayload.length));
  expect(head.body).toBe('');
});

test('makes a file again after it could not be made', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  let tries = 0;
  servePublicFile(app, '/file.js', () => {
    tries += 1;
    if (tries === 1) throw new Error('The disk failed');
    return { type: 'text/javascript', body: Buffer.from(TEXT) };
  });
  expect((await app.inject('/file.js')).statusCode).toBe(500);
  expect((await app.inject('/file.js')).body).toBe(TEXT);
});
