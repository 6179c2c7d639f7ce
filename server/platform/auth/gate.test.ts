import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { ANY_ID, listProcedures, outsideRoutes } from '../../testing/procedures.ts';
import { buildDepositForm, buildImage, upload } from '../../testing/upload.ts';

const procedures = listProcedures();

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
});
afterAll(() => app.close());

async function call(
  path: string,
  { method = 'POST', cookie = '' }: { method?: string; cookie?: string } = {},
): Promise<{ status: number; code: string | undefined }> {
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const response = await fetch(`${app.baseUrl}${path}`, {
    method,
    headers: { cookie, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    body: hasBody ? '{}' : undefined,
  });
  const text = await response.text();
  const answer = JSON.parse(text) as { code?: string; json?: { code?: string } };
  return { status: response.status, code: answer.code ?? answer.json?.code };
}

test('the contract has public, user and admin procedures', () => {
  expect(procedures.length).toBeGreaterThan(25);
  expect(new Set(procedures.map((procedure) => procedure.access))).toEqual(
    new Set(['public', 'user', 'admin']),
  );
  const open = procedures.filter((procedure) => procedure.access === 'public');
  expect(open.map((procedure) => procedure.path).sort()).toEqual([
    'mails/unsubscribe',
    'recovery/options',
    'recovery/request',
    'recovery/reset',
    'sessions/beginPasskeyLogin',
    'sessions/beginProviderLogin',
    'sessions/finishLogin',
    'sessions/login',
    'sessions/loginWithPasskey',
    'sessions/loginWithProvider',
    'sessions/logout',
    'sessions/openLink',
    'sessions/secondStepPasskey',
  ]);
});

const isGuarded = ({ access }: { access: string }) => access !== 'public';
const isForAdmins = ({ access }: { access: string }) => access === 'admin';
const anonymous = { status: 401, code: 'MISSING_SESSION' };
const ordinary = { status: 403, code: 'ADMIN_REQUIRED' };

test.each(procedures.filter(isGuarded))(
  '$path refuses unauthenticated requests over RPC',
  { tags: 'section-6' },
  async ({ path }) => {
    expect(await call(`/rpc/${path}`)).toEqual(anonymous);
    expect(await call(`/rpc/${path}`, { cookie: 'wallet_session=forged' })).toEqual(anonymous);
  },
);

test.each(procedures.filter(isGuarded))(
  '$path refuses unauthenticated requests over REST',
  { tags: 'section-6' },
  async ({ restPath, method }) => {
    expect(await call(`/api/v1${restPath}`, { method })).toEqual(anonymous);
  },
);

test.each(procedures.filter(isForAdmins))(
  '$path refuses ordinary users over RPC',
  async ({ path }) => {
    expect(await call(`/rpc/${path}`, { cookie: user.cookie })).toEqual(ordinary);
  },
);

test.each(procedures.filter(isForAdmins))(
  '$path refuses ordinary users over REST',
  async ({ restPath, method }) => {
    const { cookie } = user;
    expect(await call(`/api/v1${restPath}`, { method, cookie })).toEqual(ordinary);
  },
);

test('the list of routes outside the contract is complete', async () => {
  const server = await buildApp(app.deps);
  const found = listRoutes(server.printRoutes({ commonPrefix: false }));
  await server.close();
  // Routes that share a path are printed with all names of its parameter.
  const shapeOf = (route: string) => route.replace(/:[\w|:]+/g, '*').replaceAll(ANY_ID, '*');
  const ofContract = new Set(
    procedures.map(({ method, restPath }) => shapeOf(`${method} /api/v1${restPath}`)),
  );
  // The OpenAPI document and its documentation pages are public.
  const closed = / \/(?:files\/|api\/(?!\*|v1\/(?:\*|docs|openapi\.json|problems)))/;
  const listed = found.filter((route) => closed.test(route) && !route.startsWith('HEAD '));
  const outside = listed.map(shapeOf).filter((shape) => !ofContract.has(shape));
  expect(outside.sort()).toEqual(outsideRoutes.map(({ route }) => shapeOf(route)).sort());
});

/** Parses Fastify's printed routes: each level has four characters of indentation and extends the path. */
function listRoutes(drawing: string): string[] {
  const path: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^([│├└─\s]*)([^\s(]+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    path.splice(indent.length / 4 - 1, path.length, part);
    return methods.split(', ').flatMap((method) => (method ? [`${method} ${path.join('')}`] : []));
  });
}

test.each(outsideRoutes)('$route refuses users without access', async ({ route, access }) => {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:\w+/, ANY_ID);
  expect(await call(path, { method })).toEqual({ status: 401, code: 'MISSING_SESSION' });
  if (access !== 'admin') return;
  const { cookie } = user;
  expect(await call(path, { method, cookie })).toEqual({ status: 403, code: 'ADMIN_REQUIRED' });
});

test('a receipt is visible to its owner and to administrators, and returns 404 for others', {
  tags: 'section-6',
}, async () => {
  const body = await buildImage();
  const form = buildDepositForm();
  await upload(app, { cookie: user.cookie, path: '/files/deposits', form, body });
  const [file] = await app.deps.db.query<{ id: string }>('SELECT id FROM files');
  const [admin, stranger] = [await app.admin(), await app.newUser()];
  const open = async (cookie: string) =>
    (await fetch(`${app.baseUrl}/files/receipts/${file?.id}`, { headers: { cookie } })).status;
  expect(await open(user.cookie)).toBe(200);
  expect(await open(admin.cookie)).toBe(200);
  expect(await open(stranger.cookie)).toBe(404);
  const wrongKind = await fetch(`${app.baseUrl}/files/qr-codes/${file?.id}`, {
    headers: { cookie: stranger.cookie },
  });
  expect(wrongKind.status).toBe(404);
});
