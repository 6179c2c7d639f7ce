import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { imageRules } from '#contract/uploads/routes.ts';
import { createImageWork } from '../server/platform/files/image-work.ts';
import { cleanImage } from '../server/platform/files/images.ts';
import { report } from './report.ts';
import { measureLoad } from './usage.ts';
import { cookieOf, openBenchWorld, startServer } from './world.ts';
import { callByWrk } from './wrk.ts';

const PEOPLE = 500;
const CALLERS = 16;
const WARM_UP_S = 3;
const MEASURED_S = 8;
const REQUESTS = 5000;

/** Measures deposits with receipts of 300 KB by 16 callers over HTTP, against the image work alone. */
export async function benchDeposits(): Promise<void> {
  const world = await openBenchWorld();
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-receipts-'));
  try {
    const image = path.join(folder, 'receipt.jpg');
    await makeReceipt(image);
    const imagesAlone = await encodeAlone(image, folder);
    const { db } = await world.createFilled('over_http', {
      users: PEOPLE,
      pending: 0,
      decided: PEOPLE,
    });
    const server = await startServer(world.urlOf('over_http'));
    const { rate, figures } = await measureLoad({ server, query: db.query }, (seconds) =>
      callByWrk(server, {
        path: '/files/deposits',
        callers: CALLERS,
        seconds,
        image,
        requests: Array.from({ length: REQUESTS }, (_, n) => {
          const form = { amount: '100', requestKey: randomUUID() };
          return { cookie: cookieOf(1 + (n % PEOPLE)), form };
        }),
      }),
    );
    await server.stop();
    await db.close();
    await report('deposits', `receipts of ${(await stat(image)).size} bytes, ${CALLERS} callers`, {
      ...figures,
      'limit: the image work alone, a second': imagesAlone,
      'ratio: HTTP / image work': rate / imagesAlone,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
    await world.close();
  }
}

/** As much detail as a photograph of 300 KB. */
async function makeReceipt(file: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const create = { width: 900, height: 1200, channels: 3, background: '#888', noise } as const;
  await sharp({ create }).jpeg({ quality: 88 }).toFile(file);
}

/** Images per second by the server's image processes, without other load. */
async function encodeAlone(source: string, folder: string): Promise<number> {
  const work = createImageWork();
  const encode = async (target: string) => {
    const { signal } = new AbortController();
    await cleanImage(work, { source, target, rules: imageRules.receipts, signal });
  };
  const encodeFor = async (timeMs: number) => {
    const until = performance.now() + timeMs;
    let encoded = 0;
    const callers = Array.from({ length: 4 }, async (_, n) => {
      for (; performance.now() < until; encoded += 1)
        await encode(path.join(folder, `encoded-${n}`));
    });
    await Promise.all(callers);
    return encoded;
  };
  try {
    await encodeFor(WARM_UP_S * 1000);
    return (await encodeFor(MEASURED_S * 1000)) / MEASURED_S;
  } finally {
    work.close();
  }
}
