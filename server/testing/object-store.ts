import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { Bucket } from '../platform/config/file-settings.ts';

/** Failures that the proxy in front of the store simulates, also on open connections. */
interface Weather {
  isDead: boolean;
  /** Sends nothing more on a connection after this many bytes. */
  silentAfterBytes: number;
  /** Closes a connection after this many response bytes, for the next `breaks` connections. */
  breakAfterBytes: number;
  breaks: number;
}

const FAIR: Weather = {
  isDead: false,
  silentAfterBytes: Number.POSITIVE_INFINITY,
  breakAfterBytes: 0,
  breaks: 0,
};

/** A local S3 server with one bucket, behind a proxy that can simulate failures. */
export interface TestObjectStore {
  bucket: Bucket;
  settings: { FILES_URL: string; FILES_SECRET: string };
  fileOf(key: string): string;
  folder: string;
  change(weather: Partial<Weather>): void;
  close(): Promise<void>;
}

export async function startObjectStore(): Promise<TestObjectStore> {
  const directory = await mkdtemp(path.join(tmpdir(), 'wallet-objects-'));
  const name = `test-${randomUUID()}`;
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name, configs: [] }],
  });
  // s3rver drops the slash at the end of a bucket's path when it verifies the signature.
  server.middleware.splice(-1, 0, (request, next) => {
    if (/^\/[^/]+\/$/.test(request.path)) {
      request.state.vhost = true;
      request.mountPath = '/';
    }
    return next();
  });
  const { port } = await server.run();
  const way = await openWay(port);
  const endpoint = `http://127.0.0.1:${way.port}`;
  // The only account of s3rver.
  const bucket = { name, region: 'us-east-1', endpoint, keyId: 'S3RVER', secret: 'S3RVER' };
  const query = new URLSearchParams({ region: bucket.region, 'key-id': bucket.keyId, endpoint });
  return {
    bucket,
    settings: { FILES_URL: `s3://${name}?${query}`, FILES_SECRET: bucket.secret },
    fileOf: (key) => path.join(directory, name, `${key}._S3rver_object`),
    folder: path.join(directory, name),
    change: way.change,
    async close() {
      await way.close();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function openWay(to: number) {
  let weather = FAIR;
  const open = new Set<Socket>();
  const way = createServer((near) => {
    if (weather.isDead) return void near.destroy();
    const far = connect(to, '127.0.0.1');
    const end = () => [near, far].map((socket) => socket.destroy());
    let sent = 0;
    for (const socket of [near, far]) {
      open.add(socket.on('error', end).on('close', end));
      socket.on('close', () => open.delete(socket));
    }
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => {
      sent += bytes.length;
      if (sent > weather.silentAfterBytes) return;
      const isBroken = weather.breaks > 0 && sent > weather.breakAfterBytes;
      const rest = sent - weather.breakAfterBytes;
      near.write(isBroken ? bytes.subarray(0, Math.max(0, bytes.length - rest)) : bytes);
      if (!isBroken) return;
      weather = { ...weather, breaks: weather.breaks - 1 };
      near.end(end);
    });
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (way.address() as AddressInfo).port, // The proxy listens on TCP.
    change(changes: Partial<Weather>) {
      weather = { ...FAIR, ...changes };
      // Open connections keep the old settings, so they are closed.
      cut();
    },
    async close() {
      const closed = new Promise((resolve) => way.close(resolve));
      cut();
      await closed;
    },
  };
}
