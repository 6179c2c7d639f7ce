import { StandardRPCJsonSerializer } from '@orpc/client/standard';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_DECISIONS_IN_A_CALL } from '#contract/review/rules.ts';
import { buildApp } from '#server/app/app.ts';
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { listProcedures } from '#server/testing/procedures.ts';
import { type RawRequest, sendRaw } from '#server/testing/raw-request.ts';

const procedures = listProcedures();
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const ANY_ID = '01890000-0000-4000-8000-000000000000';
const SUPPORT = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  category: 'deposit',
  subject: 'No money yet',
  message: 'I paid on Monday.',
};
/** Headers of a body that is never sent: a response proves that the server did not wait for it. */
const UNSENT = { 'content-type': 'application/json', 'content-length': 100 };
/** Browsers send it before a script of another origin may send JSON. */
const PREFLIGHT = {
  method: 'OPTIONS',
  path: '/rpc/sessions/login',
  headers: {
    origin: 'https://other.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  },
};
/** In a host name these characters take a second to parse, and ten times as many take a hundred seconds. */
const LETTERS = Array.from({ length: 5000 }, (_, at) =>
  String.fromCharCode(0x4e00 + ((at * 7919) % 20_000)),
).join('');

let app: TestApp;
let admin: SignedIn;
/** The same application without a network connection, for tests of routing only. */
let inner: FastifyInstance;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  inner = await buildApp(app.deps);
});
afterAll(async () => {
  await inner.close();
  await app.close();
});

const send = (request: RawRequest) => sendRaw(app.baseUrl, request);

function post(path: string, body: string, headers: Record<string, string> = {}) {
  const sent = { cookie: admin.cookie, 'content-type': 'application/json', ...headers };
  return send({ path, headers: { ...sent, 'content-length': Buffer.byteLength(body) }, body });
}

function restMethodsAt(path: string): string[] {
  const here = procedures.filter(({ restShape }) => restShape.test(path));
  return METHODS.filter((method) =>
    here.some((procedure) => procedure.method === (method === 'HEAD' ? 'GET' : method)),
  );
}

test.each(procedures)(
  '$path has one method, and HEAD where it has GET',
  async ({ path, restPath }) => {
    const routes = [
      { url: `/rpc/${path}`, allowed: ['POST'] },
      { url: `/api/v1${restPath}`, allowed: restMethodsAt(restPath) },
    ];
    const headers = { cookie: admin.cookie };
    for (const { url, allowed } of routes) {
      const others = METHODS.filter((method) => !allowed.includes(method)) as 'GET'[];
      const answers = await Promise.all(
        others.map((method) => inner.inject({ method, url, headers })),
      );
      const seen = new Set(answers.map((answer) => `${answer.statusCode} ${answer.headers.allow}`));
      expect(seen).toEqual(new Set([`405 ${allowed.sort().join(', ')}`]));
      const unread = { method: 'PUT', path: url, headers: { ...headers, ...UNSENT } };
      if (!allowed.includes('PUT')) expect((await send(unread)).status).toBe(405);
    }
  },
);

test('rejects an id of any length as malformed input', async () => {
  for (const length of [101, 9000]) {
    const path = `/api/v1/transactions/${'a'.repeat(length)}`;
    const { status } = await send({ method: 'GET', path, headers: { cookie: admin.cookie } });
    expect(status).toBe(422);
  }
});

test('HEAD returns the status and headers of GET without its body, and passes the same gate', async () => {
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) =>
      fetch(`${app.baseUrl}/api/v1/sessions/current`, {
        method,
        headers: { cookie: admin.cookie, 'accept-encoding': 'identity' },
      }),
    ),
  );
  expect(head?.status).toBe(200);
  expect(await head?.text()).toBe('');
  for (const name of ['content-type', 'content-length', 'cache-control'])
    expect(head?.headers.get(name)).toBe(get?.headers.get(name));
  const stranger = await fetch(`${app.baseUrl}/api/v1/sessions/current`, { method: 'HEAD' });
  expect(stranger.status).toBe(401);
});

