import { randomUUID } from 'node:crypto';
import { errorTable } from '#contract/shared/errors.ts';
import { APPROVALS, CALLERS, createWaiting, toRequest } from './approvals.ts';
import { call } from './calls.ts';
import { report } from './report.ts';
import { type BenchServer, openBenchWorld, startServer } from './world.ts';
import { type CallerRequest, callByWrk } from './wrk.ts';

const INVALID_CALLERS = 2;
const PENDING = 32_000;
/** All callers have one address, from which the server takes 30,000 requests a minute. */
const PAIRS = 3;
const SECONDS = 2;
const WARM_UP_S = 2;
/** More than can be approved in a second. */
const PER_SECOND = 2000;

/**
 * Measures valid approvals by 64 callers alone and while two more callers send approvals that name an unknown source.
 * Each pair of measurements runs in the opposite order of the one before, so that a change of the machine's speed
 * affects both alike.
 */
export async function benchRefusals(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const ids = await createWaiting(world, 'with_refusals', PENDING);
    // The last deposits stay pending: every approval of them is refused.
    const refused = ids.splice(-INVALID_CALLERS);
    const waiting = ids.map(toRequest);
    const server = await startServer(world.urlOf('with_refusals'));
    try {
      const { alone, among, refusals } = await comparePairs(server, { waiting, refused });
      const ratios = among.map((rate, pair) => rate / (alone[pair] ?? Number.NaN));
      await report('refusals', `${CALLERS} valid callers, ${INVALID_CALLERS} invalid ones`, {
        'valid approvals a second, alone': mean(alone),
        'valid approvals a second, with invalid callers': mean(among),
        'refused approvals a second': mean(refusals),
        'ratio: with invalid callers / alone': mean(among) / mean(alone),
        'the same, lowest of the pairs': Math.min(...ratios),
        'the same, highest of the pairs': Math.max(...ratios),
      });
    } finally {
      await server.stop();
    }
  } finally {
    await world.close();
  }
}

interface Requests {
  waiting: CallerRequest[];
  refused: string[];
}

async function comparePairs(server: BenchServer, { waiting, refused }: Requests) {
  const approve = async (seconds: number): Promise<number> => {
    const load = { path: APPROVALS, callers: CALLERS, seconds };
    const requests = waiting.slice(0, seconds * PER_SECOND);
    const called = await Promise.race([callByWrk(server, { ...load, requests }), server.died]);
    // Each caller may have sent one more request, whose response was received too late to count.
    waiting.splice(0, called.requests + CALLERS);
    return called.rate;
  };
  const [alone, among, refusals]: [number[], number[], number[]] = [[], [], []];
  const approveAmong = async () => {
    const invalid = startRefusals(server, refused);
    among.push(await approve(SECONDS));
    refusals.push((await invalid.stop()) / SECONDS);
  };
  await approve(WARM_UP_S);
  for (let pair = 0; pair < PAIRS; pair += 1) {
    if (pair % 2 === 1) await approveAmong();
    alone.push(await approve(SECONDS));
    if (pair % 2 === 0) await approveAmong();
  }
  return { alone, among, refusals };
}

/** Starts a caller for each deposit, which sends the next invalid approval as soon as the last one was refused. */
function startRefusals(server: BenchServer, ids: string[]): { stop(): Promise<number> } {
  const state = { isStopped: false, refused: 0 };
  const callers = ids.map(async (id, n) => {
    while (!state.isStopped) {
      await sendInvalid(server, { id, n });
      state.refused += 1;
    }
  });
  return {
    async stop() {
      state.isStopped = true;
      await Promise.all(callers);
      return state.refused;
    },
  };
}

async function sendInvalid(
  { baseUrl }: BenchServer,
  { id, n }: { id: string; n: number },
): Promise<void> {
  const { cookie, body } = toRequest(id, n);
  const { status } = await call({
    url: `${baseUrl}${APPROVALS}`,
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ json: { ...body, sourceId: randomUUID() } }),
  });
  if (status !== errorTable.SOURCE_NOT_FOUND.status) throw new Error(`Not refused: ${status}`);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
