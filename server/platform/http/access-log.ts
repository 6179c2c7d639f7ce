import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Logger } from '../runtime/log.ts';

const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Omits the user, the network address and the URL, which contains ids and search terms. */
export function registerAccessLog(
  app: FastifyInstance,
  { config, log }: { config: Pick<Config, 'accessLog'>; log: Logger },
): void {
  if (!config.accessLog) return;
  // These fields need no redaction, which would take three times as long as logging the line.
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
