import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/harness.ts';
import type { Config } from '../config/config.ts';

type Headers = Record<string, string>;

const PUBLIC = { publicUrl: new URL('https://wallet.example') };
const OUTSIDER = '198.51.100.7';
const PROXY = '10.0.0.5';

let app: TestApp;
const servers = new Map<string, Promise<FastifyInstance>>();

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  for (const server of servers.values()) await (await server).close();
  await app.close();
});

async function build(settings: Partial<Config>, logged: string[] = []) {
  const config = { ...app.deps.config, ...settings };
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const server = await buildApp({ ...app.deps, config, log });
  server.get('/probe', async ({ ip, arrival }) => ({ ip, ...arrival }));
  return server;
}

function serverWith(settings: Partial<Config>): Promise<FastifyInstance> {
  const key = JSON.stringify(settings);
  const server = servers.get(key) ?? build(settings);
  servers.set(key, server);
  return server;
}

const OPEN = {};
test.each<[Partial<Config>, string, number]>([
  [OPEN, '127.0.0.1:3000', 200],
  [OPEN, 'localhost:3000', 200],
  [OPEN, '[::1]:3000', 200],
  [OPEN, '192.168.1.7:3000', 200],
  [OPEN, 'evil.example', 421],
  [OPEN, 'localhost.evil.example', 421],
  [OPEN, '127.0.0.1.evil.example:3000', 421],
  [OPEN, '127.0.0.1:3000@evil.example', 421],
  [{ host: '0.0.0.0' }, '192.168.1.7:3000', 200],
  [{ host: '0.0.0.0' }, 'wallet.local:3000', 421],
  [{ host: 'wallet.local' }, 'wallet.local:3000', 200],
  [PUBLIC, 'wallet.example', 200],
  [PUBLIC, 'wallet.example:443', 200],
  [PUBLIC, 'evil.example', 421],
  [PUBLIC, '127.0.0.1:3000', 421],
])('with the settings %j, a request to the host %s gets %i', async (settings, host, status) => {
  const server = await serverWith(settings);
  const page = await server.inject({ url: '/probe', headers: { host } });
  expect(page.statusCode).toBe(status);
  if (status === 421) expect(page.json()).toMatchObject({ code: 'MISDIRECTED' });
  // Load balancers request /healthz by address. Its response holds no personal data.
  expect((await server.inject({ url: '/healthz', headers: { host } })).statusCode).toBe(200);
});

const FORWARDED = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': '203.0.113.80',
};
const believed = { ip: '203.0.113.9', origin: 'https://203.0.113.80', isHttps: true };
const plain = { origin: 'http://127.0.0.1:3000', isHttps: false };
const direct = { ...plain, ip: '127.0.0.1', isDirect: true };
test.each<[Partial<Config>, string, Headers, object]>([
  [{}, '127.0.0.1', {}, direct],
  [{}, '::1', {}, { isDirect: true }],
  [{}, '::ffff:127.0.0.1', {}, { isDirect: true }],
  [{}, '127.0.0.1', { origin: 'http://localhost:5173' }, { isDirect: true }],
  [{}, OUTSIDER, {}, { ip: OUTSIDER, isDirect: false }],
  [{}, '127.0.0.1', { host: '192.168.1.7:3000' }, { isDirect: false }],
  [{}, '127.0.0.1', { origin: 'https://wallet.example' }, { isDirect: false }],
  [{}, '127.0.0.1', { origin: 'null' }, { isDirect: false }],
  ...[
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-server',
    'x-real-ip',
    'cf-connecting-ip',
    'cf-ray',
    'true-client-ip',
    'x-client-ip',
    'fastly-client-ip',
    'x-envoy-external-address',
    'x-original-host',
  ].map((name): [object, string, Headers, object] => [
    {},
    '127.0.0.1',
    { [name]: 'anything' },
    { ...direct, isDirect: false },
  ]),
  [{}, '127.0.0.1', FORWARDED, { ...plain, ip: '127.0.0.1', isDirect: false }],
  [{ trustProxy: 1 }, PROXY, FORWARDED, believed],
  [{ trustProxy: [PROXY] }, PROXY, FORWARDED, believed],
  [{ trustProxy: ['10.0.0.0/8'] }, `::ffff:${PROXY}`, FORWARDED, believed],
  [{ trustProxy: [PROXY] }, OUTSIDER, FORWARDED, { ...plain, ip: OUTSIDER }],
  [{ trustProxy: [PROXY] }, '127.0.0.1', FORWARDED, { ...plain, isDirect: false }],
  // Addresses that a client forges are to the left of those that the proxies add.
  [{ trustProxy: 1 }, PROXY, { 'x-forwarded-for': '1.2.3.4, 203.0.113.9' }, { ip: '203.0.113.9' }],
  [
    { trustProxy: 2 },
    PROXY,
    { 'x-forwarded-for': '1.2.3.4, 203.0.113.9, 10.0.0.6' },
    { ip: '203.0.113.9' },
  ],
  [{ trustProxy: 1 }, PROXY, { 'x-forwarded-for': '203.0.113.8:1234' }, { ip: '203.0.113.8' }],
  [{ trustProxy: 1 }, PROXY, { 'x-forwarded-for': '[2001:db8::1]:443' }, { ip: '2001:db8::1' }],
  [{ trustProxy: 1 }, PROXY, { 'x-forwarded-for': '2001:db8::1' }, { ip: '2001:db8::1' }],
  // Only the entry of the trusted proxy must be an address.
  [{ trustProxy: 1 }, PROXY, { 'x-forwarded-for': 'x, 203.0.113.9' }, { ip: '203.0.113.9' }],
  [
    { trustProxy: 1 },
    PROXY,
    { 'x-forwarded-proto': 'javascript' },
    { origin: 'http://127.0.0.1:3000' },
  ],
])(
  'with the settings %j, a request from %s with headers %j is read as %j',
  async (settings, remoteAddress, headers, arrival) => {
    const server = await serverWith(settings);
    const sent = { host: '127.0.0.1:3000', ...headers };
    const response = await server.inject({ url: '/probe', remoteAddress, headers: sent });
    expect(response.json()).toMatchObject(arrival);
  },
);

