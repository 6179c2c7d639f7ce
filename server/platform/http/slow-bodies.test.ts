import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENTS_PATH } from '#contract/events/frames.ts';
import { buildApp } from '#server/app/app.ts';
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { sendRaw } from '#server/testing/raw-request.ts';
import { buildDepositForm } from '#server/testing/upload.ts';
import { connectionTimes } from './limits.ts';
import { watchBodies } from './slow-bodies.ts';

const IMPATIENT = { graceMs: 100, bytesPerSecond: 1000, checkEveryMs: 20 };

let app: TestApp;
let user: SignedIn;
let server: FastifyInstance;
let baseUrl: string;

beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
  server = await buildApp(app.deps, IMPATIENT);
  baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await app.close();
});

test.each([
  { path: '/rpc/sessions/login', type: 'application/json' },
  { path: '/api/v1/sessions', type: 'application/json' },
  { path: '/rpc/supportMessages/send', type: 'application/json' },
  { path: '/files/deposits', type: 'image/jpeg' },
  { path: '/files/avatars', type: 'image/jpeg' },
])('ends a request to $path whose body stops arriving with 408', async ({ path, type }) => {
  const form = Buffer.from(JSON.stringify(buildDepositForm())).toString('base64url');
  const headers = { cookie: user.cookie, 'wallet-form': form, 'content-type': type };
  const answer = await sendRaw(baseUrl, {
    path,
    headers: { ...headers, 'content-length': 4000 },
    body: '{"json":',
  });
  expect(answer).toMatchObject({ status: 408, code: 'REQUEST_TIMEOUT' });
  expect(answer.headers.get('connection')).toBe('close');
});

test('ends a request whose chunked body stops arriving with 408', async () => {
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const answer = await sendRaw(baseUrl, { path: '/rpc/sessions/login', headers, body: '1\r\n{' });
  expect(answer.code).toBe('REQUEST_TIMEOUT');
});

test('does not end event streams and requests without a body', async () => {
  const [stream, whole] = [new AbortController(), { 'content-type': 'application/json' }];
  const events = await fetch(`${baseUrl}${EVENTS_PATH}`, {
    headers: { cookie: user.cookie },
    signal: stream.signal,
  });
  const reader = events.body?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toContain('ready');
  // Waits for a body timeout: this request stalls, and ends while the stream is open.
  await sendRaw(baseUrl, {
    path: '/rpc/sessions/login',
    headers: { ...whole, 'content-length': 10 },
  });
  await user.api.profiles.setLanguage({ language: 'hi' });
  expect(await next()).toContain('profile');
  stream.abort();
});

test('the time that the server takes to read a body does not count towards the body timeout', async () => {
  const { createServer } = await import('node:http');
  // The client has a second to begin. Reads nothing until the time limit of the bytes that fit into the buffer has passed.
  const pace = { graceMs: 1000, bytesPerSecond: 1_000_000, checkEveryMs: 20 };
  const patient = createServer((request, response) => {
    setTimeout(() => request.resume().on('end', () => response.end('heard')), 1500);
  });
  watchBodies(patient, pace, ({ socket }) => socket.destroy());
  await new Promise<void>((resolve) => patient.listen(0, '127.0.0.1', resolve));
  const { port } = patient.address() as AddressInfo;
  const sent = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    body: new Uint8Array(20_000_000),
  });
  expect(await sent.text()).toBe('heard');
  patient.close();
});

test('sets timeouts for headers, whole requests and idle connections', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    headersTimeout: connectionTimes.headersMs,
    requestTimeout: connectionTimes.requestMs,
    keepAliveTimeout: connectionTimes.keepAliveMs,
    timeout: connectionTimes.silenceMs,
  });
});