test.each(procedures.filter(({ access }) => access !== 'public'))(
  '$path reads no body of an unauthenticated request',
  async ({ path, method, restPath }) => {
    const answers = [await send({ path: `/rpc/${path}`, headers: UNSENT })];
    if (method !== 'GET') {
      answers.push(await send({ method, path: `/api/v1${restPath}`, headers: UNSENT }));
    }
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['MISSING_SESSION']));
  },
);

/** oRPC's native types by number (STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES), and one unknown type. */
const NATIVE_TYPES = ['bigint', 'date', 'nan', 'undefined', 'url', 'regexp', 'set', 'map', 'other'];

describe('oRPC native types', () => {
  const reads = vi.spyOn(StandardRPCJsonSerializer.prototype, 'deserialize');
  beforeEach(() => void reads.mockClear());
  const asking = (type: number) => ({ json: { a: '1' }, meta: [[type, 'a']] });
  const everyType = NATIVE_TYPES.map((name, type) => ({ name, body: asking(type) }));

  test.each([
    ...everyType,
    { name: 'an empty entry', body: { json: null, meta: [[]] } },
    { name: 'an object instead of a list', body: { meta: { 0: [4] } } },
    { name: 'a text instead of a list', body: { meta: 'url' } },
    { name: 'a list instead of the envelope', body: [{ json: 1 }] },
  ])('the login refuses type metadata without deserializing it: $name', async ({ body }) => {
    const answer = await post('/rpc/sessions/login', JSON.stringify(body), { cookie: '' });
    expect(answer.code).toBe('INVALID_INPUT');
    expect(reads).not.toHaveBeenCalled();
  });

  test('no procedure deserializes a native type', async () => {
    const body = JSON.stringify(asking(4));
    const answers = await Promise.all(procedures.map(({ path }) => post(`/rpc/${path}`, body)));
    expect(answers.map(({ code }) => code)).toEqual(
      procedures.map(({ keysOnly }) => (keysOnly ? 'API_KEY_REQUIRED' : 'INVALID_INPUT')),
    );
    expect(reads).not.toHaveBeenCalled();
  });
});

