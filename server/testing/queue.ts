import type { QueueJob } from '#server/platform/queue/run-queue.ts';

/** Sends what is due, and waits for the end of all attempts. */
export async function sendWith(job: QueueJob): Promise<void> {
  const { sent } = await job.run();
  await sent;
}
