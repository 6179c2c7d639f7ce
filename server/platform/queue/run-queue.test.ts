import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { userId } from '#contract/shared/base.ts';
import { createLogger } from '#server/base/log.ts';
import { jobFailures } from '#server/base/timers.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { copyDatabase, dropDatabase } from '#server/testing/databases.ts';
import { sendWith } from '#server/testing/queue.ts';
import { queueMail } from '../mail/queue.ts';
import { claim, type Message, type Outcome, settle } from './outgoing.queries.ts';
import { type QueueJob, runQueue, type Sending } from './run-queue.ts';

let url: string;
let db: Database;
let sent: string[];
let answer: (message: Message, signal: AbortSignal) => Outcome | undefined | Promise<Outcome>;
let servers: QueueJob[];
beforeAll(async () => {
  url = await copyDatabase(inject('templateUrl'));
  db = openDatabase({ connectionString: url });
});
beforeEach(async () => {
  await db.query('DELETE FROM outgoing');
  [sent, servers] = [[], []];
  answer = () => ({ next: 'delete' });
});
afterEach(() => Promise.all(servers.map((server) => server.stop())));
afterAll(async () => {
  await db.close();
  await dropDatabase(url);
});

/** A server that sends the messages of the lanes `first` before those of `second`, and those of `other` meanwhile. */
function server(changes: Partial<Sending<Message>> = {}, on = db): QueueJob {
  const job = runQueue<Message>(
    { db: on, log: createLogger('silent') },
    {
      name: 'test',
      kinds: ['webhook'],
      listLanes: async () => [['first', 'second'], ['other']],
      atOnce: 1,
      async open(signal) {
        return {
          async send(message) {
            sent.push(message.recipient);
            return answer(message, signal);
          },
        };
      },
      ...changes,
    },
  );
  servers.push(job);
  return job;
}

async function queue(lane: string, ...recipients: string[]): Promise<void> {
  for (const recipient of recipients) {
    await db.query(
      `INSERT INTO outgoing (id, kind, lane, recipient, next_at, expires_at, created_at)
       VALUES (gen_random_uuid(), 'webhook', $1, $2, clock_timestamp() - interval '1 second', 'infinity', now())`,
      [lane, recipient],
    );
  }
}

/** Moves what waits and what is claimed into the past. */
const passTime = (interval: string) =>
  db.query(
    'UPDATE outgoing SET next_at = next_at - $1::interval, taken_until = taken_until - $1::interval',
    [interval],
  );
const rows = () =>
  db.query<{ attempts: number; delay: number; isTaken: boolean }>(
    `SELECT attempts, extract(epoch FROM next_at - clock_timestamp())::float8 AS delay,
       taken_until IS NOT NULL AS "isTaken" FROM outgoing`,
  );

test('sends a lane before the next one of its list, in the order of their times', async () => {
  await queue('second', 'c', 'd');
  await queue('first', 'a', 'b');
  await sendWith(server());
  expect(sent).toEqual(['a', 'b', 'c', 'd']);
  expect(await rows()).toEqual([]);
});

test('several servers send each message once', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `${n}`);
  await queue('first', ...names);
  await Promise.all([1, 2, 3].map(() => sendWith(server({ atOnce: 4 }))));
  expect(sent.toSorted()).toEqual(names.toSorted());
});

test('sends what a killed server has claimed after two minutes', async () => {
  await queue('first', 'a');
  expect(await claim(db.query, ['first'], { limit: 1 })).toHaveLength(1);
  await passTime('119 seconds');
  await sendWith(server());
  expect(sent).toEqual([]);
  await passTime('2 seconds');
  answer = ({ attempts }) => ({ next: 'retry', delayMs: attempts * 1000 });
  await sendWith(server());
  expect(sent).toEqual(['a']);
  expect(await rows()).toMatchObject([{ attempts: 2, isTaken: false }]);
});

test('does not wait for a lease that was written before the clock was set back', async () => {
  await queue('first', 'a', 'b');
  // Columns hold milliseconds, so another server’s recent lease may seem longer.
  await db.query(`UPDATE outgoing SET taken_until = clock_timestamp()
    + CASE recipient WHEN 'a' THEN interval '120.5 seconds' ELSE interval '1 hour' END`);
  await sendWith(server());
  expect(sent).toEqual(['b']);
});

