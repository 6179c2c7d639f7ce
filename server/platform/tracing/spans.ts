import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
} from '@opentelemetry/api';
import { Counter } from 'prom-client';
import { isAppError } from '../runtime/errors.ts';

/* Spans of OpenTelemetry. Without a collector the SDK is not loaded, and each function here only runs its work. */

export interface Tracer {
  start(name: string, options: SpanOptions, parent: SpanContext | undefined): Span;
  /** Starts a span that has these ids: one that a browser began. */
  startAs(ids: SpanContext, name: string, options: SpanOptions): Span;
  /** Whether to record a trace. `remote` is what the caller sent. */
  isSampled(remote: SpanContext | undefined): boolean;
}

export const traceSpans = new Counter({
  name: 'wallet_trace_spans_total',
  help: 'Spans of recorded traces, by result: exported, failed, or dropped because the queue was full',
  labelNames: ['result'],
  registers: [],
});
for (const result of ['exported', 'failed', 'dropped']) traceSpans.inc({ result }, 0);

// Of the process, as the current span is.
let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Span | undefined>();

export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

export function getTracer(): Tracer | undefined {
  return tracer;
}

/** Returns the open span of the running work, if its trace is recorded. */
export function currentSpan(): Span | undefined {
  const span = tracer && current.getStore();
  return span?.isRecording() ? span : undefined;
}

/** The fields that every line of the log gets. */
export function traceFields(): { traceId?: string } {
  const span = currentSpan();
  return span ? { traceId: span.spanContext().traceId } : {};
}

export function runInSpan<Result>(span: Span | undefined, work: () => Result): Result {
  return current.run(span, work);
}

/** Runs work in a span of the current trace. Attributes must hold no personal data and no secrets. */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const parent = currentSpan();
  if (!tracer || !parent) return work();
  return runAndEnd(tracer.start(name, { attributes }, parent.spanContext()), work);
}

/** Runs work that no request waits for, in a separate trace or in the trace of `parent`. */
export function tracedApart<Result>(
  name: string,
  work: () => Promise<Result>,
  parent?: SpanContext,
): Promise<Result> {
  if (!tracer) return work();
  const isRecorded = parent !== undefined || tracer.isSampled(undefined);
  if (!isRecorded) return current.run(undefined, work);
  return runAndEnd(tracer.start(name, {}, parent), work);
}

/**
 * Runs work that several callers share. Its span is in the trace of the first caller that has one; the spans of the others
 * and this one have links to each other.
 */
export function tracedBatch<Result>(
  { name, callers }: { name: string; callers: Iterable<Span | undefined> },
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work();
  const [first, ...others] = [...new Set(callers)].filter((caller) => caller !== undefined);
  // The code that starts a batch may run in the context of an earlier one.
  if (!first) return current.run(undefined, work);
  const links = others.map((caller) => ({ context: caller.spanContext() }));
  const span = tracer.start(name, { links }, first.spanContext());
  for (const caller of others) caller.addLink({ context: span.spanContext() });
  return runAndEnd(span, work);
}

async function runAndEnd<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await current.run(span, work);
  } catch (error) {
    // Messages of errors can hold what a person entered.
    span.setAttribute('error.type', typeOf(error));
    if (!isAppError(error)) span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Ends the span of a request. */
export function endRequest(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

const MAX_STATEMENT = 1000;

/** Records a statement that has just ended. Its text has no values, which are sent separately. */
export function recordStatement(statement: string, ms: number): void {
  const parent = currentSpan();
  if (!tracer || !parent) return;
  const text = statement.replace(/\s+/g, ' ').trim().slice(0, MAX_STATEMENT);
  const name = /^\w+/.exec(text)?.[0] ?? 'statement';
  const endedAt = performance.now();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
  const options = { kind: SpanKind.CLIENT, startTime: endedAt - ms, attributes };
  tracer.start(name, options, parent.spanContext()).end(endedAt);
}

const MAX_LEFT = 1000;
const left = new Map<string, SpanContext>();

/** Keeps the current trace for work that this process does later. The oldest are forgotten. */
export function leaveTrace(key: string): void {
  const span = currentSpan();
  if (!span) return;
  left.set(key, span.spanContext());
  const [oldest] = left.keys();
  if (left.size > MAX_LEFT && oldest !== undefined) left.delete(oldest);
}

/** Runs later work in the trace that was left for it; without one, in the current trace. */
export function resumeTrace<Result>(
  name: string,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const parent = left.get(key);
  left.delete(key);
  return parent ? tracedApart(name, work, parent) : traced(name, {}, work);
}
