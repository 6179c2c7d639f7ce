import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../base/log.ts';
import { shownCodeOf } from './present-error.ts';

const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Of a refused request with the error's code. Omits the user, the network address and the URL, which contains ids and search terms. */
export function registerAccessLog(app: FastifyInstance, { log }: { log: Logger }): void {
  // These fields need no redaction, which would take three times as long as logging the line.
  const plain = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'page';
    if (!PROBES.has(route)) {
      const { statusCode: status, elapsedTime } = reply;
      const ms = Math.round(elapsedTime * 10) / 10;
      const { id: requestId, method } = request;
      plain.info({ requestId, method, route, status, ms, code: shownCodeOf(request) }, 'request');
    }
    done();
  });
}