describe('refuses an unexpected body before reading it:', () => {
  test.each([
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'text/plain',
    'text/event-stream',
    'application/octet-stream',
    'application/json-patch+json',
    '',
  ])('content type %j', async (type) => {
    for (const path of ['/rpc/sessions/login', '/api/v1/sessions']) {
      const headers = { 'content-length': 10, ...(type && { 'content-type': type }) };
      expect(await send({ path, headers })).toMatchObject({ code: 'UNSUPPORTED_TYPE' });
    }
  });

  test.each([
    ['/rpc/sessions/login', 17_000],
    ['/api/v1/sessions', 17_000],
    ['/rpc/supportMessages/send', 300_000],
    ['/rpc/review/decide', 1_100_000],
  ])('a body for %s of %i bytes', async (path, length) => {
    const headers = { ...UNSENT, 'content-length': length, cookie: admin.cookie };
    expect(await send({ path, headers })).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  test('a GET request with a body', async () => {
    for (const path of ['/api/v1/sessions/current', '/files/passbook.csv', '/healthz', '/login']) {
      const answer = await send({ method: 'GET', path, headers: UNSENT });
      expect(answer).toMatchObject({ status: 413 });
    }
  });

  test('a body for an unknown path', async () => {
    for (const path of ['/rpc/nothing', '/api/v1/nothing', '/nothing', '/rpc/sessions/%6Cogin/']) {
      expect(await send({ path, headers: UNSENT })).toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

test('accepts the largest inputs that the contract allows', async () => {
  const ids = Array.from(
    { length: MAX_DECISIONS_IN_A_CALL + 1 },
    () => '01890000-0000-7000-8000-000000000000',
  );
  const many = { json: { ids, acknowledgedIds: ids, decision: 'rejected', requestKey: ids[0] } };
  // Refused by the contract's own limit, not by the body limit.
  const refused = await post('/rpc/review/decide', JSON.stringify(many));
  expect(refused.status).toBe(422);
  const longest = '\u{1F600}'.repeat(500);
  const escaped = JSON.stringify({ json: { username: longest, password: longest } }).replace(
    /[\ud800-\udfff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );
  expect(await post('/rpc/sessions/login', escaped)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  const texts = Array.from({ length: 50 }, () => LETTERS.slice(0, 500));
  const translate = { json: { language: 'hi', texts } };
  expect(await post('/rpc/translations/translate', JSON.stringify(translate))).toMatchObject({
    status: 200,
  });
});

describe('cost of a hostile request', () => {
  const nested = (depth: number) => `{"json":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const url = JSON.stringify({ json: { a: `http://${LETTERS}/` }, meta: [[4, 'a']] });
  const returns = '\r'.repeat(200_000);
  const bankUrl = JSON.stringify({
    json: { title: 'x', url: `http://${LETTERS.slice(0, 1900)}/` },
  });
  test.each([
    ['a host in a native URL', () => post('/rpc/sessions/login', url)],
    [
      'a long Host',
      () =>
        send({
          method: 'GET',
          path: '/login',
          headers: { host: encodeURI(LETTERS.slice(0, 1200)) },
        }),
    ],
    [
      'a long Origin',
      () =>
        send({
          path: '/rpc/sessions/login',
          headers: { origin: `http://${encodeURI(LETTERS.slice(0, 1200))}` },
        }),
    ],
    [
      'a host in the path',
      () => send({ method: 'GET', path: `//${encodeURI(LETTERS.slice(0, 1500))}/` }),
    ],
    ['nested arrays without a session', () => post('/rpc/sessions/login', nested(7000))],
    [
      'nested arrays from a signed-in user',
      () => post('/rpc/supportMessages/send', nested(120_000)),
    ],
    [
      'a list of 250,000 values',
      () => post('/rpc/users/create', `{"json":[${'1,'.repeat(250_000)}1]}`),
    ],
    [
      'nested brackets in a query',
      () =>
        send({
          method: 'GET',
          path: `/api/v1/passbook?a${'[b]'.repeat(4000)}=1`,
          headers: { cookie: admin.cookie },
        }),
    ],
    [
      '3,000 repeated query parameters',
      () =>
        send({
          method: 'GET',
          path: `/api/v1/passbook?${'a=1&'.repeat(3000)}`,
          headers: { cookie: admin.cookie },
        }),
    ],
    [
      '200,000 carriage returns',
      () => post('/rpc/supportMessages/send', JSON.stringify({ json: { message: returns } })),
    ],
    ['a host in a link', () => post('/rpc/siteUrls/create', bankUrl)],
  ])('refuses %s within 150 ms of CPU time', async (_, attack) => {
    const spent: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const begun = process.cpuUsage();
      const { status } = await attack();
      spent.push(process.cpuUsage(begun).user / 1000);
      expect(status).toBeGreaterThanOrEqual(400);
    }
    // Each took from 0.2 to 20 s. The measurement covers the whole process, with its garbage collection.
    expect(Math.min(...spent)).toBeLessThan(150);
  });
});

test('every response with personal data forbids caching', async () => {
  const { cookie } = admin;
  const answers = await Promise.all([
    post('/rpc/sessions/current', '{}'),
    send({ method: 'GET', path: '/api/v1/sessions/current', headers: { cookie } }),
    send({ method: 'GET', path: '/files/transactions.csv', headers: { cookie } }),
    send({ method: 'GET', path: '/files/receipts/none', headers: { cookie } }),
    send({ method: 'GET', path: '/api/v1/nothing' }),
    send({ method: 'PUT', path: '/rpc/sessions/current' }),
    send({ path: '/rpc/sessions/login', headers: { origin: 'https://other.example' } }),
  ]);
  for (const { headers } of answers) expect(headers.get('cache-control')).toContain('no-store');
});

test('refuses a command sent with HEAD from another port', async () => {
  const headers = { cookie: admin.cookie, origin: 'http://127.0.0.1:1' };
  const answer = await send({ method: 'HEAD', path: '/rpc/sessions/logout', headers });
  expect(answer.status).toBe(405);
  expect(await admin.api.sessions.current()).toBeDefined();
});

describe('JSON with lone surrogates', () => {
  const body = (fields: object) => JSON.stringify({ requestKey: ANY_ID, ...fields });
  const lone = 'half \ud83d of a character';
  test.each([
    ['supportMessages/send', { ...SUPPORT, message: lone }],
    ['settings/addReason', { en: lone }],
    ['savedViews/save', { list: 'users', name: 'All', search: { q: lone } }],
    ['savedViews/save', { list: 'users', name: 'All', search: { [lone]: 'x' } }],
  ])('is refused as malformed input by %s', async (path, fields) => {
    const answer = await post(`/rpc/${path}`, `{"json":${body(fields)}}`);
    expect(answer).toMatchObject({ status: 422, code: 'INVALID_INPUT' });
  });

  test('surrogate pairs and escaped backslashes are accepted', async () => {
    const text = 'a pair \\ud83d\\ude00, and \\\\ud83d as text';
    const sent = body({ ...SUPPORT, message: '%' }).replace('%', text);
    expect(await post('/rpc/supportMessages/send', `{"json":${sent}}`)).toMatchObject({
      status: 200,
    });
  });
});

test.each(['__proto__', 'constructor'])('refuses JSON that names %s', async (name) => {
  const body = `{"json":{"username":"a","password":"b","${name}":{"prototype":{"isAdmin":true}}}}`;
  const answer = await post('/rpc/sessions/login', body, { cookie: '' });
  expect(answer).toMatchObject({ status: 422, code: 'INVALID_INPUT' });
});

test('refuses a request with two Host headers', async () => {
  const { host } = new URL(app.baseUrl);
  const answer = await send({
    method: 'GET',
    path: '/healthz',
    headers: { 'x-a': `1\r\nHost: ${host}` },
  });
  expect(answer).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
});

test('ends the connection of a request for another protocol after its response', async () => {
  const headers = { connection: 'Upgrade', upgrade: 'websocket' };
  const answer = await send({ method: 'GET', path: '/healthz', headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
});

test('refuses a request with two lengths: a proxy could see two requests in it', async () => {
  const body = '0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const lengths = { 'content-length': body.length, 'transfer-encoding': 'chunked' };
  const answer = await send({ path: '/rpc/sessions/login', headers: lengths, body });
  expect(answer).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  expect(answer.headers.get('connection')).toBe('close');
});

test.each<[string, number, RawRequest]>([
  ['a response', 200, { method: 'GET', path: '/healthz' }],
  ['the metrics', 200, { method: 'GET', path: '/metrics' }],
  ['a file without a session', 401, { method: 'GET', path: '/files/receipts/none' }],
  ['an error', 404, { method: 'GET', path: '/api/v1/nothing' }],
  ['a misdirected request', 421, { method: 'GET', path: '/', headers: { host: 'a.example' } }],
  ['a refused method', 404, { method: 'TRACE', path: '/login' }],
  ['a preflight of another origin', 405, PREFLIGHT],
  ['an HTTP parser error', 400, { method: 'NO HTTP', path: '/' }],
  ['an address that cannot be decoded', 400, { method: 'GET', path: '/rpc/%zz' }],
  ['a missing host', 421, { method: 'GET', path: '/', headers: { host: undefined } }],
  [
    'another expectation',
    404,
    { method: 'GET', path: '/api/v1/nothing', headers: { expect: 'x' } },
  ],
])('sends the security headers with %s', async (_, expected, request) => {
  const { status, headers } = await send(request);
  expect(status).toBe(expected);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(headers.get('permissions-policy')).toContain('camera=()');
});
