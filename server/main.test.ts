import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { copyDatabase, dropDatabase, refuseConnections } from './testing/databases.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { ADMIN_PASSWORD } from './testing/stand-ins.ts';
import { buildDepositForm, buildImage } from './testing/upload.ts';

let url: string;
beforeEach(async () => {
  url = await copyDatabase(inject('templateUrl'));
});
afterEach(() => dropDatabase(url));

async function start(settings: Record<string, string> = {}): Promise<ServerProcess> {
  return (await startServerProcess({ DATABASE_URL: url, ...settings })).server;
}

/** Runs a command where a folder is a disk of 6 MB, which ends with it. Linux alone can. */
const SMALL_DISK = 'mount -t tmpfs -o size=6m tmpfs "$0" && exec "$@"';
/** Others than root need a user namespace for it; there root can't reach what is another user's. */
const asWhom = process.getuid?.() === 0 ? '-m' : '-Urm';
const onSmallDisk = (folder: string) => ['unshare', asWhom, 'sh', '-c', SMALL_DISK, folder];
const [unshare = '', ...unshareArgs] = [...onSmallDisk(tmpdir()), 'true'];
const hasSmallDisks = spawnSync(unshare, unshareArgs).status === 0;

/** Everyone who asks anything waits until `release`. */
async function lockSessions(): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // a test that failed drops the database under it
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
  return { release: () => client.end() };
}

