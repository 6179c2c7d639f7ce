import { expect, test } from 'vitest';
import { createLogger } from '#server/platform/runtime/log.ts';
import { startTracing } from '#server/platform/tracing/tracing.ts';
import { buildTracing, startOtlpReceiver } from '#server/testing/otlp-receiver.ts';
import { Application, PATIENCE } from './application.ts';
import { ADMIN, buildImage, DEMO, signInToApi } from './fixtures.ts';
import { SpecChecker } from './spec-checker.ts';

test('the trace of an approval begins with the click of the reviewer', async () => {
  const receiver = await startOtlpReceiver();
  const projectDir = `${import.meta.dirname}/../..`;
  const config = { tracing: buildTracing(receiver.url), projectDir };
  const tracing = await startTracing(config, createLogger('silent'));
  document.head.innerHTML = '<meta name="trace-ratio" content="1">';
  const application = await Application.start();
  try {
    const demo = await signInToApi(application.server, DEMO);
    const deposit = { amount: '300', requestKey: crypto.randomUUID() };
    await demo.upload('/files/deposits', deposit, await buildImage());
    const admin = new SpecChecker(application);
    await application.open(ADMIN, '/admin/deposits');
    await admin.chooseInRow('Approve: ₹300.00, demo');
    await admin.pressButton('Approve Deposit');
    const click = () => receiver.spans.find(({ name }) => name === 'click');
    await expect.poll(() => click()?.traceId, PATIENCE).toBeDefined();
    const ofClick = () => receiver.spans.filter(({ traceId }) => traceId === click()?.traceId);
    const names = () => ofClick().map(({ name }) => name);
    const parts = ['POST /rpc/review/decide', 'procedure review.decide', 'COMMIT'];
    await expect.poll(names, PATIENCE).toEqual(expect.arrayContaining(parts));
    const request = ofClick().find(({ name }) => name === 'POST /rpc/review/decide');
    expect(request?.parentSpanId).toBe(click()?.spanId);
    // The reads of the screen have separate traces.
    expect(names().filter((name) => name.startsWith('POST'))).toHaveLength(1);
  } finally {
    await application.close();
    await tracing.close();
    await receiver.close();
  }
}, 180_000);
