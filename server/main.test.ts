import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase, refuseConnections } from './testing/databases.ts';
import { repositoryDir } from './testing/embedded-child.ts';
import { ADMIN_PASSWORD } from './testing/stand-ins.ts';
import { buildDepositForm, buildImage } from './testing/upload.ts';

let url: string;
beforeEach(async () => {
  url = await copyDatabase(inject('templateUrl'));
});
afterEach(() => dropDatabase(url));

/** A server as `npm start` runs it, on a database of the test's. */
class Server {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly exited: Promise<{ code: number | null; at: number }>;
  printed = '';

  constructor(dataDir: string, settings: Record<string, string>) {
    const args = ['--import', 'tsx', '--conditions=source', 'server/main.ts'];
    this.#child = spawn(process.execPath, args, {
      cwd: repositoryDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: url, ...settings },
    });
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => {
        this.printed += text;
      });
    }
    this.exited = once(this.#child, 'close').then(([code]) => ({ code, at: performance.now() }));
  }

  async until(pattern: RegExp): Promise<string> {
    await expect.poll(() => this.printed, { timeout: 50_000 }).toMatch(pattern);
    return pattern.exec(this.printed)?.[1] ?? '';
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}

async function start(settings: Record<string, string> = {}): Promise<Server> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-main-'));
  const server = new Server(dataDir, settings);
  onTestFinished(async () => {
    server.signal('SIGKILL');
    await server.exited;
    await rm(dataDir, { recursive: true, force: true });
  });
  return server;
}

/** Everyone who asks anything waits until `release`. */
async function lockSessions(): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
  return { release: () => client.end() };
}

async function signIn(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Thirty readers and twenty uploads, begun and not yet answered. */
async function sendMany(baseUrl: string, cookie: string) {
  const image = new Uint8Array(await buildImage());
  const reading = Array.from({ length: 30 }, () =>
    fetch(`${baseUrl}/api/sessions/current`, { headers: { cookie } }),
  );
  const uploading = Array.from({ length: 20 }, () => {
    const form = Buffer.from(JSON.stringify(buildDepositForm())).toString('base64url');
    const headers = { cookie, 'content-type': 'image/jpeg', 'wallet-form': form };
    return fetch(`${baseUrl}/files/deposits`, { method: 'POST', headers, body: image });
  });
  const answers = Promise.allSettled([...reading, ...uploading]).then((outcomes) =>
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.status : 'reset')),
  );
  // All of them wait: for the lock on all connections but those of the event tail, and for a connection.
  const waiting = async () => {
    const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
    const count = (state: string) =>
      Number(new RegExp(`database_connections{state="${state}"} (\\d+)`).exec(metrics)?.[1]);
    return count('busy') + count('awaited');
  };
  await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThanOrEqual(51);
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
  const baseUrl = await server.until(/is ready at (http:\S+)/);
  const cookie = await signIn(baseUrl);
  const lock = await lockSessions();
  const { answers } = await sendMany(baseUrl, cookie);
  const silent = connect(Number(new URL(baseUrl).port), '127.0.0.1').resume();
  await once(silent, 'connect');
  server.signal('SIGTERM');
  await expect.poll(() => isRefused(baseUrl), { timeout: 30_000 }).toBe(true);
  await lock.release();
  const statuses = await answers;
  const answeredAt = performance.now();
  expect(statuses).toEqual(Array.from({ length: 50 }, () => 200));
  const { code, at } = await server.exited;
  expect(code).toBe(0);
  // Two seconds are the promise; this machine may be busy with other tests.
  expect(at - answeredAt).toBeLessThan(6000);
});

test('when stopped while a lock is never released, answers 503 in time and exits cleanly', async () => {
  const server = await start({ DATABASE_WAIT_TIMEOUT_MS: '2000' });
  const baseUrl = await server.until(/is ready at (http:\S+)/);
  const cookie = await signIn(baseUrl);
  const lock = await lockSessions();
  const { answers } = await sendMany(baseUrl, cookie);
  server.signal('SIGTERM');
  expect(await answers).toEqual(Array.from({ length: 50 }, () => 503));
  expect((await server.exited).code).toBe(0);
  await lock.release();
});
