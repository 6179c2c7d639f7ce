import { randomUUID } from 'node:crypto';
import { ROOT_CONTEXT, type SpanContext, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/tracing-settings.ts';
import type { Logger } from '../runtime/log.ts';
import { createSampler } from './sampling.ts';
import { type Tracer, traceSpans } from './spans.ts';

/* Loads the SDK: imported only if traces are on. */

/** Concurrent requests to the collector. More of them fail. */
const MAX_PARALLEL_EXPORTS = 4;
const [SUCCESS, FAILED] = [0, 1];

type Result = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** Returns the tracer, and what sends the spans that still wait. */
export function openTracer(
  config: TracingConfig,
  { log, version }: { log: Logger; version: string },
) {
  const { endpoint, headers, queue } = config;
  const exporter = new OTLPTraceExporter({
    ...{ url: endpoint.href, headers, concurrencyLimit: MAX_PARALLEL_EXPORTS },
    timeoutMillis: queue.exportTimeoutMillis,
  });
  const ids = new BrowserIds();
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({
      'service.version': version,
      'service.instance.id': randomUUID(),
      ...config.attributes,
      'service.name': config.serviceName,
    }),
    spanProcessors: [countedQueue(queue, reporting(exporter, config, log))],
  });
  const library = provider.getTracer('wallet', version);
  const tracer: Tracer = {
    start: (name, options, parent) =>
      library.startSpan(
        name,
        options,
        parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      ),
    startAs: (context, name, options) =>
      ids.use(context, () => library.startSpan(name, options, ROOT_CONTEXT)),
    isSampled: createSampler(config.sampling),
  };
  return { tracer, shutdown: () => provider.shutdown() };
}

/** The ids are random, except those of spans that browsers began. */
class BrowserIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #given: SpanContext | undefined;

  generateTraceId = () => this.#given?.traceId ?? this.#random.generateTraceId();
  generateSpanId = () => this.#given?.spanId ?? this.#random.generateSpanId();

  use<Made>(ids: SpanContext, make: () => Made): Made {
    this.#given = ids;
    try {
      return make();
    } finally {
      this.#given = undefined;
    }
  }
}

/** The library's queue, which does not say how many spans it drops. */
function countedQueue(limits: TracingConfig['queue'], exporter: SpanExporter): SpanProcessor {
  let length = 0;
  const queue = new BatchSpanProcessor({
    ...limits,
    exporter: {
      export(spans, done) {
        length -= spans.length;
        exporter.export(spans, done);
      },
      shutdown: () => exporter.shutdown(),
    },
  });
  return {
    onStart: () => undefined,
    onEnd(span) {
      if (length >= limits.maxQueueSize) return traceSpans.inc({ result: 'dropped' });
      length += 1;
      queue.onEnd(span);
    },
    forceFlush: () => queue.forceFlush(),
    shutdown: () => queue.shutdown(),
  };
}

/** Counts exported spans, gives up slow exports, and logs the first failure and the next success. */
function reporting(
  exporter: SpanExporter,
  { endpoint, queue }: TracingConfig,
  log: Logger,
): SpanExporter {
  let isFailing = false;
  const report = ({ code, error }: Result) => {
    if (isFailing === (code !== SUCCESS)) return;
    isFailing = !isFailing;
    const about = { collector: endpoint.host };
    if (!isFailing) return log.info(about, 'traces: spans are exported again');
    const { name: type, code: reason } = (error ?? {}) as { name?: string; code?: unknown };
    log.warn(
      { ...about, error: { type, code: reason } },
      'traces: the collector takes no spans, which are lost until it does',
    );
  };
  return {
    export(spans, done) {
      let isDone = false;
      const finish = (result: Result) => {
        clearTimeout(timer);
        if (isDone) return;
        isDone = true;
        const isSent = result.code === SUCCESS;
        traceSpans.inc({ result: isSent ? 'exported' : 'failed' }, spans.length);
        report(result);
        done(result);
      };
      const timer = setTimeout(() => finish({ code: FAILED }), queue.exportTimeoutMillis).unref();
      exporter.export(spans, finish);
    },
    shutdown: () => exporter.shutdown(),
  };
}
