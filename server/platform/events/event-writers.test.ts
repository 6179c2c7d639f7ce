import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type EventPosition, isAfter } from '#contract/events/position.ts';
import { startTestApp, type TestApp } from '../../testing/harness.ts';
import { EventTail, type LoggedEvent } from './event-tail.ts';
import { publish } from './outbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Tails the outbox as a server does. `until` resolves once an event has been passed on. */
async function follow() {
  const { db, log } = app.deps;
  const seen: { id: string; position: EventPosition }[] = [];
  const waiting = new Map<string, () => void>();
  const onEvent = ({ id: position, payload }: LoggedEvent) => {
    const id = 'id' in payload ? String(payload.id) : '';
    seen.push({ id, position });
    waiting.get(id)?.();
  };
  const tail = new EventTail({ db, log, depth: 1, onBegin: () => undefined, onEvent });
  await tail.start();
  onTestFinished(() => tail.close());
  const until = async (id: string) => {
    if (seen.some((event) => event.id === id)) return;
    await new Promise<void>((resolve) => waiting.set(id, resolve));
  };
  return { tail, seen, ids: () => seen.map(({ id }) => id), until };
}

const toEvent = (id: string) => ({
  forEveryone: true,
  payload: { entity: 'qrCode', op: 'update', id } as const,
});

const write = (id: string) => app.deps.db.transaction(async (tx) => publish(tx, [toEvent(id)]));

async function connect(url = app.databaseUrl): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

function insertEvent(client: pg.Client, id: string): Promise<unknown> {
  return client.query(
    `INSERT INTO events (for_admins, for_everyone, payload, created_at) VALUES (false, true, $1, now())`,
    [toEvent(id).payload],
  );
}

const OPEN_WITH_ID = 'BEGIN; SELECT pg_current_xact_id()';

test.each(['this database', 'another database'])(
  'delivers events while a transaction that writes none is open in %s',
  async (where) => {
    const { until } = await follow();
    const elsewhere = app.databaseUrl.replace(/\/test_\w+/, '/postgres');
    const client = await connect(where === 'this database' ? app.databaseUrl : elsewhere);
    await client.query(OPEN_WITH_ID);
    await write(`beside ${where}`);
    await until(`beside ${where}`);
    await client.query('COMMIT');
  },
);

test('delivers the event of a transaction that began first and wrote its event last', async () => {
  const { tail, until, ids } = await follow();
  const client = await connect();
  await client.query(OPEN_WITH_ID);
  await write('began-later');
  await until('began-later');
  await insertEvent(client, 'began-first');
  await client.query('COMMIT');
  await tail.readNext();
  expect(ids()).toEqual(['began-later', 'began-first']);
});

test.each(['COMMIT', 'ROLLBACK', 'ROLLBACK TO before_event'])(
  'holds back later events until an earlier writer sends %s, and reports for how long',
  async (end) => {
    const { tail, until, ids } = await follow();
    const client = await connect();
    await client.query('BEGIN; SAVEPOINT before_event');
    await insertEvent(client, 'earlier');
    await write('later');
    await tail.readNext();
    expect(ids()).toEqual([]);
    expect(tail.heldBackMs).toBeGreaterThan(0);
    await client.query(end);
    await until('later');
    expect(ids()).toEqual(end === 'COMMIT' ? ['earlier', 'later'] : ['later']);
    await tail.readNext();
    expect(tail.heldBackMs).toBe(0);
  },
);

test('starts below the events of an open transaction', async () => {
  const client = await connect();
  await client.query('BEGIN');
  await insertEvent(client, 'open at the start');
  await write('committed before the start');
  const { until, ids } = await follow();
  await client.query('COMMIT');
  await until('committed before the start');
  expect(ids()).toEqual(['open at the start', 'committed before the start']);
});

const WRITERS = 12;
const TRANSACTIONS = 25;

/** Runs overlapping transactions of varying length and rolls back every fifth. Returns the ids of committed events. */
async function writeMany(writer: number): Promise<string[]> {
  const client = await connect();
  const committed: string[] = [];
  for (let n = 0; n < TRANSACTIONS; n += 1) {
    const ids = [1, 2].map((part) => `${writer}-${n}-${part}`);
    const work = 'SELECT count(*) FROM generate_series(1, (random() * 5000)::int)';
    await client.query(OPEN_WITH_ID);
    for (const id of ids) {
      await client.query(work);
      await insertEvent(client, id);
    }
    await client.query(work);
    const isLost = n % 5 === 4;
    await client.query(isLost ? 'ROLLBACK' : 'COMMIT');
    if (!isLost) committed.push(...ids);
  }
  return committed;
}

test('two servers deliver every event of concurrent writers once and in the same order', async () => {
  const [here, there] = [await follow(), await follow()];
  let isWriting = true;
  const readAllTheTime = async () => {
    while (isWriting) await Promise.all([here.tail.readNext(), there.tail.readNext()]);
  };
  const reading = readAllTheTime();
  const writers = Array.from({ length: WRITERS }, (_, writer) => writeMany(writer));
  const committed = (await Promise.all(writers)).flat();
  isWriting = false;
  await reading;
  await write('the end');
  await Promise.all([here.until('the end'), there.until('the end')]);
  expect(here.ids().sort()).toEqual([...committed, 'the end'].sort());
  expect(there.seen).toEqual(here.seen);
  const isOrdered = here.seen.every(({ position }, n) => {
    const before = here.seen[n - 1];
    return before === undefined || isAfter(position, before.position);
  });
  expect(isOrdered).toBe(true);
});
