import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createUnconfirmedSums } from '../platform/auth/unconfirmed-sums.ts';
import { createImageWork } from '../platform/files/image-work.ts';
import { ImageRefused } from '../platform/files/image-workers.ts';
import { apiKeyRate, connectionCounts, flood } from '../platform/http/limits.ts';
import { type Channel, connectPeer, type Message, type Peer } from '../platform/processes/calls.ts';
import { createShared } from '../shared.ts';
import {
  createPrimaryCalls,
  imageErrors,
  type OfWorker,
  type PrimaryCalls,
  type WorkerCalls,
} from './primary-calls.ts';
import {
  createWorkerImages,
  createWorkerShared,
  createWorkerSums,
  type WorkerShared,
} from './worker-shared.ts';

/** Two ends of a channel. Messages arrive in a later turn, as between processes. */
function openChannel() {
  const [here, there] = [new EventEmitter(), new EventEmitter()];
  const sendTo = (end: EventEmitter) => (message: Message) => {
    setImmediate(() => end.emit('message', structuredClone(message)));
    return true;
  };
  const ends = [
    Object.assign(here, { send: sendTo(there) }),
    Object.assign(there, { send: sendTo(here) }),
  ] as [Channel, Channel]; // EventEmitter has no types of its events.
  const cut = () => {
    for (const end of [here, there]) end.emit('disconnect');
  };
  return { ends, cut };
}

interface TestWorker {
  primary: Peer<PrimaryCalls>;
  common: WorkerShared;
  end(): void;
}

/** A primary and two of its workers in one process. */
function startWorkers(imageWork = createImageWork()) {
  const shared = { shared: createShared(), sums: createUnconfirmedSums(), imageWork };
  const peers: Peer<WorkerCalls>[] = [];
  const workers = [0, 1].map((slot): TestWorker => {
    const { ends, cut } = openChannel();
    const ofWorker: OfWorker = {
      begin: () => Promise.reject(new Error('unused')),
      becomeReady: () => undefined,
      fail: () => undefined,
      countRequests: (counted) => peers[1 - slot]?.note('countRequests', counted),
      readMetrics: async () => '',
    };
    peers[slot] = connectPeer<WorkerCalls>(ends[0], createPrimaryCalls(shared, ofWorker));
    const own: WorkerCalls = {
      stop: () => undefined,
      reply: () => undefined,
      countRequests: (counted) => common.addRequests(counted),
      readMetrics: async () => [],
    };
    const primary = connectPeer<PrimaryCalls>(ends[1], own, imageErrors);
    const common = createWorkerShared(primary);
    return { primary, common, end: cut };
  });
  return workers as [TestWorker, TestWorker]; // Two slots.
}

const address = '192.0.2.7';
// Fixed: the test passes it to a function, without a database.
const NOW = new Date('2026-11-01T10:00:00Z');

test('an API key has one rate in all workers', async () => {
  const workers = startWorkers();
  const counted = [];
  for (let n = 0; n < apiKeyRate.requests + 2; n++) {
    counted.push(await workers[n % 2]?.common.shared.countKeyRequest('key'));
  }
  expect(counted.filter((one) => one?.isOver)).toHaveLength(2);
});

test('a session has one sum of unconfirmed approvals in all workers', async () => {
  const [first, second] = startWorkers().map(({ primary }) => createWorkerSums(primary));
  const taken = { sessionId: 'one', paise: 60, limitPaise: 100 };
  expect(await first?.take([taken])).toEqual([true]);
  expect(await second?.take([taken, { ...taken, sessionId: 'other' }])).toEqual([false, true]);
  first?.forget('one');
  await expect.poll(() => second?.take([taken])).toEqual([true]);
});

test('each worker counts the requests that the others received', async () => {
  const [first, second] = startWorkers();
  for (let n = 0; n < 5; n++) first.common.shared.countRequest(address);
  second.common.shared.countRequest(address);
  const used = ({ common }: TestWorker) =>
    flood.requests - common.shared.countRequest(address).remaining;
  await expect.poll(() => used(second)).toBeGreaterThan(6);
  await expect.poll(() => used(first)).toBeGreaterThan(used(second) - 1);
});

test('the connections of a network are limited in all workers together, until a worker ends', async () => {
  const [first, second] = startWorkers();
  const refuse = vi.fn<() => void>();
  const closes = Array.from({ length: connectionCounts.perNetwork }, (_, n) =>
    (n % 2 === 0 ? first : second).common.shared.openConnection(address, refuse),
  );
  await first.primary.call('settle', undefined);
  await second.primary.call('settle', undefined);
  expect(refuse).not.toHaveBeenCalled();
  second.common.shared.openConnection(address, refuse);
  await second.primary.call('settle', undefined);
  expect(refuse).toHaveBeenCalledTimes(1);
  closes[0]?.();
  const countRefused = async () => {
    const refused = vi.fn<() => void>();
    second.common.shared.openConnection(address, refused);
    await second.primary.call('settle', undefined);
    return refused.mock.calls.length;
  };
  await expect.poll(countRefused).toBe(0);
  second.end();
  first.common.shared.openConnection(address, refuse);
  await first.primary.call('settle', undefined);
  expect(refuse).toHaveBeenCalledTimes(1);
});

test('logins of an address are limited in all workers together; those of an ended worker failed', async () => {
  const [first, second] = startWorkers();
  const request = { address, deviceOf: undefined, now: NOW };
  const admitted = [];
  for (let n = 0; n < 16; n++) {
    admitted.push(await (n % 2 === 0 ? first : second).common.shared.admitLogin(request));
  }
  await expect(second.common.shared.admitLogin(request)).rejects.toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
    data: { seconds: 5 },
  });
  admitted[0]?.succeed();
  await first.primary.call('settle', undefined);
  const elsewhere = { ...request, address: '192.0.2.8' };
  await second.common.shared.admitLogin(elsewhere);
  second.end();
  await first.common.shared.admitLogin({ ...elsewhere, now: new Date(Date.now() + 60_000) });
});

test('the uploads of a person wait for those at other workers, and end with their worker', async () => {
  const [first, second] = startWorkers();
  const [here, there] = [createWorkerImages(first.primary), createWorkerImages(second.primary)];
  const { signal } = new AbortController();
  const leave = await here.enter('person', signal);
  await here.enter('person', signal);
  const leaving = new AbortController();
  const abandoned = there.enter('person', leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(abandoned).rejects.toThrow('gone');
  const third = there.enter('person', signal);
  leave();
  await third;
  const fourth = there.enter('person', signal);
  first.end();
  await fourth;
});

test('an error of the image process has its type in the worker', async () => {
  const refusing = {
    ...createImageWork(),
    hash: () => Promise.reject(new ImageRefused()),
  };
  const [first] = startWorkers(refusing);
  const images = createWorkerImages(first.primary);
  const { signal } = new AbortController();
  await expect(images.hash('file', signal)).rejects.toBeInstanceOf(ImageRefused);
});
