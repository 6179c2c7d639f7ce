import { shareUnconfirmedSums } from '../platform/auth/unconfirmed-sums.ts';
import { readConfig } from '../platform/config/config.ts';
import { type Channel, connectPeer, type Peer } from '../platform/processes/calls.ts';
import { explainFullDisk } from '../platform/runtime/disk-full.ts';
import { sentenceOf } from '../platform/runtime/errors.ts';
import { createLogger } from '../platform/runtime/log.ts';
import { findProjectDir } from '../platform/runtime/project.ts';
import { traceFields } from '../platform/tracing/spans.ts';
import {
  type Beginning,
  imageErrors,
  type PrimaryCalls,
  type WorkerCalls,
} from './primary-calls.ts';
import { serveUntil } from './serve.ts';
import { createWorkerImages, createWorkerShared, createWorkerSums } from './worker-shared.ts';

/* The program of a worker: it serves requests until the primary stops it. */

process.setSourceMapsEnabled(true);
// The primary stops its workers, also when a terminal or a manager signals the whole group.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);

const stop = new AbortController();
const own: WorkerCalls = {
  stop: () => stop.abort(),
  reply: () => undefined,
  countRequests: (counted) => common.addRequests(counted),
  readMetrics: () => common.readMetrics(),
};
const primary: Peer<PrimaryCalls> = connectPeer(process as Channel, own, imageErrors); // A worker has a channel.
const common = createWorkerShared(primary);
shareUnconfirmedSums(createWorkerSums(primary));

let place: Beginning | undefined;
try {
  await run();
} catch (error) {
  if (!stop.signal.aborted) {
    const explained = explainFullDisk(error, place?.dataDir ?? '');
    await primary.call('fail', sentenceOf(explained));
    process.exitCode = 1;
  }
}
process.exit();

async function run(): Promise<void> {
  const loading = Promise.all([import('./boot.ts'), import('../app.ts')]);
  place = await primary.call('begin', undefined, stop.signal);
  const { connection, dataDir, runsJobs, ...served } = place;
  const [{ startServices }, { buildApp }] = await loading;
  // They count if a file of settings has changed since the primary started.
  const config = { ...readConfig(process.env, findProjectDir(import.meta.dirname)), ...served };
  const imageWork = createWorkerImages(primary);
  const database = { connection, dataDir, stop: async () => undefined };
  const log = createLogger(config.logLevel, config.tracing && traceFields);
  const services = await startServices(config, log, {
    ...{ database, shared: common.shared, imageWork, runsJobs, signal: stop.signal },
    buildApp,
  });
  const { app } = services;
  app.addHook('preClose', async () => primary.call('settle', undefined));
  await serveUntil(
    stop.signal,
    { app, services, config },
    { onReady: (ready) => primary.call('becomeReady', ready), onStop: async () => undefined },
  );
}
