import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** Asked every few seconds by programs. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Logs each request once it is answered: its id, which errors show too, its route, status and duration. Neither who
 * asked nor from where, and no address as sent: those hold ids and what was searched for.
 */
export function registerAccessLog(app: FastifyInstance, { config, log }: Deps): void {
  if (!config.accessLog) return;
  // These fields need no redaction, which would take three times as long as the line itself.
  const plain = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'page';
    if (!PROBES.has(route)) {
      const { statusCode: status, elapsedTime } = reply;
      const ms = Math.round(elapsedTime * 10) / 10;
      plain.info({ requestId: request.id, method: request.method, route, status, ms }, 'request');
    }
    done();
  });
}
