import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type UploadName, uploads } from '#contract/uploads/routes.ts';
import { EICAR, startClamd, type TestClamd } from '../../testing/clamd.ts';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { ANY_ID } from '../../testing/procedures.ts';
import { buildDepositForm, buildImage, upload } from '../../testing/upload.ts';
import { writeActivity } from '../commands/activity.ts';
import { createVirusScanner, virusScans } from '../files/virus-scanner.ts';

let folder: string;
let clamd: TestClamd;
let app: TestApp;
let user: SignedIn;
let admin: SignedIn;
let secret: string;
let image: Buffer;
let lines: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wallet-scan-'));
  // At a port that is free again, another test could listen.
  clamd = await startClamd({ address: { path: path.join(folder, 'clamd.ctl') } });
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  app = await startTestApp({ log, virusScanner: createVirusScanner(clamd.address) });
  await mkdir(app.deps.files.place, { recursive: true });
  [user, admin, image] = [await app.newUser(), await app.admin(), await buildImage()];
  ({ secret } = await admin.api.apiKeys.create({ name: 'Shop', scopes: ['deposits:create'] }));
});
afterAll(async () => {
  await app.close();
  await clamd.close();
  await rm(folder, { recursive: true });
});

/** Returns the names of all stored files, marks and drafts. */
async function listFiles(): Promise<string[]> {
  const found = await readdir(app.deps.files.place, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map(({ name }) => name);
}

async function countScans(result: 'clean' | 'infected' | 'failed'): Promise<number> {
  const { values } = await virusScans.get();
  return values.find(({ labels }) => labels.result === result)?.value ?? 0;
}

const qrCode = { name: 'Q', description: '', isActive: true };
const banner = { title: 'T', description: '', linkUrl: '', isActive: true };
const forms: Record<UploadName, object> = {
  requestDeposit: buildDepositForm(),
  requestDepositFor: buildDepositForm(),
  replaceReceipt: {},
  changeAvatar: {},
  addDocument: { kind: 'selfie' },
  createQrCode: qrCode,
  replaceQrCode: qrCode,
  createBanner: banner,
  updateBanner: banner,
  setBrandImage: {},
  importStatement: { accountId: ANY_ID, fileName: 'a.csv', isImport: true },
};

/** Sends a file by the route of its name; by a program's route as a part of a multipart body. */
async function send(name: UploadName, file: Buffer) {
  const { method, path: pattern, access } = uploads[name];
  const route = pattern.replace(/\{\w+\}/, access === 'user' ? ANY_ID : admin.userId);
  const { cookie } = access === 'user' ? user : admin;
  if (!route.startsWith('/api/')) {
    return upload(app, { cookie, method, path: route, form: forms[name], body: file });
  }
  const body = new FormData();
  body.append('amount', '500');
  body.append('file', new Blob([new Uint8Array(file)]));
  const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': randomUUID() };
  const response = await fetch(`${app.baseUrl}${route}`, { method, headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test.each(Object.keys(uploads) as UploadName[])(
  '%s refuses a file with a virus, and stores nothing of it',
  async (name) => {
    const before = await listFiles();
    const infected = await countScans('infected');
    // An image that is valid, with the test file behind it.
    const file = Buffer.concat([image, Buffer.from(EICAR)]);
    lines = [];
    const refused = { status: 400, body: { code: 'FILE_INFECTED' } };
    expect(await send(name, file)).toMatchObject(refused);
    expect(clamd.scanned.at(-1)?.equals(file)).toBe(true);
    expect(await listFiles()).toEqual(before);
    expect(await app.deps.db.query('SELECT id FROM files')).toEqual([]);
    expect(await countScans('infected')).toBe(infected + 1);
    const { userId } = uploads[name].access === 'user' ? user : admin;
    const [warning] = lines.map((line) => JSON.parse(line)).filter(({ virus }) => virus);
    expect(warning).toMatchObject({ userId, virus: 'Eicar-Test-Signature' });
    expect(lines.join('')).not.toContain(EICAR.slice(-10));
    await writeActivity(app.deps);
    const { method, path: pattern } = uploads[name];
    const route = `${method} ${pattern.replace(/\{(\w+)\}/, ':$1')}`;
    const records = await app.deps.db.query(
      `SELECT actor_id AS "actorId", after FROM audit_log WHERE action = 'access.refuse' AND entity_id = $1`,
      [route],
    );
    const after = { attempts: 1, becauseOf: 'FILE_INFECTED' };
    expect(records).toEqual([{ actorId: userId, after }]);
  },
);

test('accepts a file without a virus, and refuses files with "try again" while the scanner is down', async () => {
  const clean = await countScans('clean');
  expect((await send('changeAvatar', image)).status).toBe(200);
  expect(await countScans('clean')).toBe(clean + 1);
  const before = await listFiles();
  const failed = await countScans('failed');
  await clamd.close();
  lines = [];
  const unavailable = { status: 503, body: { code: 'FILES_UNAVAILABLE' } };
  expect(await send('requestDeposit', image)).toMatchObject(unavailable);
  expect(await countScans('failed')).toBe(failed + 1);
  const ERROR = 50;
  const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= ERROR);
  expect(errors.map(({ msg }) => msg)).toEqual(['virus scanner unavailable: uploads are refused']);
  expect(await listFiles()).toEqual(before);
  expect(await user.api.balances.current()).toMatchObject({ balancePaise: 0 });
  const ready = await fetch(`${app.baseUrl}/readyz`);
  const failures = { scanner: 'not found' };
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'degraded', failures }]);
  clamd = await startClamd({ address: clamd.address });
  expect((await send('requestDeposit', image)).status).toBe(200);
});