async function signIn(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function deposit(baseUrl: string, cookie: string, image: Uint8Array<ArrayBuffer>) {
  const headers = depositHeaders(cookie);
  return fetch(`${baseUrl}/files/deposits`, { method: 'POST', headers, body: image });
}

function depositHeaders(cookie: string) {
  const form = Buffer.from(JSON.stringify(buildDepositForm())).toString('base64url');
  return { cookie, 'content-type': 'image/jpeg', 'wallet-form': form };
}

/** Thirty readers and twenty uploads that the server has begun; what it has no patience for may be answered already. */
async function sendMany(baseUrl: string, cookie: string) {
  const image = new Uint8Array(await buildImage());
  const reading = Array.from({ length: 30 }, () =>
    fetch(`${baseUrl}/api/v1/sessions/current`, { headers: { cookie } }),
  );
  const uploading = Array.from({ length: 20 }, () => deposit(baseUrl, cookie, image));
  let answered = 0;
  const answers = Promise.all(
    [...reading, ...uploading].map((sent) =>
      sent
        .then(
          ({ status }) => status,
          () => 'reset',
        )
        .finally(() => (answered += 1)),
    ),
  );
  const begun = async () => {
    const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
    return answered + Number(/^http_requests_in_progress (\d+)/m.exec(metrics)?.[1]);
  };
  // The one that asks is among them.
  await expect.poll(begun, { timeout: 30_000 }).toBeGreaterThanOrEqual(51);
  return { answers };
}

const PATIENT = {
  DATABASE_WAIT_TIMEOUT_MS: '30000',
  DATABASE_LOCK_TIMEOUT_MS: '30000',
  DATABASE_STATEMENT_TIMEOUT_MS: '31000',
  DATABASE_ANSWER_TIMEOUT_MS: '32000',
};

async function isRefused(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/healthz`).then(
    () => false,
    () => true,
  );
}

test('waits for an absent database; when stopped, answers all that has begun and exits at once', async () => {
  const { allow } = await refuseConnections(url);
  const server = await start(PATIENT);
  await server.until(/waiting for the database/);
  await allow();
  const baseUrl = await server.untilReady();
  const cookie = await signIn(baseUrl);
  const lock = await lockSessions();
  const { answers } = await sendMany(baseUrl, cookie);
  const silent = connect(Number(new URL(baseUrl).port), '127.0.0.1').resume();
  await once(silent, 'connect');
  server.signal('SIGTERM');
  await expect.poll(() => isRefused(baseUrl), { timeout: 30_000 }).toBe(true);
  // As by who signals the process and its whole group.
  server.signal('SIGTERM');
  await lock.release();
  const statuses = await answers;
  const answeredAt = performance.now();
  expect(statuses).toEqual(Array.from({ length: 50 }, () => 200));
  const { code, at } = await server.exited;
  expect(code).toBe(0);
  // Two seconds are the promise. This machine may be busy; without the promise it would take 20 and more.
  expect(at - answeredAt).toBeLessThan(15_000);
});

test('exits when it is stopped while it waits for its database', async () => {
  const { allow } = await refuseConnections(url);
  const server = await start();
  await server.until(/waiting for the database/);
  server.signal('SIGTERM');
  expect((await server.exited).code).toBe(0);
  await allow();
});

test('when stopped while a lock is never released, answers 503 in time and exits cleanly', async () => {
  const server = await start({ DATABASE_WAIT_TIMEOUT_MS: '2000' });
  const baseUrl = await server.untilReady();
  const cookie = await signIn(baseUrl);
  const lock = await lockSessions();
  const { answers } = await sendMany(baseUrl, cookie);
  server.signal('SIGTERM');
  expect(await answers).toEqual(Array.from({ length: 50 }, () => 503));
  expect((await server.exited).code).toBe(0);
  await lock.release();
});

/** A stream that has said `ready`. */
async function openStream(baseUrl: string, cookie: string): Promise<IncomingMessage> {
  const [stream] = (await once(
    get(`${baseUrl}/api/events`, { headers: { cookie }, agent: false }),
    'response',
  )) as [IncomingMessage];
  await once(stream, 'data');
  return stream.resume();
}

/** A deposit of which half the receipt is on its way. */
async function sendHalf(baseUrl: string, cookie: string, image: Buffer) {
  const headers = { ...depositHeaders(cookie), 'content-length': image.length };
  const sent = request(`${baseUrl}/files/deposits`, { method: 'POST', headers, agent: false });
  const half = image.length / 2;
  await new Promise((written) => sent.write(image.subarray(0, half), written));
  const answer = (once(sent, 'response') as Promise<[IncomingMessage]>).then(
    ([response]) => response.resume().statusCode,
  );
  return { answer, sendRest: () => sent.end(image.subarray(half)) };
}

test('when stopped, tells streams to come back and takes an upload to its end', async () => {
  const server = await start();
  const baseUrl = await server.untilReady();
  const cookie = await signIn(baseUrl);
  const stream = await openStream(baseUrl, cookie);
  const streamEnded = once(stream, 'end');
  // A large one is given a minute to come, a small one ten seconds.
  const large = await buildImage('png', { width: 400, height: 400 });
  const uploading = await sendHalf(baseUrl, cookie, large);
  const abandoned = await sendHalf(baseUrl, cookie, await buildImage());
  server.signal('SIGTERM');
  await streamEnded;
  expect(stream.complete).toBe(true);
  await expect.poll(() => isRefused(baseUrl), { timeout: 30_000 }).toBe(true);
  uploading.sendRest();
  expect(await uploading.answer).toBe(200);
  expect(await abandoned.answer).toBe(408);
  expect((await server.exited).code).toBe(0);
});

test.skipIf(!hasSmallDisks)(
  'while its disk is full, says 503 to what needs it, and goes on',
  async () => {
    const { server, dataDir } = await startServerProcess({ DATABASE_URL: url }, onSmallDisk);
    const baseUrl = await server.untilReady();
    const cookie = await signIn(baseUrl);
    const image = new Uint8Array(await buildImage());
    expect((await deposit(baseUrl, cookie, image)).status).toBe(200);
    const filler = server.pathOf(path.join(dataDir, 'filler'));
    await expect(writeFile(filler, Buffer.alloc(8_000_000))).rejects.toThrow('ENOSPC');
    const refused = await deposit(baseUrl, cookie, image);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    const ready = async () => (await fetch(`${baseUrl}/readyz`)).text();
    await expect.poll(ready, { timeout: 30_000 }).toContain('"files":"the disk is full"');
    const reading = await fetch(`${baseUrl}/api/v1/sessions/current`, { headers: { cookie } });
    expect(reading.status).toBe(200);
    await rm(filler);
    expect((await deposit(baseUrl, cookie, image)).status).toBe(200);
    await expect.poll(ready, { timeout: 30_000 }).toContain('ready');
  },
);
