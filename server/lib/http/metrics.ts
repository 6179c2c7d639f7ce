import { createHash, timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { appError } from '../errors.ts';
import { jobFailures } from '../timers.ts';
import { isLoopback } from './hosts.ts';
import { registerArrival } from './origin.ts';
import { sendError } from './present-error.ts';
import type { MetricsConfig } from './settings.ts';

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type MetricsDeps = Pick<Deps, 'config' | 'db' | 'log'>;

/**
 * Serves Prometheus metrics at `/metrics`, here or on a port of their own: request durations by route
 * and status, the database pool, failed background work, and the process. No label holds an id or a name
 * of a person.
 */
export function registerMetrics(app: FastifyInstance, deps: MetricsDeps): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  watchPool(registry, deps.db);
  registry.registerMetric(jobFailures);
  watchRequests(registry, app);
  const { metrics } = deps.config;
  if (metrics.port === undefined) serve(app, registry, metrics);
  else serveApart(app, registry, deps);
}

/** On a port of their own, open for as long as the product's. */
function serveApart(app: FastifyInstance, registry: Registry, { config, log }: MetricsDeps): void {
  const { port, host } = config.metrics;
  const server = fastify({
    loggerInstance: app.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  server.setErrorHandler(sendError);
  registerArrival(server, config);
  serve(server, registry, config.metrics);
  app.addHook('onReady', async () => {
    const address = await server.listen({ port, host });
    log.info({ address: `${address}/metrics` }, 'metrics are served');
  });
  app.addHook('onClose', () => server.close());
}

function serve(app: FastifyInstance, registry: Registry, config: MetricsConfig): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config)) throw appError('NOT_FOUND');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Who has the token; without one, who asks on this machine, or where METRICS_HOST lets others in. */
function mayRead({ headers, arrival }: FastifyRequest, { port, host, token }: MetricsConfig) {
  if (token !== undefined) return isEqual(headers.authorization ?? '', `Bearer ${token}`);
  const isForOthers = port !== undefined && !isLoopback(host);
  return isForOthers || arrival.isDirect;
}

/** Compares in a time that says nothing of either text. */
function isEqual(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function watchRequests(registry: Registry, app: FastifyInstance): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'page';
    const labels = { method: request.method, route, status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  const inProgress = new Gauge({
    name: 'http_requests_in_progress',
    help: 'Requests that have come and are not answered to the end, open event streams among them',
    registers: [registry],
  });
  app.addHook('onRequest', async (_request, reply) => {
    inProgress.inc();
    reply.raw.once('close', () => inProgress.dec());
  });
}

function watchPool(registry: Registry, db: Deps['db']): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, by what they do',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, db.pool.idleCount);
      this.set({ state: 'busy' }, db.pool.totalCount - db.pool.idleCount);
      this.set({ state: 'awaited' }, db.pool.waitingCount);
    },
  });
}
