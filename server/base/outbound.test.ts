import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { isPublicAddress, postText, requestJson } from './outbound.ts';

afterEach(() => vi.restoreAllMocks());

test.each(['8.8.8.8', '142.250.1.1', '172.32.0.1', '2a00:1450::1', '2606:4700::1111'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fe80::1%eth0',
  'fec0::1',
  '127.1',
  '8.8.8',
  'localhost',
  '',
])('%s is not a public address', (address) => expect(isPublicAddress(address)).toBe(false));

async function startCounter() {
  let reached = 0;
  const server = createServer((_request, response) => {
    reached += 1;
    response.setHeader('content-type', 'application/json').end('"here"');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, reached: () => reached, close: () => server.close() };
}

function resolveTo(...addresses: string[]) {
  // Implements only the overload used here, which returns all addresses of a name.
  const answer = (_name: string, _options: object, callback: (...args: unknown[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  return vi.spyOn(dns, 'lookup').mockImplementation(answer as never);
}

const limits = { timeoutMs: 2000, maxBytes: 100, allowPrivate: false };

test.each([
  { addresses: ['127.0.0.1'] },
  { addresses: ['8.8.8.8', '127.0.0.1'] },
  { addresses: ['::ffff:127.0.0.1'] },
  { addresses: ['169.254.169.254'] },
])('refuses a connection to a name that resolves to $addresses', async ({ addresses }) => {
  const counter = await startCounter();
  const lookup = resolveTo(...addresses);
  const url = new URL(`http://translate.example:${counter.port}/`);
  await expect(requestJson({ url }, limits)).rejects.toThrow(
    'translate.example is not an address of the public internet',
  );
  // The checked address is the one connected to: there is no second lookup.
  expect(lookup).toHaveBeenCalledTimes(1);
  expect(counter.reached()).toBe(0);
  counter.close();
});

test('connects to a private address when the settings allow private networks', async () => {
  const counter = await startCounter();
  resolveTo('127.0.0.1');
  const url = new URL(`http://translate.example:${counter.port}/`);
  await expect(requestJson({ url }, { ...limits, allowPrivate: true })).resolves.toBe('"here"');
  expect(counter.reached()).toBe(1);
  counter.close();
});

test('postText returns the status and the beginning of a long response', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(500).end('x'.repeat(100_000));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/`);
  const text = { url, body: '{}', headers: {} };
  const answer = await postText(text, { ...limits, allowPrivate: true });
  expect(answer).toEqual({ status: 500, text: 'x'.repeat(limits.maxBytes) });
  await expect(postText(text, limits)).rejects.toThrow('not an address of the public internet');
  const stop = AbortSignal.abort();
  const broken = postText(text, { ...limits, allowPrivate: true, signal: stop });
  await expect(broken).rejects.toThrow('aborted');
  server.close();
});
