import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MAX_STATEMENT_BYTES } from '#contract/statements/rules.ts';
import { EICAR, startClamd } from '../../testing/clamd.ts';
import { asStoreOutage, ScannerUnavailable } from './failures.ts';
import { createVirusScanner } from './virus-scanner.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wallet-scan-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, content: string | Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

async function startTestClamd(options?: Parameters<typeof startClamd>[0]) {
  const clamd = await startClamd(options);
  onTestFinished(() => clamd.close());
  return clamd;
}

const { signal: never } = new AbortController();

describe.each([
  ['TCP', () => undefined],
  ['a Unix socket', () => ({ path: path.join(folder, 'clamd.ctl') })],
])('by %s', (_, getAddress) => {
  test('sends the largest upload unchanged, and finds the virus in a file', async () => {
    const clamd = await startTestClamd({ address: getAddress() });
    const scanner = createVirusScanner(clamd.address);
    await scanner.ping();
    const largest = randomBytes(MAX_STATEMENT_BYTES);
    const hostile = `%PDF-1.7\n${EICAR}`;
    expect(await scanner.scan(await write('largest', largest), never)).toBeUndefined();
    expect(await scanner.scan(await write('eicar', hostile), never)).toBe('Eicar-Test-Signature');
    expect(clamd.scanned.map((content) => content.equals(largest))).toEqual([true, false]);
    expect(clamd.scanned[1]?.toString()).toBe(hostile);
  });
});

test.each([
  ['an error', 'INSTREAM size limit exceeded. ERROR\0', 'clamd replied "INSTREAM size limit'],
  ['another reply that has OK', 'stream: OK or not\0', 'clamd replied "stream: OK or not"'],
  [
    'a virus with control characters',
    'stream: a\nb FOUND\0',
    'clamd replied "stream: a\\nb FOUND"',
  ],
  ['no reply', '', 'closed the connection'],
  ['a cut reply', 'stream: OK', 'closed the connection'],
  ['too long a reply', `stream: ${'a'.repeat(2000)} FOUND\0`, 'too long a reply'],
])('does not take %s as a scanned file', async (_, reply, message) => {
  const clamd = await startTestClamd({ reply: () => reply });
  const scanned = createVirusScanner(clamd.address).scan(await write('file', 'bytes'), never);
  await expect(scanned).rejects.toThrow(ScannerUnavailable);
  await expect(scanned).rejects.toThrow(message);
});

test('does not take a connection that clamd closes before it has read the file as a scanned file', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const scanner = createVirusScanner({ host: '127.0.0.1', port });
  const scanned = scanner.scan(await write('long', randomBytes(MAX_STATEMENT_BYTES)), never);
  await expect(scanned).rejects.toThrow(ScannerUnavailable);
});

test.each([
  // No test gets a port below 1024.
  ['port', () => ({ host: '127.0.0.1', port: 1 }), 'ECONNREFUSED'],
  ['socket', () => ({ path: path.join(folder, 'none.ctl') }), 'ENOENT'],
])('throws if nothing listens at the %s', async (_, getAddress, code) => {
  const scanner = createVirusScanner(getAddress());
  const scanned = scanner.scan(await write('file', 'bytes'), never);
  await expect(scanned).rejects.toMatchObject({ name: 'ScannerUnavailable', cause: { code } });
  await expect(scanner.ping()).rejects.toMatchObject({ cause: { code } });
});

test('ends scans that get no reply in time, those in the queue too', async () => {
  const clamd = await startTestClamd({ reply: () => undefined });
  const scanner = createVirusScanner(clamd.address, { maxScans: 1, timeoutMs: 100 });
  const file = await write('file', 'bytes');
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => scanner.scan(file, never)));
  const late = { name: 'ScannerUnavailable', cause: { name: 'TimeoutError' } };
  expect(outcomes.map((one) => one.status === 'rejected' && one.reason)).toMatchObject(
    Array(3).fill(late),
  );
  await expect.poll(clamd.countConnections).toBe(0);
});

test('runs a bounded number of scans, and leaves out a caller that has left', async () => {
  const release = new AbortController();
  let [running, most] = [0, 0];
  const clamd = await startTestClamd({
    reply: async () => {
      running += 1;
      most = Math.max(most, running);
      if (!release.signal.aborted) await once(release.signal, 'abort');
      running -= 1;
      return 'stream: OK\0';
    },
  });
  const scanner = createVirusScanner(clamd.address, { maxScans: 2 });
  const leaving = new AbortController();
  const file = await write('file', 'bytes');
  const scans = [never, never, leaving.signal, never].map((signal) => scanner.scan(file, signal));
  const outcomes = Promise.allSettled(scans);
  await expect.poll(() => clamd.scanned.length).toBe(2);
  const reason = new Error('left');
  leaving.abort(reason);
  await expect(scans[2]).rejects.toBe(reason);
  release.abort();
  expect((await outcomes).map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  ]);
  expect(clamd.scanned).toHaveLength(3);
  expect(most).toBe(2);
});

test('a socket that may not be opened is a failure of the scanner, not of the file store', () => {
  const denied = new ScannerUnavailable(Object.assign(new Error('connect'), { code: 'EACCES' }));
  expect(asStoreOutage(denied)).toBe(denied);
});
