import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { startTestApp, type TestApp } from '../../testing/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function linesOf(username: string): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const write: Writable['_write'] = (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  };
  const log = pino({ level: 'info' }, new Writable({ write }));
  const server = await buildApp({ ...app.deps, log });
  const { cookie } = await app.newUser({ username });
  const headers = { host: '127.0.0.1', cookie };
  const remoteAddress = '127.0.0.9';
  await server.inject({ url: '/healthz', headers });
  await server.inject({ url: '/api/v1/sessions/current?q=secret', headers, remoteAddress });
  const login = { method: 'POST', url: '/rpc/sessions/login', remoteAddress } as const;
  const origin = 'https://secret.example';
  await server.inject({ ...login, headers: { host: '127.0.0.1', origin }, payload: {} });
  await server.inject({ ...login, headers: { host: '127.0.0.1' }, payload: { json: 'secret' } });
  await server.close();
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
}

test('logs a request as one line with its id, route, status, duration and error code, and without personal data', async () => {
  const lines = await linesOf('secret-one');
  expect(lines).toEqual([
    expect.objectContaining({
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      method: 'GET',
      route: '/api/v1/sessions/current',
      status: 200,
      ms: expect.any(Number),
    }),
    expect.objectContaining({ status: 403, code: 'CROSS_SITE_REQUEST' }),
    expect.objectContaining({ status: 422, code: 'INVALID_INPUT' }),
  ]);
  expect(lines[0]).not.toHaveProperty('code');
  expect(JSON.stringify(lines)).not.toMatch(/secret|127\.0\.0\.9|cookie/);
});
