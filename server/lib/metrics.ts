import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isLoopback } from './config.ts';
import type { Deps } from './deps.ts';
import { appError } from './errors.ts';

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * Serves Prometheus metrics at `/metrics`, to callers on this machine only: request durations by
 * route and status, the database pool, and the process. No label holds an id or a name of a person.
 */
export function registerMetrics(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  watchPool(registry, db);
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
  app.get('/metrics', async (request, reply) => {
    if (!isLoopback(request.ip)) throw appError('NOT_FOUND');
    return reply.type(registry.contentType).send(await registry.metrics());
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
