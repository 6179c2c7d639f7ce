import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { callOthers, signInAdmin } from './calls.ts';
import { type Figures, report } from './report.ts';
import { quantile } from './statistics.ts';
import { type BenchServer, cookieOf, openBenchWorld, startServer } from './world.ts';

const CROWDS = [100, 300];
const RECEIPT_BYTES = 4.5e6;
const LOOK_EVERY_MS = 50;

/** Measures simultaneous uploads of receipts of 4.5 MB: peak memory, and the latency of other requests. Linux only. */
export async function benchUploads(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const people = CROWDS.reduce((sum, crowd) => sum + crowd, 0);
    const { db } = await world.createFilled('uploads', {
      users: people,
      pending: 0,
      decided: people,
    });
    await db.close();
    const receipt = await makeReceipt();
    const server = await startServer(world.urlOf('uploads'));
    try {
      const cookies = await signInAdmin(server.baseUrl, '');
      const quiet = await callOthers(server.baseUrl, { cookies, forMs: 5000 });
      let first = 1;
      for (const crowd of CROWDS) {
        const figures = await benchCrowd(server, { cookies, receipt, first, crowd });
        await report('uploads', `${crowd} receipts of ${receipt.length} bytes at one moment`, {
          "others' p95 without, ms": quantile(quiet, 0.95),
          ...figures,
        });
        first += crowd;
      }
    } finally {
      await server.stop();
    }
  } finally {
    await world.close();
  }
}

interface Crowd {
  cookies: string;
  receipt: Buffer;
  /** The number of the first person. */
  first: number;
  crowd: number;
}

async function benchCrowd(
  server: BenchServer,
  { cookies, receipt, first, crowd }: Crowd,
): Promise<Figures> {
  const over = new AbortController();
  const memory = watchMemory(server.pid, over.signal);
  const others = callOthers(server.baseUrl, { cookies, signal: over.signal });
  const startedAt = performance.now();
  const statuses = new Map<number, number>();
  const sent = Array.from({ length: crowd }, async (_, n) => {
    const status = await upload(server, { cookie: cookieOf(first + n), receipt });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  await Promise.all(sent).finally(() => over.abort());
  const seconds = (performance.now() - startedAt) / 1000;
  const { serverMb, familyMb } = await memory;
  return {
    "others' p95 with, ms": quantile(await others, 0.95),
    'all are answered after, seconds': seconds,
    'the server at its highest, MB resident': serverMb,
    'and with its processes for images, MB': familyMb,
    ...Object.fromEntries(
      [...statuses].map(([status, count]) => [`receipts that got ${status}`, count]),
    ),
  };
}

async function makeReceipt(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const [width, height] = [2000, 2600];
  const create = { width, height, channels: 3, background: '#888', noise } as const;
  const pixels = await sharp({ create }).raw().toBuffer();
  for (let quality = 60; quality < 100; quality += 2) {
    const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (jpeg.length >= RECEIPT_BYTES) return jpeg;
  }
  throw new Error('No receipt is as large as that');
}

/** Returns the status of the response; 0 if the connection was cut. */
async function upload(
  { baseUrl }: BenchServer,
  { cookie, receipt }: { cookie: string; receipt: Buffer },
): Promise<number> {
  const form = JSON.stringify({ amount: '100', requestKey: randomUUID() });
  const sent = request(`${baseUrl}/files/deposits`, {
    method: 'POST',
    agent: false,
    headers: {
      cookie,
      'wallet-form': Buffer.from(form).toString('base64url'),
      'content-type': 'image/jpeg',
      'content-length': receipt.length,
    },
  });
  // A server may respond and close before it has read everything: the response counts.
  sent.on('error', () => undefined);
  // One buffer for all of them, because this process's memory is not measured.
  sent.end(receipt);
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode ?? 0;
  } catch {
    return 0;
  }
}

/** The peak memory of a process, and of the process with its children, in megabytes. */
async function watchMemory(pid: number, signal: AbortSignal) {
  const most = { serverMb: 0, familyMb: 0 };
  while (!signal.aborted) {
    const [own, ...others] = await Promise.all([pid, ...(await childrenOf(pid))].map(readMemory));
    most.serverMb = Math.max(most.serverMb, (own?.residentKb ?? 0) / 1000);
    const family = [own, ...others].reduce((sum, memory) => sum + (memory?.ownKb ?? 0), 0);
    most.familyMb = Math.max(most.familyMb, family / 1000);
    await sleep(LOOK_EVERY_MS);
  }
  return most;
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** Resident memory, and its proportional share: shared pages are divided among processes. */
async function readMemory(pid: number) {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return { residentKb: read('Rss'), ownKb: read('Pss') };
}
