import { type Span, SpanKind } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EVENTS_PATH } from '#contract/events/frames.ts';
import { CLICK_DELAY_HEADER, MAX_CLICK_DELAY_MS } from '#contract/shared/traces.ts';
import { parseTraceparent } from './sampling.ts';
import { endRequest, getTracer, runInSpan, type Tracer } from './spans.ts';

/** Probes are frequent and all alike; a stream lasts for hours. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics', EVENTS_PATH]);

/** Records a span for each request, with its route and status only. Register it before all hooks to be recorded. */
export function registerTracing(app: FastifyInstance): void {
  const tracer = getTracer();
  if (!tracer) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const span = startRequest(tracer, request);
    if (!span) return done();
    spans.set(request, span);
    // Also emitted if the client disconnects.
    reply.raw.once('close', () => endRequest(span, reply.statusCode));
    runInSpan(span, done);
  });
  // A body arrives, and a response ends, in the context of the connection.
  for (const hook of ['preValidation', 'onResponse'] as const)
    app.addHook(hook, (request: FastifyRequest, _reply: unknown, done: () => void) => {
      const span = spans.get(request);
      if (span) runInSpan(span, done);
      else done();
    });
}

function startRequest(tracer: Tracer, request: FastifyRequest): Span | undefined {
  const route = request.routeOptions.url ?? 'page';
  if (UNTRACED.has(route)) return undefined;
  const { method, headers } = request;
  const remote = parseTraceparent(headers.traceparent);
  if (!tracer.isSampled(remote)) return undefined;
  const delayMs = remote && readDelay(headers[CLICK_DELAY_HEADER]);
  if (remote && delayMs !== undefined) {
    const now = performance.now();
    const options = { kind: SpanKind.CLIENT, startTime: now - delayMs };
    tracer.startAs(remote, 'click', options).end(now);
  }
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'wallet.request_id': request.id,
  };
  return tracer.start(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, remote);
}

/** The browser says how long ago the person clicked. It can say anything, and nothing else depends on it. */
function readDelay(header: unknown): number | undefined {
  if (typeof header !== 'string' || !/^\d{1,6}$/.test(header)) return undefined;
  return Math.min(Number(header), MAX_CLICK_DELAY_MS);
}
