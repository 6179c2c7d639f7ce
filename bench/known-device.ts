import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword, verifyPassword } from '../server/platform/auth/password.ts';
import { signInAdmin } from './calls.ts';
import { FLOOD_PER_SECOND, guess } from './logins.ts';
import { report } from './report.ts';
import { quantile, time } from './statistics.ts';
import { openBenchWorld, startServer } from './world.ts';

const SIGN_INS = 60;
const PAUSE_MS = 250;
const HASHES = 30;

/** Measures sign-ins from a known device, without and with a flood of wrong logins from changing addresses. */
export async function benchKnownDevice(): Promise<void> {
  const world = await openBenchWorld();
  await world.createDatabase('device');
  const server = await startServer(world.urlOf('device'), { TRUST_PROXY: '127.0.0.1' });
  try {
    const cookies = await signInAdmin(server.baseUrl, '');
    const signIns = async () => {
      const times: number[] = [];
      for (let n = 0; n < SIGN_INS; n += 1) {
        await sleep(PAUSE_MS);
        times.push(await time(() => signInAdmin(server.baseUrl, cookies)));
      }
      return times.sort((a, b) => a - b);
    };
    // Code that never ran is slow at first.
    await signIns();
    const hashMs = await measureHash();
    const quiet = await signIns();
    const codes = new Map<number, number>();
    const flood = guess(server.baseUrl, { codes, forMs: SIGN_INS * PAUSE_MS * 3 });
    // Until the slots for unknown devices are taken.
    await sleep(2000);
    const startedAt = performance.now();
    const loud = await signIns();
    const seconds = (performance.now() - startedAt) / 1000;
    const load = loadavg()[0]?.toFixed(1);
    await flood;
    await report(
      'known-device',
      `${SIGN_INS} sign-ins under ${FLOOD_PER_SECOND} wrong logins a second; ${availableParallelism()} cores, load ${load}`,
      {
        'one hash alone, ms': hashMs,
        'p50 without, ms': quantile(quiet, 0.5),
        'p95 without, ms': quantile(quiet, 0.95),
        'p50 with, ms': quantile(loud, 0.5),
        'p95 with, ms': quantile(loud, 0.95),
        'slowest with, ms': loud.at(-1) ?? Number.NaN,
        'share within 100 ms and a hash':
          loud.filter((ms) => ms <= 100 + hashMs).length / loud.length,
        'duration of the sign-ins in the flood, s': seconds,
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

/** Returns the median of one verification at a time. */
async function measureHash(): Promise<number> {
  const hash = await hashPassword('right-of-bench');
  const times: number[] = [];
  for (let n = 0; n < HASHES; n += 1) times.push(await time(() => verifyPassword(hash, 'wrong')));
  return quantile(
    times.sort((a, b) => a - b),
    0.5,
  );
}
