import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { countRequests, FixedWindows, registerFloodGuard } from './flood-guard.ts';
import { flood } from './limits.ts';

const DAY_MS = 24 * 60 * 60_000;

afterEach(() => void vi.useRealTimers());

function count(windows: FixedWindows, network: string) {
  return windows.count(network, flood.windowMs);
}

test('changes of the system clock extend no rate-limit window', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const windows = new FixedWindows();
  vi.setSystemTime(Date.now() + 35 * DAY_MS);
  expect(count(windows, 'a')).toEqual({ current: 1, ttl: flood.windowMs });
  vi.setSystemTime(Date.now() - 35 * DAY_MS);
  expect(count(windows, 'a')).toEqual({ current: 2, ttl: flood.windowMs });
  vi.advanceTimersByTime(flood.windowMs - 1);
  expect(count(windows, 'a')).toEqual({ current: 3, ttl: 1 });
  vi.advanceTimersByTime(1);
  expect(count(windows, 'a')).toEqual({ current: 1, ttl: flood.windowMs });
});

test('keeps a bounded number of networks and drops the oldest windows first', () => {
  const windows = new FixedWindows();
  for (let network = 0; network <= flood.maxNetworks; network++) count(windows, `${network}`);
  expect(windows.size).toBe(flood.maxNetworks);
  expect(count(windows, `${flood.maxNetworks}`).current).toBe(2);
  expect(count(windows, '0').current).toBe(1);
});

test('counts IPv6 addresses by their /64, including requests for unknown paths', async () => {
  const app = fastify();
  registerFloodGuard(app, countRequests(flood));
  app.get('/', () => 'here');
  const remaining = async (remoteAddress: string, url = '/') => {
    const answer = await app.inject({ url, remoteAddress });
    return flood.requests - Number(answer.headers['x-ratelimit-remaining']);
  };
  expect(await remaining('2001:db8:1:2::1')).toBe(1);
  expect(await remaining('2001:db8:1:2:ffff::9', '/nowhere')).toBe(2);
  expect(await remaining('2001:db8:1:3::1')).toBe(1);
  expect(await remaining('::ffff:192.0.2.1')).toBe(1);
  expect(await remaining('192.0.2.1')).toBe(2);
  await app.close();
});
