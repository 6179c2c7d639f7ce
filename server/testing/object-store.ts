import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { Bucket } from '../lib/files/settings.ts';

/** What the way to the store does with connections, those that are open among them. */
interface Weather {
  /** Nobody listens. */
  isDead: boolean;
  /** Nothing more comes back on a connection after so many bytes. */
  silentAfterBytes: number;
  /** Connections end after so many bytes have come back on them, as often as `breaks` says. */
  breakAfterBytes: number;
  breaks: number;
}

const FAIR: Weather = {
  isDead: false,
  silentAfterBytes: Number.POSITIVE_INFINITY,
  breakAfterBytes: 0,
  breaks: 0,
};

/** A store that speaks the S3 protocol, with one bucket, behind a way that can fail. */
export interface TestObjectStore {
  bucket: Bucket;
  /** The settings that lead a server there. */
  settings: { FILES_URL: string; FILES_SECRET: string };
  /** Where an object of the bucket lies on the disk. */
  fileOf(key: string): string;
  /** The folder of the bucket. */
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
  // It forgets the slash that ends a bucket's path when it checks the signature.
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
  // The one account that s3rver knows.
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
    port: (way.address() as AddressInfo).port, // it listens on TCP
    change(changes: Partial<Weather>) {
      weather = { ...FAIR, ...changes };
      // Those that are kept open know of no other weather.
      cut();
    },
    async close() {
      const closed = new Promise((resolve) => way.close(resolve));
      cut();
      await closed;
    },
  };
}
