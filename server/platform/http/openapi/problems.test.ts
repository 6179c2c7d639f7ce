import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ErrorCode, errorTable } from '#contract/shared/errors.ts';
import type { Problem } from '#contract/shared/rest.ts';
import { buildApp } from '#server/app/app.ts';
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { sendRaw } from '#server/testing/raw-request.ts';
import { describeApi } from './document.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
});
afterAll(() => app.close());

const JSON_BODY = { 'content-type': 'application/json' };
const LARGE = JSON.stringify({ amount: '1'.repeat(600_000) });

function send(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { cookie: user.cookie, ...(init.headers as Record<string, string>) };
  return fetch(`${app.baseUrl}${path}`, { ...init, headers });
}

test.each<[ErrorCode, string, RequestInit]>([
  ['NOT_FOUND', '/api/v1/nothing', {}],
  ['NOT_FOUND', '/api/sessions/current', {}],
  ['METHOD_NOT_ALLOWED', '/api/v1/withdrawals', { method: 'DELETE' }],
  ['MISSING_SESSION', '/api/v1/balances/current', { headers: { cookie: '' } }],
  ['ADMIN_REQUIRED', '/api/v1/users', {}],
  ['CROSS_SITE_REQUEST', '/api/v1/withdrawals', { method: 'POST', headers: { origin: 'null' } }],
  ['TRANSACTION_NOT_FOUND', '/api/v1/passbook/01890000-0000-7000-8000-000000000000', {}],
  ['INVALID_INPUT', '/api/v1/passbook?limit=many', {}],
  ['INVALID_INPUT', '/api/v1/withdrawals', { method: 'POST', headers: JSON_BODY, body: '{' }],
  ['PAYLOAD_TOO_LARGE', '/api/v1/withdrawals', { method: 'POST', headers: JSON_BODY, body: LARGE }],
  ['UNSUPPORTED_TYPE', '/api/v1/withdrawals', { method: 'POST', body: 'text' }],
  [
    'INVALID_INPUT',
    '/files/deposits',
    { method: 'POST', headers: { 'wallet-form': 'e30' }, body: 'x' },
  ],
])('returns %s at %s as an RFC 9457 problem', async (code, path, init) => {
  const response = await send(path, init);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const problem = (await response.json()) as Problem;
  expect(problem).toMatchObject({
    type: `/api/v1/problems#${code}`,
    status: response.status,
    detail: expect.stringMatching(/./),
    instance: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/),
    code,
  });
  expect(response.status).toBe(errorTable[code].status);
  if (response.status === 405) expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
});

test('lists the refused fields of malformed input', async () => {
  const problemOf = async (path: string, init: RequestInit = {}) =>
    (await (await send(path, init)).json()) as Problem;
  const detail = expect.stringMatching(/./);
  expect((await problemOf('/api/v1/passbook?limit=many')).errors).toEqual([
    { pointer: '#/limit', detail },
  ]);
  const body = JSON.stringify({ amount: 5, requestKey: 'x' });
  const withdrawal = { method: 'POST', headers: JSON_BODY, body };
  const { errors } = await problemOf('/api/v1/withdrawals', withdrawal);
  expect(errors).toContainEqual({ pointer: '#/amount', detail });
  expect(errors).toContainEqual({ pointer: '#/requestKey', detail });
  const form = Buffer.from('{"amount":5}').toString('base64url');
  const upload = { method: 'POST', headers: { 'wallet-form': form }, body: 'x' };
  expect((await problemOf('/files/deposits', upload)).errors).toContainEqual({
    pointer: '#/amount',
    detail,
  });
});

test('sets Retry-After on a problem whose data has seconds', async () => {
  const login = () =>
    send('/api/v1/sessions', {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify({ username: 'guessed', password: 'wrong' }),
    });
  for (let tries = 0; tries < 50; tries++) {
    const response = await login();
    if (response.status !== 429) continue;
    const problem = (await response.json()) as Problem;
    expect(problem).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', title: 'Too many attempts' });
    expect(response.headers.get('retry-after')).toBe(String(problem.data?.seconds));
    return;
  }
  expect.unreachable('nobody was told to wait');
});

test('an unexpected error shows its request id, and nothing of its cause', async () => {
  const server = await buildApp(app.deps);
  server.get('/fails', () => {
    throw new Error('secret: SELECT 1 FROM users');
  });
  const answer = await server.inject({ url: '/fails', headers: { host: '127.0.0.1' } });
  await server.close();
  const { status, code, data, instance } = answer.json();
  expect({ status, code }).toEqual({ status: 500, code: 'INTERNAL' });
  expect(instance).toBe(`urn:uuid:${data.requestId}`);
  expect(answer.body).not.toMatch(/secret|SELECT|problems\.test|stack/);
});

test('an HTTP parser error is sent as a problem', async () => {
  const headers = { 'x-long': 'x'.repeat(20_000) };
  const answer = await sendRaw(app.baseUrl, { method: 'GET', path: '/api/v1/sessions', headers });
  expect(answer).toMatchObject({ status: 431, code: 'INVALID_INPUT' });
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
});

test('the problems page documents every problem type', async () => {
  const html = await (await send('/api/v1/problems')).text();
  for (const code of Object.keys(errorTable)) expect(html).toContain(`<h2 id="${code}">`);
});

test('every problem’s example fills its placeholders', async () => {
  const { components } = await describeApi('Wallet API', '1.0.0');
  const examples = Object.values(components?.examples ?? {}) as { value: Problem }[];
  expect(examples.length).toBeGreaterThan(50);
  for (const { value } of examples) {
    expect(value.detail).not.toMatch(/\{\{/);
    expect(Object.values(value.data ?? {})).not.toContain('');
  }
});
