import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import type { TestApp } from './harness.ts';

export interface Upload {
  cookie?: string;
  method?: 'POST' | 'PUT';
  path: string;
  form?: object;
  /** The raw `Wallet-Form` header, instead of `form`. */
  header?: string;
  body: Buffer;
  contentType?: string;
}

export async function upload(
  app: Pick<TestApp, 'baseUrl'>,
  { cookie = '', method = 'POST', path, form, header, body, contentType = 'image/jpeg' }: Upload,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const walletForm = header ?? Buffer.from(JSON.stringify(form)).toString('base64url');
  const response = await fetch(`${app.baseUrl}${path}`, {
    method,
    headers: { cookie, 'content-type': contentType, 'wallet-form': walletForm },
    body: new Uint8Array(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Builds a valid deposit form with `changes` applied. */
export function buildDepositForm(changes: object = {}) {
  return { amount: '100', requestKey: randomUUID(), ...changes };
}

/** Requests a deposit of ₹10 with `changes` applied to its form. */
export async function makeDeposit(
  app: TestApp,
  { cookie, image }: { cookie: string; image: Buffer },
  changes: object = {},
): Promise<OwnTransaction> {
  const form = buildDepositForm({ amount: '10', ...changes });
  const { status, body } = await upload(app, {
    cookie,
    path: '/files/deposits',
    form,
    body: image,
  });
  if (status !== 200) throw new Error(`A deposit was refused: ${status} ${JSON.stringify(body)}`);
  return body as OwnTransaction;
}

/** Builds an image of random pixels, whose compressed size is realistic. */
export async function buildImage(
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg',
  { width = 60, height = 40 } = {},
): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width, height, channels: 3, background: '#888', noise } as const;
  return sharp({ create }).toFormat(format).toBuffer();
}
