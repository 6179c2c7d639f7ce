import http from 'node:http';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import sharp from 'sharp';
import type { Client } from '#contract/contract.ts';
import type { TestApp } from '#server/testing/harness.ts';
import { ADMIN_PASSWORD, DEMO_PASSWORD } from '#server/testing/stand-ins.ts';

export const ADMIN = { username: 'admin', password: ADMIN_PASSWORD };
export const DEMO = { username: 'demo', password: DEMO_PASSWORD };
/** A user with an empty account. */
export const NEWCOMER = { username: 'asha', password: 'asha-of-e2e' };

const JSON_TYPE = { 'content-type': 'application/json' };

/** A user of the API, to prepare data. */
export interface ApiUser {
  api: Client;
  upload(path: string, form: object, image: Buffer): Promise<void>;
}

/** Signs in without the session of the page. */
export async function signInToApi(server: TestApp, account: typeof ADMIN): Promise<ApiUser> {
  const cookie = await signIn(server, account);
  const send = async (path: string, headers: http.OutgoingHttpHeaders, body: Buffer | string) => {
    const response = await sendTo(server, { path, method: 'POST', headers, body });
    const bytes = Buffer.concat(await response.toArray());
    return { status: response.statusCode ?? 500, bytes };
  };
  const link = new RPCLink({
    url: `${server.baseUrl}/rpc`,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const { status, bytes } = await send(
        pathname,
        { ...JSON_TYPE, cookie },
        await request.text(),
      );
      return new Response(bytes, { status, headers: JSON_TYPE });
    },
  });
  return {
    api: createORPCClient(link),
    async upload(path, form, image) {
      const headers = {
        cookie,
        'content-type': 'image/png',
        'wallet-form': Buffer.from(JSON.stringify(form)).toString('base64url'),
      };
      const { status, bytes } = await send(path, headers, image);
      if (status >= 300) throw new Error(`${path}: ${status} ${bytes}`);
    },
  };
}

/** Signs in, and returns the cookie of the session. */
export async function signIn(server: TestApp, account: typeof ADMIN): Promise<string> {
  const body = JSON.stringify(account);
  const request = { path: '/api/v1/sessions', method: 'POST', headers: JSON_TYPE, body };
  const response = await sendTo(server, request);
  response.resume();
  return response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

interface HttpRequest {
  path: string;
  method: string;
  headers: http.OutgoingHttpHeaders;
  body: Buffer | string;
}

/** Sends a request with Node's client: the simulated DOM replaces `fetch` by its own. */
export function sendTo(server: TestApp, request: HttpRequest): Promise<http.IncomingMessage> {
  const { path, body, ...options } = request;
  return new Promise((resolve, reject) => {
    const sent = http.request(new URL(path, server.baseUrl), { ...options, agent: false }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

let images = 0;

/** Each image has another colour, so that no receipt is the duplicate of another. */
export function buildImage(): Promise<Buffer> {
  images += 1;
  const background = { r: 244 - (images % 60), g: 241, b: 232 - Math.floor(images / 60) };
  return sharp({ create: { width: 480, height: 480, channels: 3, background } })
    .png()
    .toBuffer();
}

/** An image for a file field. */
export async function buildImageFile(): Promise<File> {
  return new File([new Uint8Array(await buildImage())], 'receipt.png', { type: 'image/png' });
}

/** A file of this size with the type of an image. */
export function buildFileOfSize(bytes: number): File {
  return new File([new Uint8Array(bytes)], 'large.png', { type: 'image/png' });
}

export async function addNewcomer(server: TestApp): Promise<void> {
  const { api } = await signInToApi(server, ADMIN);
  await api.users.create(NEWCOMER);
}

/** Empties the lists that every wallet starts with, so that each screen is first shown empty. */
export async function emptyLists(server: TestApp): Promise<void> {
  const { api } = await signInToApi(server, ADMIN);
  for (const { id } of await api.sources.list()) await api.sources.remove({ id });
  for (const { id } of await api.banks.listActive()) await api.banks.remove({ id });
}

/**
 * Adds one or two of each admin entity, and pending and decided requests of the demo user: of the user's
 * ₹5,000, ₹4,730 are available.
 */
export async function seedDemoData(server: TestApp): Promise<void> {
  const { api, upload } = await signInToApi(server, ADMIN);
  const demo = await signInToApi(server, DEMO);
  const image = await buildImage();
  const decide = async (id: string, decision: 'approved' | 'rejected', notes?: string) => {
    const form = { ids: [id], decision, notes, requestKey: crypto.randomUUID() };
    const { results } = await api.review.decide(form);
    if (results[0]?.refusal) throw new Error(`A decision was refused: ${results[0].refusal.code}`);
  };
  const deposit = (amount: string) =>
    buildImage().then((receipt) =>
      demo.upload('/files/deposits', { amount, requestKey: crypto.randomUUID() }, receipt),
    );

  await api.sources.create({ name: 'Fair', isActive: true });
  await api.banks.create({ name: 'Bank of the Tests', code: 'BOTT' });
  const url = 'https://example.com/rights';
  await api.siteUrls.create({ title: 'Your rights', url, displayOrder: 0 });
  for (const name of ['Second till', 'Shop counter'])
    await upload('/files/qr-codes', { name, description: '', isActive: true }, image);
  for (const title of ['Festival', 'Stay safe'])
    await upload('/files/banners', { title, isActive: true }, image);
  await deposit('5000');
  const { rows } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  for (const { id } of rows) await decide(id, 'approved');
  await deposit('300');
  const { id: bankAccountId } = await demo.api.bankAccounts.create({
    accountName: 'Demo Person',
    accountNumber: '123456789012',
    bankName: 'Bank of the Tests',
    isDefault: true,
  });
  for (const amount of ['100', '200', '70']) {
    const request = { amount, bankAccountId, requestKey: crypto.randomUUID() };
    const { id } = await demo.api.withdrawals.request(request);
    if (amount === '100') await decide(id, 'rejected', 'Name differs');
  }
}
