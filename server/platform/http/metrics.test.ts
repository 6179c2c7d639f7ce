import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { startTestApp, type TestApp } from '../../testing/harness.ts';
import type { Config } from '../config/config.ts';

const TOKEN = 'a-token-of-some-length';

let app: TestApp;
const servers = new Map<string, Promise<FastifyInstance>>();

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  for (const server of servers.values()) await (await server).close();
  await app.close();
});

function serverWith(settings: Partial<Config>): Promise<FastifyInstance> {
  const key = JSON.stringify(settings);
  const config = { ...app.deps.config, ...settings };
  const server = servers.get(key) ?? buildApp({ ...app.deps, config });
  servers.set(key, server);
  return server;
}

const PUBLIC = { publicUrl: new URL('https://wallet.example') };
const SECRET = { metrics: { address: undefined, token: TOKEN } };
test.each<[Partial<Config>, string, Record<string, string>, number]>([
  [{}, '127.0.0.1', {}, 200],
  [PUBLIC, '127.0.0.1', {}, 200],
  [{}, '127.0.0.1', { 'x-forwarded-proto': 'https' }, 404],
  [{ trustProxy: 1 }, '10.0.0.5', { 'x-forwarded-for': '127.0.0.1' }, 404],
  [{}, '127.0.0.1', { host: 'wallet.example' }, 404],
  [{}, '127.0.0.1', { origin: 'http://evil.example' }, 404],
  [{ host: '0.0.0.0' }, '10.0.0.9', {}, 404],
  [{}, '127.0.0.1', { authorization: 'Bearer undefined' }, 200],
  [SECRET, '127.0.0.1', {}, 404],
  [SECRET, '127.0.0.1', { authorization: `Bearer ${TOKEN}x` }, 404],
  [SECRET, '127.0.0.1', { authorization: TOKEN }, 404],
  [SECRET, '10.0.0.9', { authorization: `Bearer ${TOKEN}`, host: '10.0.0.2:3000' }, 200],
  [{ ...PUBLIC, ...SECRET }, '10.0.0.9', { authorization: `Bearer ${TOKEN}`, via: 'x' }, 200],
])(
  'with the settings %j, a request for metrics from %s with headers %j gets %i',
  async (settings, remoteAddress, headers, status) => {
    const server = await serverWith(settings);
    const sent = { host: '127.0.0.1:3000', ...headers };
    const response = await server.inject({ url: '/metrics', remoteAddress, headers: sent });
    expect(response.statusCode).toBe(status);
    expect(response.body.includes('wallet_http_request_duration_seconds')).toBe(status === 200);
  },
);

test('with a separate port, metrics are served only there, until the product stops', async () => {
  const port = await findFreePort();
  const address = { host: '127.0.0.1', port };
  const server = await serverWith({ metrics: { address, token: TOKEN } });
  const inside = await server.inject({
    url: '/metrics',
    headers: { host: '127.0.0.1', authorization: `Bearer ${TOKEN}` },
  });
  expect(inside.body).not.toContain('wallet_http_request_duration_seconds');
  const get = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  expect((await get({})).status).toBe(404);
  const apart = await get({ authorization: `Bearer ${TOKEN}` });
  expect(await apart.text()).toContain('wallet_http_request_duration_seconds_count');
  const other = await serverWith({ metrics: { address, token: undefined } });
  await expect(other.ready()).rejects.toThrow(/EADDRINUSE/);
  await server.close();
  await expect(get({})).rejects.toThrow();
});
