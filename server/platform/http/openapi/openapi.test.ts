import { afterAll, beforeAll, expect, test } from 'vitest';
import { rulesOf, type UploadName, uploads } from '#contract/uploads/routes.ts';
import { UPLOAD_TYPES } from '#contract/uploads/rules.ts';
import {
  WEBHOOK_TEST,
  webhookEventNames,
  webhookEvents,
} from '#contract/webhooks/webhook-events.ts';
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import packageJson from '../../../../package.json' with { type: 'json' };

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
});
afterAll(() => app.close());

function send(path: string, init: RequestInit = {}) {
  return fetch(`${app.baseUrl}${path}`, {
    ...init,
    headers: { cookie: user.cookie, 'content-type': 'application/json' },
  });
}

interface WebhookOperation {
  summary: string;
  requestBody: { content: { 'application/json': { schema: object } } };
}

interface Operation {
  responses?: object;
  tags?: string[];
  requestBody?: { content: object };
}

interface Document {
  openapi: string;
  info: { version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: WebhookOperation }>;
}

test('the OpenAPI document describes every route, including file routes', async () => {
  const document = (await (await send('/api/v1/openapi.json')).json()) as Document;
  expect(document.openapi).toMatch(/^3\.1/);
  expect(document.info.version).toBe(packageJson.version);
  expect(document.info.description).toContain('A request contains rupees as a text');
  expect(document.info.description).toContain('A response contains whole paise as a number');
  const decide = document.paths['/transactions/decisions']?.post?.responses ?? {};
  expect(Object.keys(decide)).toEqual(expect.arrayContaining(['405', '409', '422']));
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/sessions',
      '/sessions/current',
      '/transactions/decisions',
      '/api/events',
      '/files/deposits',
      '/files/qr-codes/{id}',
      '/files/receipts/{id}',
      '/files/passbook.csv',
    ]),
  );
  expect(Object.keys(document.paths['/sessions']?.post?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '408', '413', '415', '422', '429', '503']),
  );
  expect(document.paths['/files/qr-codes/{id}']?.put?.tags).toEqual(['qr-codes']);
});

test.each(Object.entries(uploads))(
  'the OpenAPI document states the limits and errors of %s',
  async (name, upload) => {
    const document = (await (await send('/api/v1/openapi.json')).json()) as Document;
    const { maxBytes, errors } = rulesOf(name as UploadName); // cast: a key of the object
    const operation =
      document.paths[upload.path.replace('/api/v1', '')]?.[upload.method.toLowerCase()];
    const said = JSON.stringify(operation);
    expect(said).toContain(`at most ${maxBytes / 1024 / 1024} MB`);
    for (const code of [...Object.values(errors), ...upload.errors]) expect(said).toContain(code);
    expect(said.includes('ADMIN_REQUIRED')).toBe(upload.access === 'admin');
  },
);

test('the OpenAPI document lists both bodies of a deposit for a user', async () => {
  const document = (await (await send('/api/v1/openapi.json')).json()) as Document;
  const { post } = document.paths['/users/{userId}/deposits'] ?? {};
  expect(Object.keys(post?.requestBody?.content ?? {}).sort()).toEqual(
    ['multipart/form-data', ...UPLOAD_TYPES].sort(),
  );
});

test('the OpenAPI document describes what webhooks receive', async () => {
  const document = (await (await send('/api/v1/openapi.json')).json()) as Document;
  expect(Object.keys(document.webhooks)).toEqual([...webhookEventNames, WEBHOOK_TEST]);
  const { post } = document.webhooks['user.created'] ?? {};
  expect(post?.summary).toBe(webhookEvents['user.created'].summary);
  expect(post?.requestBody.content['application/json'].schema).toMatchObject({
    properties: {
      type: { const: 'user.created' },
      data: { required: ['userId', 'role', 'createdAt'] },
    },
    required: ['id', 'type', 'createdAt', 'data'],
  });
});

test('REST returns the same results and errors as RPC', async () => {
  const view = await user.api.sessions.current();
  const rest = await send('/api/v1/sessions/current');
  expect(await rest.json()).toEqual(JSON.parse(JSON.stringify(view)));
  const withdrawal = await send('/api/v1/withdrawals', {
    method: 'POST',
    body: JSON.stringify({ amount: '1e3', requestKey: '01890000-0000-4000-8000-000000000000' }),
  });
  expect(withdrawal.status).toBe(400);
  expect(await withdrawal.json()).toMatchObject({
    code: 'INVALID_WITHDRAWAL_AMOUNT',
    detail: 'Please enter a valid withdrawal amount greater than 0',
  });
});

test('the API documentation page loads only local assets and complies with the content policy', async () => {
  const page = await send('/api/v1/docs');
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(html).not.toMatch(/<script>|https?:\/\//);
  const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(assets).toHaveLength(3);
  for (const asset of assets) expect((await send(asset)).status).toBe(200);
  expect((await send('/api/v1/docs/assets/package.json')).status).toBe(404);
});

test.each([
  '/api/v1/openapi.json',
  '/api/v1/problems',
  '/api/v1/docs/assets/swagger-ui-bundle.js',
  '/api/v1/docs/assets/swagger-ui.css',
])('sends %s precompressed, with an ETag', async (path) => {
  const fetchWith = (headers: Record<string, string>) =>
    fetch(`${app.baseUrl}${path}`, { headers: { 'accept-encoding': 'br', ...headers } });
  const first = await fetchWith({});
  await first.arrayBuffer();
  // A Content-Length is known in advance only if the response is not compressed while it is sent.
  expect(Number(first.headers.get('content-length'))).toBeGreaterThan(0);
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(first.headers.get('etag')).toMatch(/-br"$/);
  const deflate = await fetchWith({ 'accept-encoding': 'deflate' });
  expect(deflate.headers.get('content-encoding')).toBeNull();
  await deflate.arrayBuffer();
});

test.each(['/rpc/withdrawals/request', '/api/v1/withdrawals'])(
  'refuses a body to %s that is not JSON or has 10 MB with an error of the closed list',
  async (path) => {
    const codeOf = async (response: Response) => {
      const body = (await response.json()) as { code?: string; json?: { code: string } };
      return [response.status, body.code ?? body.json?.code];
    };
    const post = (body: string) => send(path, { method: 'POST', body });
    expect(await codeOf(await post('{"amount":'))).toEqual([422, 'INVALID_INPUT']);
    expect(await codeOf(await post('"text"'))).toEqual([422, 'INVALID_INPUT']);
    expect(await codeOf(await post('null'))).toEqual([422, 'INVALID_INPUT']);
    const forged = JSON.stringify({ json: { amount: '1' }, meta: [[9, 'a', 'b'], 7] });
    expect(await codeOf(await post(forged))).toEqual([422, 'INVALID_INPUT']);
    const large = JSON.stringify({ json: { amount: '1'.repeat(10 * 1024 * 1024) } });
    expect(await codeOf(await post(large))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  },
);

test('returns a NOT_FOUND error for unknown API, RPC and file paths', async () => {
  for (const path of ['/api/v1/nothing', '/rpc/nothing', '/files/nothing']) {
    const response = await send(path);
    expect(response.status).toBe(404);
    expect(JSON.stringify(await response.json())).toContain('"code":"NOT_FOUND"');
  }
});
