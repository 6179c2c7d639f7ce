import { encodeQR } from 'qr';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { buildImage, upload } from '../../testing/upload.ts';

let app: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.close());

/** A photo of a code: gray, on a larger surface, as JPEG. */
async function drawCode(text: string): Promise<Buffer> {
  const svg = encodeQR(text, 'svg', { ecc: 'medium', border: 4, scale: 8 });
  const code = await sharp(Buffer.from(svg)).png().toBuffer();
  const create = { width: 1200, height: 1600, channels: 3, background: '#c9c4b8' } as const;
  return sharp({ create })
    .composite([{ input: code, gravity: 'centre' }])
    .jpeg({ quality: 60 })
    .toBuffer();
}

async function send(body: Buffer, changes: object = {}, path = '/files/qr-codes') {
  const form = { name: 'Counter', description: '', isActive: true, ...changes };
  const method = path === '/files/qr-codes' ? 'POST' : 'PUT';
  return (await upload(app, { cookie: admin.cookie, method, path, form, body })).body;
}

const SHOP = 'upi://pay?pa=Shop@Bank&pn=Asha%20Stores&mc=5411&cu=INR';
const shop = {
  upiId: 'shop@bank',
  payeeName: 'Asha Stores',
  merchantCode: '5411',
  isSigned: false,
};
const nobody = { upiId: null, payeeName: null, merchantCode: null, isSigned: false };

test('reads the payee of an uploaded image, unless the form has another name or no UPI ID', async () => {
  const image = await drawCode(SHOP);
  expect(await send(image)).toMatchObject(shop);
  expect(await send(image, { upiId: ' SHOP@bank ', payeeName: 'Asha & Co.' })).toMatchObject({
    ...shop,
    payeeName: 'Asha & Co.',
  });
  expect(await send(image, { upiId: '' })).toMatchObject(nobody);
});

test('refuses a UPI ID that differs from that of the image, and invalid payees', async () => {
  const image = await drawCode(SHOP);
  const plain = await buildImage();
  const refusals: [Buffer, object, string][] = [
    [image, { upiId: 'other@bank', payeeName: 'X' }, 'OTHER_UPI_ID_IN_IMAGE'],
    [plain, { upiId: 'other bank.in', payeeName: 'X' }, 'INVALID_UPI_ID'],
    [plain, { upiId: 'other@bank' }, 'PAYEE_NAME_REQUIRED'],
    [plain, { upiId: 'other@bank', payeeName: 'X', merchantCode: '12' }, 'INVALID_MERCHANT_CODE'],
  ];
  for (const [body, changes, code] of refusals) {
    expect(await send(body, changes)).toMatchObject({ code });
  }
});

test('marks a signed code, and an image without a payee has none', async () => {
  expect(await send(await drawCode(`${SHOP}&mode=02&sign=MEUCIQ`))).toMatchObject({
    ...shop,
    isSigned: true,
  });
  expect(await send(await buildImage())).toMatchObject(nobody);
  expect(await send(await drawCode('upi://pay?pa=shop@bank'))).toMatchObject(nobody);
});

test('keeps the payee without a new image, and does not keep that of a replaced image', async () => {
  const { id } = await send(await drawCode(SHOP));
  const code = String(id);
  expect(await admin.api.qrCodes.update({ id: code, name: 'Till' })).toMatchObject(shop);
  expect(await admin.api.qrCodes.update({ id: code, payeeName: 'Asha' })).toMatchObject({
    ...shop,
    payeeName: 'Asha',
  });
  const refused = admin.api.qrCodes.update({ id: code, upiId: 'shop@' });
  expect(await errorCodeOf(refused)).toBe('INVALID_UPI_ID');
  expect(await admin.api.qrCodes.update({ id: code, upiId: '' })).toMatchObject(nobody);
  const other = await drawCode('upi://pay?pa=other@bank&pn=Other');
  expect(await send(other, {}, `/files/qr-codes/${code}`)).toMatchObject({
    upiId: 'other@bank',
    payeeName: 'Other',
    merchantCode: null,
  });
  expect(await send(await buildImage(), {}, `/files/qr-codes/${code}`)).toMatchObject(nobody);
});
