import { execFileSync, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ImageWorkerUnavailable } from './failures.ts';
import { createImageWork, type ImageTask, type ImageWork } from './image-work.ts';
import { createImageWorker, ImageRefused, type ImageWorker, TooMuchWork } from './image-workers.ts';

let folder: string;
let works: ImageWork[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wallet-images-'));
});
afterEach(() => {
  for (const work of works) work.close();
  works = [];
});
afterAll(() => rm(folder, { recursive: true }));

function open(...given: Parameters<typeof createImageWork>): ImageWork {
  const work = createImageWork(...given);
  works.push(work);
  return work;
}

type Changes = Partial<Omit<ImageTask, 'job'>> & { maxSide?: number };

async function taskOf(image: Buffer, { maxSide = 16_384, ...changes }: Changes = {}) {
  const source = path.join(folder, randomUUID());
  await writeFile(source, image);
  const job = { source, target: `${source}.out`, from: 'png', to: 'png' } as const;
  return {
    job: { ...job, maxPixels: 40_000_000, maxSide },
    isLight: true,
    signal: new AbortController().signal,
    ...changes,
  };
}

async function flat(width: number, height: number, interlaced = false): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#567' } as const;
  return sharp({ create }).png({ progressive: interlaced }).toBuffer();
}

test('stops an image that exceeds its processor time, and encodes the next one', async () => {
  const work = open({ lightCpuMs: 10_000, heavyCpuMs: 60 });
  const heavy = await taskOf(await flat(4000, 4000, true), { isLight: false });
  await expect(work.encode(heavy)).rejects.toThrow(TooMuchWork);
  const task = await taskOf(await flat(30, 20));
  expect(await work.encode(task)).toMatchObject({ width: 30, height: 20 });
  expect((await sharp(await readFile(task.job.target)).metadata()).width).toBe(30);
});

test('restarts an image in the heavy lane when it needs more time than its header suggested', async () => {
  const work = open({ lightCpuMs: 60, heavyCpuMs: 60_000 });
  const task = await taskOf(await flat(4000, 4000, true));
  expect(await work.encode(task)).toMatchObject({ width: 4000 });
});

test('the image process checks the size itself and refuses files that are not images', async () => {
  const work = open();
  await expect(work.encode(await taskOf(await flat(300, 20), { maxSide: 299 }))).rejects.toThrow(
    ImageRefused,
  );
  await expect(work.encode(await taskOf(Buffer.from('no image')))).rejects.toThrow(ImageRefused);
});

test('reports a failed read or write as a disk error, not as a refused image', async () => {
  const task = await taskOf(await flat(30, 20));
  const nowhere = { ...task, job: { ...task.job, target: path.join(folder, 'none/there') } };
  const missing = { ...task, job: { ...task.job, source: path.join(folder, 'none') } };
  const work = open();
  await expect(work.encode(nowhere)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(work.encode(missing)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('gives up a write that never ends, and encodes the next image in another process', async () => {
  const work = open({ writeMs: 100 });
  const stopped = await taskOf(await flat(30, 20));
  execFileSync('mkfifo', [stopped.job.target]);
  // One more than the threads of a process.
  for (let n = 0; n < 5; n += 1) {
    await expect(work.encode(stopped)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  }
  expect(await work.encode(await taskOf(await flat(30, 20)))).toMatchObject({ width: 30 });
});

/** A Node.js process that can't be started, as at the process limit: it emits `error`, but never `exit`. */
const unstartable = () => fork('none.js', { execPath: path.join(folder, 'no-such-program') });

test.each([
  ['reports that it failed', unstartable],
  [
    'throws',
    () => {
      throw new Error('spawn EPERM');
    },
  ],
])(
  'fails immediately when starting the process %s, and tries again for the next image',
  async (_, start) => {
    const starts = vi.fn(start);
    const work = open(undefined, () => createImageWorker(starts));
    const task = await taskOf(await flat(30, 20));
    await expect(work.encode(task)).rejects.toThrow(ImageWorkerUnavailable);
    await expect(work.encode(task)).rejects.toThrow(ImageWorkerUnavailable);
    expect(starts).toHaveBeenCalledTimes(2);
  },
);

test('starts no image process after the server has closed its image work', async () => {
  const starts = vi.fn(unstartable);
  const work = open(undefined, () => createImageWorker(starts));
  work.close();
  await expect(work.encode(await taskOf(await flat(30, 20)))).rejects.toThrow(
    ImageWorkerUnavailable,
  );
  expect(starts).not.toHaveBeenCalled();
});

test('the image process exits without an error when its channel to the server is closed', async () => {
  const program = path.join(import.meta.dirname, 'image-worker.ts');
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const closeFirst = 'data:text/javascript,process.disconnect()';
  const child = fork(program, {
    execArgv: ['--import', tsx, '--import', closeFirst],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const printed = child.stderr ? text(child.stderr) : expect.unreachable();
  const [code] = await once(child, 'exit');
  expect(await printed).not.toContain('ERR_IPC_CHANNEL_CLOSED');
  expect(code).toBe(0);
});

function standIns() {
  const begun: { source: string; signal: AbortSignal; end(): void }[] = [];
  const createWorker = (): ImageWorker => ({
    encode: ({ source }, signal) =>
      new Promise((resolve, reject) => {
        const end = () => resolve({ width: 1, height: 1, byteSize: 1, sha256: '' });
        begun.push({ source, signal, end });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    hash: () => Promise.resolve({ uploadSha256: null, picture: null }),
    close: () => undefined,
  });
  return { begun, createWorker };
}

async function standInTask(source: string, changes: Partial<ImageTask> = {}): Promise<ImageTask> {
  const task = await taskOf(Buffer.alloc(0), changes);
  return { ...task, job: { ...task.job, source } };
}

test('heavy images occupy only one lane, so a light image is encoded while any number of them wait', async () => {
  const { begun, createWorker } = standIns();
  const work = open(undefined, createWorker);
  for (const source of ['heavy 1', 'heavy 2', 'heavy 3']) {
    void work.encode(await standInTask(source, { isLight: false }));
  }
  const light = work.encode(await standInTask('light'));
  expect(begun.map(({ source }) => source)).toEqual(['heavy 1', 'light']);
  begun[1]?.end();
  expect(await light).toMatchObject({ width: 1 });
  begun[0]?.end();
  await expect.poll(() => begun.map(({ source }) => source)).toContain('heavy 2');
});

test('aborts image jobs whose client has left, queued or running', async () => {
  const { begun, createWorker } = standIns();
  const work = open(undefined, createWorker);
  const leaving = new AbortController();
  const sent = [];
  for (const source of ['1', '2', '3']) {
    const signal = source === '2' ? new AbortController().signal : leaving.signal;
    sent.push(work.encode(await standInTask(source, { signal })).catch((error: unknown) => error));
  }
  const gone = new Error('gone');
  leaving.abort(gone);
  expect(await sent[0]).toBe(gone);
  expect(await sent[2]).toBe(gone);
  begun[1]?.end();
  await sent[1];
  expect(begun.map(({ source }) => source)).toEqual(['1', '2']);
});
