import { setTimeout as sleep } from 'node:timers/promises';

/** Starts calls at an even rate, without waiting for earlier ones, and then waits for all. */
export async function atPace(
  { perSecond, forMs }: { perSecond: number; forMs: number },
  call: (n: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  while (performance.now() - startedAt < forMs) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    while (calls.length <= due) calls.push(call(calls.length));
    await sleep(2);
  }
  await Promise.all(calls);
}
