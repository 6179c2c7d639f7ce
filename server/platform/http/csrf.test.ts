import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../testing/harness.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

function send(headers: Record<string, string>, method = 'DELETE') {
  return fetch(`${app.baseUrl}/api/v1/sessions/current`, { method, headers });
}

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }],
  ['another origin', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
  ['another port', { origin: 'http://127.0.0.1:1' }],
])('refuses an unsafe request from %s', async (_, headers) => {
  const response = await send(headers);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'CROSS_SITE_REQUEST' });
});

test('allows requests of our own pages and of clients that are not browsers', async () => {
  const origin = app.baseUrl;
  expect((await send({ 'sec-fetch-site': 'same-origin', origin })).status).toBe(200);
  expect((await send({ 'sec-fetch-site': 'none' })).status).toBe(200);
  expect((await send({})).status).toBe(200);
});

test.each(['my-data.zip', 'passbook.csv?search=a', 'transactions.csv', 'audit.csv', 'audit.json'])(
  'a link on another site cannot start the export %s',
  async (file) => {
    const request = async (site: string) => {
      const answer = await fetch(`${app.baseUrl}/files/${file}`, {
        headers: { 'sec-fetch-site': site },
      });
      const { code } = z.object({ code: z.string() }).parse(await answer.json());
      return code;
    };
    expect(await request('cross-site')).toBe('CROSS_SITE_REQUEST');
    expect(await request('same-origin')).toBe('MISSING_SESSION');
  },
);

test('allows opening a page by a link on another site', async () => {
  const response = await send({ 'sec-fetch-site': 'cross-site' }, 'GET');
  expect(await response.json()).toMatchObject({ code: 'MISSING_SESSION' });
});
