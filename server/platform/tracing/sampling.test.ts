import { describe, expect, test } from 'vitest';
import { createSampler, parseTraceparent } from './sampling.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('parseTraceparent', () => {
  test('reads ids and the sampled flag, also of later versions', () => {
    const ids = { traceId: TRACE, spanId: SPAN, isRemote: true };
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({ ...ids, traceFlags: 1 });
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-02`)).toEqual({ ...ids, traceFlags: 0 });
    expect(parseTraceparent(`cc-${TRACE}-${SPAN}-01-more`)).toEqual({ ...ids, traceFlags: 1 });
  });

  test.each([
    undefined,
    '',
    ['a list'],
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE.slice(1)}-${SPAN}-01`,
    ` 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01\n`,
    `00-${TRACE}-${SPAN}-0g`,
    `${'0'.repeat(100_000)}`,
  ])('ignores the malformed header %j', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });
});

describe('createSampler', () => {
  const remote = (traceFlags: number) => ({ traceId: TRACE, spanId: SPAN, traceFlags });

  test('records the share of traces whose caller decided nothing', () => {
    let drawn = 0;
    const random = () => (drawn++ % 100) / 100;
    const isSampled = createSampler({ isParentBased: true, ratio: 0.07 }, { random });
    const recorded = Array.from({ length: 1000 }, () => isSampled(undefined));
    expect(recorded.filter(Boolean)).toHaveLength(70);
  });

  test('obeys callers, but records no more than 10 traces a second beyond the share', () => {
    let ms = 5000;
    const sampling = { isParentBased: true, ratio: 0 };
    const isSampled = createSampler(sampling, { now: () => ms });
    const send = () => Array.from({ length: 50 }, () => isSampled(remote(1))).filter(Boolean);
    expect(send()).toHaveLength(10);
    expect(send()).toHaveLength(0);
    ms += 1000;
    expect(send()).toHaveLength(10);
    expect(createSampler({ ...sampling, ratio: 1 })(remote(0))).toBe(false);
  });

  test('ignores callers with a sampler that does not follow them, whatever trace id they choose', () => {
    const never = createSampler({ isParentBased: false, ratio: 0 });
    const always = createSampler({ isParentBased: false, ratio: 1 });
    expect([never(remote(1)), always(remote(0))]).toEqual([false, true]);
    const ids = ['0'.repeat(31) + 1, 'f'.repeat(32)];
    const rarely = createSampler({ isParentBased: false, ratio: 0.5 }, { random: () => 0.6 });
    expect(ids.map((traceId) => rarely({ ...remote(1), traceId }))).toEqual([false, false]);
  });
});