test('retries after the delay, and counts the attempts', async () => {
  await queue('first', 'a');
  answer = () => ({ next: 'retry', delayMs: 5000 });
  await sendWith(server());
  await sendWith(server());
  expect(sent).toEqual(['a']);
  const [row] = await rows();
  expect(row).toMatchObject({ attempts: 1, isTaken: false });
  expect(row?.delay).toBeGreaterThan(3);
});

test('a list whose receivers are slow delays no other, is worked on once, and has a limit of messages at a time', async () => {
  await queue('first', 'a', 'b', 'c');
  answer = ({ lane }, signal) =>
    lane === 'other'
      ? { next: 'delete' }
      : new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve({ next: 'release' })),
        );
  const one = server({ atOnce: 2 });
  await one.run();
  await queue('other', 'x');
  await one.run();
  await expect.poll(() => sent.toSorted()).toEqual(['a', 'b', 'x']);
  // A server that stops gives back what it has not sent.
  await one.stop();
  expect(await rows()).toEqual(
    Array(3).fill(expect.objectContaining({ attempts: 0, isTaken: false })),
  );
});

test('sends a limited number in a turn, and nothing that does not fulfil the condition', async () => {
  await queue('first', 'a', 'b', 'c');
  await sendWith(server({ perTurn: 2 }));
  expect(sent).toEqual(['a', 'b']);
  await sendWith(server({ condition: `recipient <> 'c'` }));
  expect(sent).toHaveLength(2);
});

test('leaves messages to others if it cannot send, and deletes expired ones', async () => {
  await queue('first', 'a', 'b');
  await db.query(`UPDATE outgoing SET expires_at = now() WHERE recipient = 'a'`);
  const expired: number[] = [];
  const unable = { open: async () => undefined, onExpired: (count: number) => expired.push(count) };
  await sendWith(server(unable));
  await sendWith(server(unable));
  expect(await rows()).toMatchObject([{ attempts: 0, isTaken: false }]);
  expect(expired).toEqual([1]);
});

test('keeps a failed message, which no server sends, for the given time', async () => {
  await queue('first', 'a');
  answer = () => ({ next: 'keep', failure: 'code', days: 30 });
  await sendWith(server());
  await passTime('1 year');
  const expired: number[] = [];
  await sendWith(server({ onExpired: (count) => expired.push(count) }));
  expect(sent).toEqual(['a']);
  expect(await db.query('SELECT failure FROM outgoing')).toEqual([{ failure: 'code' }]);
  await db.query(`UPDATE outgoing SET expires_at = expires_at - interval '30 days'`);
  await sendWith(server({ onExpired: (count) => expired.push(count) }));
  expect([await rows(), expired]).toEqual([[], []]);
});

test('counts a failure of the database as one of the job, and continues after it', async () => {
  await queue('first', 'a');
  let isAway = false;
  const query: Database['query'] = (text, values) =>
    isAway ? Promise.reject(new Error('lost')) : db.query(text, values);
  const one = server({}, { ...db, query });
  answer = () => {
    isAway = true;
    return { next: 'delete' };
  };
  await sendWith(one);
  const { values } = await jobFailures.get();
  expect(values.find(({ labels }) => labels.task === 'test')?.value).toBe(1);
  await expect(one.run()).rejects.toThrow('lost');
  isAway = false;
  answer = () => ({ next: 'delete' });
  await passTime('121 seconds');
  await sendWith(one);
  expect(sent).toEqual(['a', 'a']);
  expect(await rows()).toEqual([]);
});

test('keeps a message that is renewed while a server sends it', async () => {
  const [admin] = await db.query<{ id: string }>(`SELECT id FROM users WHERE username = 'admin'`);
  const mail = { userId: userId.parse(admin?.id), kind: 'resetPassword' } as const;
  const queueDue = async () => {
    await queueMail(db, { ...mail, lifeMs: 60_000 });
    await passTime('1 second');
  };
  const claimOne = () => claim(db.query, ['mail'], { limit: 1 });
  await queueDue();
  const [sending] = await claimOne();
  await queueDue();
  if (sending) await settle(db.query, sending, { next: 'delete' });
  expect(await claimOne()).toMatchObject([{ ...mail, attempts: 1 }]);
});
