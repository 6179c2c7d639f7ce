import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { executeDueDecisions } from './features/review/executing/service.ts';
import type { TracingConfig } from './platform/config/tracing-settings.ts';
import { batchCalls } from './platform/runtime/batch-calls.ts';
import { createLogger } from './platform/runtime/log.ts';
import { tracedApart, traceFields, traceSpans } from './platform/tracing/spans.ts';
import { startTracing, type Tracing } from './platform/tracing/tracing.ts';
import { copyDatabase, dropDatabase } from './testing/databases.ts';
import { type SignedIn, startTestApp, TEST_PASSWORD, type TestApp } from './testing/harness.ts';
import {
  buildTracing,
  type OtlpReceiver,
  type ReceivedSpan,
  startOtlpReceiver,
} from './testing/otlp-receiver.ts';
import { startServerProcess } from './testing/server-process.ts';
import { openStream } from './testing/streams.ts';
import { buildImage, makeDeposit } from './testing/upload.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLICK = '00f067aa0ba902b7';

const eventually = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: 30_000 });

const closers: (() => Promise<void>)[] = [];
let receiver: OtlpReceiver;
let app: TestApp;
let tracing: Tracing;

async function start(changes: Partial<TracingConfig> = {}): Promise<void> {
  receiver = await startOtlpReceiver();
  const projectDir = `${import.meta.dirname}/..`;
  const config = { tracing: buildTracing(receiver.url, changes), projectDir };
  tracing = await startTracing(config, createLogger('silent'));
  app = await startTestApp();
  closers.push(app.close, tracing.close, receiver.close);
}

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function call(
  { cookie }: Pick<SignedIn, 'cookie'>,
  { path, input, ...headers }: { path: string; input: object } & Record<string, unknown>,
) {
  const response = await fetch(`${app.baseUrl}/rpc/${path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ json: input }),
  });
  expect(response.status).toBe(200);
}

/** The span's name and those of the spans around it, the outermost last. */
function pathOf(span: ReceivedSpan | undefined, spans: ReceivedSpan[]): string[] {
  if (!span) return [];
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...pathOf(parent, spans)];
}

const inTrace = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);
const named = (name: string, traceId = TRACE) =>
  inTrace(traceId).find((span) => span.name === name);
const attributeOf = ({ attributes }: ReceivedSpan, key: string) =>
  attributes.find((attribute) => attribute.key === key)?.value;

const approve = (ids: string[], more: object = {}) => ({
  path: 'review/decide',
  input: { ids, decision: 'approved', requestKey: randomUUID(), ...more },
});
const clicked = { traceparent: `00-${TRACE}-${CLICK}-01`, 'wallet-click-delay': '120' };

describe('a traced server', () => {
  let admin: SignedIn;
  let user: SignedIn & { username: string };
  beforeEach(async () => {
    await start();
    [admin, user] = await Promise.all([app.admin(), app.newUser({ username: 'marked-user' })]);
  });
  const deposit = async (changes: object = {}) =>
    (await makeDeposit(app, { cookie: user.cookie, image: await buildImage() }, changes)).id;

  test('shows an approval from the click to the commit and the live event', async () => {
    const stream = await openStream(user);
    const id = await deposit();
    await call(admin, { ...approve([id]), ...clicked });
    await eventually(() => named('send events to streams')?.name).toBeDefined();
    await eventually(() => named('POST /rpc/review/decide')?.name).toBeDefined();
    const spans = inTrace(TRACE);
    const request = ['POST /rpc/review/decide', 'click'];
    const batch = ['batch of decision', 'command decision', 'procedure review.decide', ...request];
    expect(pathOf(named('COMMIT'), spans)).toEqual(['COMMIT', 'transaction', ...batch]);
    expect(pathOf(named('send events to streams'), spans)).toEqual([
      'send events to streams',
      ...batch,
    ]);
    expect(pathOf(named('gate'), spans)).toEqual(['gate', ...request]);
    const click = named('click');
    expect([click?.spanId, click?.parentSpanId]).toEqual([CLICK, undefined]);
    const ms =
      (BigInt(click?.endTimeUnixNano ?? 0) - BigInt(click?.startTimeUnixNano ?? 0)) / 1000n;
    expect(Number(ms) / 1000).toBeCloseTo(120, 0);
    const served = named('POST /rpc/review/decide');
    expect(served && attributeOf(served, 'http.response.status_code')).toEqual({ intValue: 200 });
    await stream.close();
  });

  test('records shared work once, with links to and from the other callers', async () => {
    const add = batchCalls({
      name: 'shared',
      runBatch: async (n: readonly number[]) => [...n],
      maxBatchSize: 4,
    });
    const callers = ['one', 'two', 'three'];
    await Promise.all(callers.map((name, n) => tracedApart(name, () => add(n))));
    const find = (name: string) => receiver.spans.filter((span) => span.name === name);
    await eventually(() => [...callers, 'shared'].flatMap(find)).toHaveLength(4);
    const [shared] = find('shared');
    const [one, two, three] = callers.flatMap(find);
    expect(shared?.parentSpanId).toBe(one?.spanId);
    const linked = (span: ReceivedSpan | undefined) => span?.links?.map(({ spanId }) => spanId);
    expect(linked(shared)).toEqual([two?.spanId, three?.spanId]);
    expect([two, three].map(linked)).toEqual([[shared?.spanId], [shared?.spanId]]);
  });

  test('continues the trace when a decision that could be undone is executed', async () => {
    const id = await deposit();
    await call(admin, { ...approve([id], { undoable: true }), ...clicked });
    await app.deps.db.query(`UPDATE waiting_decisions SET due_at = clock_timestamp()`);
    await executeDueDecisions(app.deps);
    const spans = () => inTrace(TRACE);
    await eventually(() => named('execute deferred decision')?.name).toBeDefined();
    expect(pathOf(named('execute deferred decision'), spans())).toContain('click');
    const commits = spans().filter(({ name }) => name === 'COMMIT');
    expect(commits.map((span) => pathOf(span, spans())[2])).toContain('execute deferred decision');
  });

  test('exports no values, names or secrets', async () => {
    const id = await deposit({
      amount: '918273',
      reference: 'MARKED918273REF',
      note: 'marked note',
    });
    await call(admin, approve([id], { notes: 'marked notes of a reviewer' }));
    await admin.api.users.list({ search: 'marked-search' });
    const headers = { cookie: user.cookie, 'user-agent': 'marked-agent', traceparent: 'marked' };
    await fetch(`${app.baseUrl}/api/v1/me?query=marked-query`, { headers });
    await fetch(`${app.baseUrl}/marked-address?marked=query`, { headers });
    await app.signIn('marked-unknown', 'marked-password').catch(() => undefined);
    const routes = () => receiver.spans.map(({ name }) => name);
    const seen = ['POST /rpc/sessions/login', 'GET /*', 'INSERT', 'encode image'];
    await eventually(routes).toEqual(expect.arrayContaining(seen));
    await tracing.close();
    const sent = receiver.bodies.join('\n');
    const [, token = ''] = user.cookie.split('=');
    const ids = [token, TEST_PASSWORD, user.userId, id].filter((text) => sent.includes(text));
    expect(ids).toEqual([]);
    expect(/marked[^"]{0,40}|91[,]?82[,]?73[^"]{0,10}/i.exec(sent)?.[0]).toBeUndefined();
  });

  test('ignores malformed headers of clients', async () => {
    const id = await deposit();
    const headers = {
      traceparent: `00-${'0'.repeat(32)}-${CLICK}-01`,
      'wallet-click-delay': '120',
    };
    await call(admin, { ...approve([id]), ...headers });
    for (const delay of ['-1', '1e9', '9'.repeat(7), 'x']) {
      const traceparent = `00-${TRACE}-${CLICK}-01`;
      const request = { path: 'balances/current', input: {} };
      await call(user, { ...request, traceparent, 'wallet-click-delay': delay });
    }
    await eventually(() => named('POST /rpc/balances/current')?.name).toBeDefined();
    const roots = receiver.spans.filter(({ name }) => name === 'POST /rpc/review/decide');
    expect(roots.map(({ parentSpanId }) => parentSpanId)).toEqual([undefined]);
    expect(receiver.spans.map(({ name }) => name)).not.toContain('click');
  });
});

async function countOf(result: string): Promise<number> {
  const { values } = await traceSpans.get();
  return values.find(({ labels }) => labels.result === result)?.value ?? Number.NaN;
}

test('drops spans while the collector does not respond, in a bounded queue, and stops in time', async () => {
  const queue = { scheduledDelayMillis: 10, exportTimeoutMillis: 50, maxQueueSize: 8 };
  await start({ queue: { ...queue, maxExportBatchSize: 4 } });
  receiver.answer = () => undefined;
  const [failed, dropped] = [await countOf('failed'), await countOf('dropped')];
  await Promise.all(Array.from({ length: 100 }, () => tracedApart('work', async () => undefined)));
  await eventually(() => countOf('failed')).toBe(failed + 12);
  expect(await countOf('dropped')).toBe(dropped + 88);
  const user = await app.newUser();
  expect(await user.api.balances.current()).toMatchObject({ balancePaise: 0 });
  const startedAt = performance.now();
  await tracing.close();
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

test('lines of the log have the id of a recorded trace only', async () => {
  await start();
  expect(traceFields()).toEqual({});
  const { traceId } = await tracedApart('work', async () => traceFields());
  expect(traceId).toMatch(/^[\da-f]{32}$/);
});

/** Prints the packages of OpenTelemetry that a process has loaded when it ends. */
const LISTING = `import { createRequire } from 'node:module';
process.on('exit', () => {
  const loaded = Object.keys(createRequire('/').cache).join().match(/opentelemetry.[a-z-]+/g) ?? [];
  console.log('loaded: ' + [...new Set(loaded)].join(' ') + '.');
});`;

test('loads the SDK only with a collector, and serves without one that is down', async () => {
  const url = await copyDatabase(inject('templateUrl'));
  onTestFinished(() => dropDatabase(url));
  const run = async (settings: Record<string, string>) => {
    const { server } = await startServerProcess({
      ...{ DATABASE_URL: url, TRANSLATION_PROVIDER: 'off', ...settings },
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LISTING)}`,
    });
    await server.untilReady();
    if ('OTEL_EXPORTER_OTLP_ENDPOINT' in settings) await server.until(/(takes no spans)/);
    const stoppedAt = performance.now();
    server.signal('SIGTERM');
    const { at } = await server.exited;
    return { printed: server.printed, stopMs: at - stoppedAt };
  };
  const off = await run({});
  // prom-client loads the API.
  expect(off.printed).toContain('loaded: opentelemetry/api.');
  const down = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_BSP_EXPORT_TIMEOUT: '50' };
  const on = await run({
    ...down,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_TRACES_SAMPLER: 'always_on',
  });
  expect(on.printed).toMatch(/loaded: .*opentelemetry.sdk-trace/);
  expect(on.printed.match(/takes no spans/g)).toHaveLength(1);
  expect(on.stopMs).toBeLessThan(10_000);
}, 240_000);
