import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGrid } from '#server/platform/files/picture-hash.ts';
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { createRandom } from '#server/testing/random.ts';
import {
  buildPayment,
  buildTwin,
  drawReceipt,
  RECEIPT_COPIES,
  RECEIPT_LAYOUTS,
} from '#server/testing/receipt-images.ts';
import { makeDeposit, upload } from '#server/testing/upload.ts';
import { compareNewReceipts } from './compare-receipts.ts';

let app: TestApp;
let admin: SignedIn;
let asha: SignedIn;
let ravi: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  [admin, asha, ravi] = await Promise.all([app.admin(), app.newUser(), app.newUser()]);
});
afterAll(() => app.close());

const random = createRandom(36);
const newReceipt = (layout = 0) => drawReceipt(layout, buildPayment(random));
const send = async ({ cookie }: SignedIn, image: Buffer) =>
  (await makeDeposit(app, { cookie, image })).id;
const toPhoneSize = (image: Buffer) =>
  sharp(image).resize({ width: 690 }).jpeg({ quality: 70 }).toBuffer();
const runJob = () => compareNewReceipts(app.deps, new AbortController().signal);

/** Returns the ids of the requests that the warning of a request names. */
async function sameAs(id: string): Promise<string[]> {
  const { warnings } = await admin.api.transactions.get({ id });
  const warning = warnings.find(({ code }) => code === 'sameReceipt');
  return (warning?.requests ?? []).map((request) => request.id);
}

test.each(Object.entries(RECEIPT_COPIES))('finds a copy: %s', async (_, copy) => {
  for (let layout = 0; layout < RECEIPT_LAYOUTS; layout += 1) {
    const image = await newReceipt(layout);
    const first = await send(asha, image);
    const second = await send(ravi, await copy(image));
    expect(await sameAs(second)).toEqual([first]);
    expect(await sameAs(first)).toEqual([second]);
  }
});

test('does not confuse payments of one day with the same amount and payer', async () => {
  for (let layout = 0; layout < RECEIPT_LAYOUTS; layout += 1) {
    const payment = buildPayment(random);
    const first = await send(asha, await drawReceipt(layout, payment));
    const twin = await send(asha, await drawReceipt(layout, buildTwin(random, payment)));
    expect([await sameAs(first), await sameAs(twin)]).toEqual([[], []]);
  }
});

test('finds a receipt whose grid an earlier version stored, in a screenshot with another battery level', async () => {
  const payment = buildPayment(random);
  const first = await send(asha, await drawReceipt(0, payment));
  const [packed] = await app.deps.db.query<{ fileId: string; grid: Buffer }>(
    'SELECT file_id AS "fileId", grid FROM receipt_hashes ORDER BY file_id DESC LIMIT 1',
  );
  const grid = Buffer.from(readGrid(packed?.grid ?? Buffer.alloc(0)));
  expect(grid).toHaveLength(3200);
  await app.deps.db.query('UPDATE receipt_hashes SET grid = $2 WHERE file_id = $1', [
    packed?.fileId,
    grid,
  ]);
  const second = await send(ravi, await drawReceipt(0, { ...payment, battery: 11 }));
  expect(await sameAs(second)).toEqual([first]);
});

test('finds no similar pictures for blank ones, only equal ones', async () => {
  const blank = (level: number) =>
    sharp({
      create: { width: 300, height: 500, channels: 3, background: { r: level, g: level, b: 9 } },
    })
      .png()
      .toBuffer();
  const first = await send(asha, await blank(200));
  const near = await send(ravi, await blank(201));
  expect(await sameAs(near)).toEqual([]);
  expect(await sameAs(await send(ravi, await blank(200)))).toEqual([first]);
});

test('compares the new receipt after a replacement, and the old one no longer', async () => {
  const [image, other] = [await newReceipt(), await newReceipt()];
  const first = await send(asha, image);
  const id = await send(ravi, other);
  const path = `/files/deposits/${id}/receipt`;
  const body = await toPhoneSize(image);
  const { cookie } = ravi;
  const { status } = await upload(app, { cookie, method: 'PUT', path, form: {}, body });
  expect(status).toBe(200);
  expect([await sameAs(id), await sameAs(first)]).toEqual([[first], [id]]);
  expect(await sameAs(await send(asha, await toPhoneSize(other)))).toEqual([]);
});

test('finds equal uploads that were stored differently, such as by an earlier version', async () => {
  const image = await newReceipt();
  const first = await send(asha, image);
  const { receiptUrl } = await admin.api.transactions.get({ id: first });
  const fileId = receiptUrl?.split('/').at(-1);
  await app.deps.db.query(`UPDATE files SET sha256 = 'other' WHERE id = $1`, [fileId]);
  await app.deps.db.query('UPDATE receipt_hashes SET hash = NULL, grid = NULL WHERE file_id = $1', [
    fileId,
  ]);
  expect(await sameAs(await send(ravi, image))).toEqual([first]);
});

test('names at most five requests, approved ones first', async () => {
  const image = await newReceipt();
  const first = await send(asha, image);
  const { receiptUrl } = await admin.api.transactions.get({ id: first });
  const decision = { decision: 'approved', requestKey: crypto.randomUUID() } as const;
  const seenReceipts = [{ id: first, receiptUrl }];
  await admin.api.review.decide({ ids: [first], seenReceipts, ...decision });
  for (let n = 0; n < 5; n += 1) await send(ravi, await toPhoneSize(image));
  const last = await send(ravi, await toPhoneSize(image));
  const named = await sameAs(last);
  expect([named.length, named[0]]).toEqual([5, first]);
});

test('of two copies sent concurrently, each finds the other', async () => {
  const image = await newReceipt();
  const copy = await toPhoneSize(image);
  const [one = '', other = ''] = await Promise.all([send(asha, image), send(ravi, copy)]);
  await Promise.all([runJob(), runJob()]);
  expect([await sameAs(one), await sameAs(other)]).toEqual([[other], [one]]);
});

test('hashes the receipts of earlier versions, and skips those whose image is lost', async () => {
  const { query } = app.deps.db;
  const image = await newReceipt();
  const first = await send(asha, image);
  const lost = await send(asha, await newReceipt());
  await query(`UPDATE files SET is_hashed = false`);
  await query('DELETE FROM receipt_hashes');
  const { receiptUrl } = await admin.api.transactions.get({ id: lost });
  const [file] = await query<{ key: string }>(
    'SELECT storage_key AS key FROM files WHERE id = $1',
    [receiptUrl?.split('/').at(-1)],
  );
  await app.deps.files.remove(file?.key ?? '');
  const left = async () =>
    (await query(`SELECT FROM files WHERE kind = 'receipts' AND NOT is_hashed`)).length;
  const total = await left();
  await runJob();
  expect(await left()).toBeLessThan(total);
  while ((await left()) > 0) await runJob();
  expect(await sameAs(await send(ravi, await toPhoneSize(image)))).toEqual([first]);
});
