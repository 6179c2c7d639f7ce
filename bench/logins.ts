import { atPace, callOthers, login, signInAdmin } from './calls.ts';
import { report } from './report.ts';
import { quantile } from './statistics.ts';
import { openBenchWorld, startServer } from './world.ts';

export const FLOOD_PER_SECOND = 300;
const PHASE_MS = 10_000;

/**
 * Measures the effect of a flood of wrong logins from different addresses: the latency of other
 * calls without and with it, and of a sign-in from a known device. The addresses are in a header, as a
 * local proxy sends it.
 */
export async function benchLogins(): Promise<void> {
  const world = await openBenchWorld();
  await world.createDatabase('logins');
  const server = await startServer(world.urlOf('logins'), { TRUST_PROXY: '127.0.0.1' });
  try {
    const cookies = await signInAdmin(server.baseUrl, '');
    await callOthers(server.baseUrl, { cookies, forMs: 3000 });
    // Warm up: code that never ran is slow at first.
    await guess(server.baseUrl, { codes: new Map(), forMs: 3000 });
    const quiet = await callOthers(server.baseUrl, { cookies, forMs: PHASE_MS });
    const codes = new Map<number, number>();
    const flood = guess(server.baseUrl, { codes, forMs: PHASE_MS });
    const loud = await callOthers(server.baseUrl, { cookies, forMs: PHASE_MS - 2000 });
    const startedAt = performance.now();
    await signInAdmin(server.baseUrl, cookies);
    const signInMs = performance.now() - startedAt;
    await flood;
    await report(
      'logins',
      `others' calls, ${FLOOD_PER_SECOND} logins a second from changing addresses`,
      {
        'p50 without, ms': quantile(quiet, 0.5),
        'p95 without, ms': quantile(quiet, 0.95),
        'p50 with, ms': quantile(loud, 0.5),
        'p95 with, ms': quantile(loud, 0.95),
        'ratio of p95': quantile(loud, 0.95) / quantile(quiet, 0.95),
        'a sign-in from a known device, ms': signInMs,
        ...Object.fromEntries(
          [...codes].map(([status, count]) => [`guesses that got ${status}`, count]),
        ),
      },
    );
  } finally {
    await server.stop();
    await world.close();
  }
}

/** Sends wrong passwords of changing usernames from changing addresses, and counts the statuses. */
export async function guess(
  baseUrl: string,
  { codes, forMs }: { codes: Map<number, number>; forMs: number },
): Promise<void> {
  await atPace({ perSecond: FLOOD_PER_SECOND, forMs }, async (n) => {
    const from = `10.${Math.floor(n / 256) % 256}.${n % 256}.7`;
    const guessed = { from, username: `person${n}`, password: 'guess' };
    const { status = 0 } = await login(baseUrl, guessed);
    codes.set(status, (codes.get(status) ?? 0) + 1);
  });
}
