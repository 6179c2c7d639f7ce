import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { appError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { isSameSecret } from '../../base/same-secret.ts';
import { jobFailures, jobSuccesses } from '../../base/timers.ts';
import type { Database } from '../../db/database.ts';
import { batchSizes } from '../commands/batched-command.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/hosts.ts';
import type { MetricsConfig } from '../config/http-settings.ts';
import { type EventHub, eventDelays } from '../events/event-hub.ts';
import { registerArrival } from './origin.ts';
import { sendError } from './present-error.ts';
import { registerSecurityHeaders } from './security-headers.ts';

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface MetricsDeps {
  config: Pick<Config, 'metrics' | 'host' | 'publicUrl' | 'trustProxy'>;
  db: Database;
  events: EventHub;
  log: Logger;
}

type Read = () => Promise<string>;

export type Watcher = (registry: Registry) => () => Promise<void>;

/** No label holds an id or a name of a person. */
export function registerMetrics(
  app: FastifyInstance,
  deps: MetricsDeps,
  { watchProduct, counters }: { watchProduct: Watcher; counters: Metric[] },
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  watchPools(registry, deps.db);
  watchStreams(registry, deps.events);
  const others: Metric[] = [jobFailures, jobSuccesses, batchSizes, eventDelays, ...counters];
  for (const metric of others) registry.registerMetric(metric);
  watchRequests(registry, app);
  const refresh = watchProduct(registry);
  const { metrics } = deps.config;
  const read = async () => {
    await refresh();
    return registry.metrics();
  };
  if (metrics.address) serveApart(app, read, { ...deps, address: metrics.address });
  else serve(app, read, metrics);
}

function serveApart(
  app: FastifyInstance,
  read: Read,
  { config, log, address }: MetricsDeps & { address: { host: string; port: number } },
): void {
  const server = fastify({
    loggerInstance: app.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  server.setErrorHandler(sendError);
  registerSecurityHeaders(server, config);
  registerArrival(server, config);
  serve(server, read, config.metrics);
  app.addHook('onReady', async () => {
    const opened = await server.listen(address);
    log.info({ address: `${opened}/metrics` }, 'metrics are served');
  });
  app.addHook('onClose', () => server.close());
}

function serve(app: FastifyInstance, read: Read, config: MetricsConfig): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config)) throw appError('NOT_FOUND');
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await read());
  });
}

function mayRead({ headers, arrival }: FastifyRequest, { address, token }: MetricsConfig) {
  if (token !== undefined) return isSameSecret(headers.authorization ?? '', `Bearer ${token}`);
  const isForOthers = address !== undefined && !isLoopback(address.host);
  return isForOthers || arrival.isDirect;
}

function watchRequests(registry: Registry, app: FastifyInstance): void {
  const durations = new Histogram({
    name: 'wallet_http_request_duration_seconds',
    help: 'Duration of requests',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'page';
    const labels = { method: request.method, route, status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  const inProgress = new Gauge({
    name: 'wallet_http_requests_in_progress',
    help: 'Requests in progress, including open event streams',
    registers: [registry],
  });
  app.addHook('onRequest', (_request, reply, done) => {
    inProgress.inc();
    reply.raw.once('close', () => inProgress.dec());
    done();
  });
}

function watchPools(registry: Registry, db: Database): void {
  new Gauge({
    name: 'wallet_database_connections',
    help: 'Connections of the database pools, by pool and state',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, { pool }] of Object.entries({ people: db, background: db.background })) {
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: 'awaited' }, pool.waitingCount);
      }
    },
  });
}

function watchStreams(registry: Registry, events: EventHub): void {
  new Gauge({
    name: 'wallet_event_streams',
    help: 'Open event streams, by the role of the user',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      for (const [role, count] of Object.entries(events.openStreams)) this.set({ role }, count);
    },
  });
  new Gauge({
    name: 'wallet_event_silence_seconds',
    help: 'Time since the outbox was last read, at least every 2 seconds',
    registers: [registry],
    collect() {
      this.set(events.secondsSinceLastRead);
    },
  });
  new Gauge({
    name: 'wallet_oldest_unpublished_event_seconds',
    help: 'Time for which an open transaction with earlier events has held back the oldest committed event',
    registers: [registry],
    collect() {
      this.set(events.oldestUnpublishedSeconds);
    },
  });
}