test.each(['unknown', 'x', '203.0.113.8:port', '[203.0.113.8', '1.2.3.4.5', ''])(
  'refuses an invalid forwarded address: %j',
  async (forwardedFor) => {
    const server = await serverWith({ trustProxy: 1 });
    const headers = { host: '127.0.0.1:3000', 'x-forwarded-for': `1.2.3.4, ${forwardedFor}` };
    const response = await server.inject({ url: '/probe', remoteAddress: PROXY, headers });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
  },
);

test('a page of another host name can’t use a forwarding header to pass the host check', async () => {
  const server = await serverWith({ trustProxy: 1 });
  const headers = { host: 'evil.example', 'x-forwarded-host': '127.0.0.1' };
  expect((await server.inject({ url: '/probe', headers })).statusCode).toBe(421);
});

test.each<[Partial<Config>, Headers, boolean]>([
  [PUBLIC, { origin: 'https://wallet.example' }, true],
  [PUBLIC, { origin: 'http://wallet.example' }, false],
  [PUBLIC, { origin: 'https://wallet.example:8443' }, false],
  [PUBLIC, { origin: 'https://evil.example' }, false],
  [{}, { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }, true],
  [{}, { host: '127.0.0.1:3000', origin: 'https://127.0.0.1:3000' }, false],
  [{ trustProxy: 1 }, { ...FORWARDED, origin: 'https://203.0.113.80' }, true],
  [{ trustProxy: 1 }, { 'x-forwarded-proto': 'data', origin: 'null' }, false],
])(
  'with the settings %j, an unsafe request with headers %j is accepted: %s',
  async (settings, headers, isTaken) => {
    const server = await serverWith(settings);
    const host = settings.publicUrl?.host ?? '127.0.0.1:3000';
    const url = '/api/v1/sessions/current';
    const response = await server.inject({ method: 'DELETE', url, headers: { host, ...headers } });
    expect(response.statusCode).toBe(isTaken ? 200 : 403);
  },
);

test.each<[Partial<Config>, Headers, { isSecure: boolean; hsts: string | undefined }]>([
  [PUBLIC, { host: 'wallet.example' }, { isSecure: true, hsts: 'max-age=31536000' }],
  [{ publicUrl: new URL('http://wallet.example') }, { host: 'wallet.example' }, plainHttp()],
  [{}, { 'x-forwarded-proto': 'https' }, plainHttp()],
  [{ trustProxy: 1 }, { 'x-forwarded-proto': 'https' }, { isSecure: true, hsts: undefined }],
])(
  'with the settings %j and headers %j, the session cookie and HSTS are %j',
  async (settings, headers, expected) => {
    const { username } = await app.newUser();
    const server = await serverWith(settings);
    const login = await server.inject({
      method: 'POST',
      url: '/api/v1/sessions',
      headers,
      payload: { username, password: TEST_PASSWORD },
    });
    const cookie = String(login.headers['set-cookie']);
    expect(cookie.startsWith('__Host-')).toBe(expected.isSecure);
    expect(/; Secure/.test(cookie)).toBe(expected.isSecure);
    expect(login.headers['strict-transport-security']).toBe(expected.hsts);
  },
);

function plainHttp() {
  return { isSecure: false, hsts: undefined };
}

/** Returns the logged advice about settings, without the warning that the browser application is not built. */
function adviceIn(logged: string[]): string[] {
  return logged.filter((line) => /set [A-Z_]+/.test(line));
}

test('logs once which settings to change', async () => {
  const logged: string[] = [];
  const server = await build({}, logged);
  for (const host of ['wallet.example', '127.0.0.1', 'other.example', '127.0.0.1']) {
    await server.inject({ url: '/probe', headers: { host, 'x-forwarded-proto': 'https' } });
  }
  await server.close();
  expect(adviceIn(logged)).toEqual([
    expect.stringMatching(/"from":"127\.0\.0\.1".*set TRUST_PROXY/),
    expect.stringMatching(/"host":"wallet\.example".*set PUBLIC_URL/),
  ]);

  const trusting: string[] = [];
  const told = await build({ trustProxy: 1 }, trusting);
  await told.inject({ url: '/probe', headers: { host: '127.0.0.1', ...FORWARDED } });
  await told.close();
  expect(adviceIn(trusting)).toEqual([]);
});
