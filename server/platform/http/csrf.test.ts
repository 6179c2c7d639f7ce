import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('allows opening a page by a link on another site', async () => {
  const response = await send({ 'sec-fetch-site': 'cross-site' }, 'GET');
  expect(await response.json()).toMatchObject({ code: 'MISSING_SESSION' });
});
