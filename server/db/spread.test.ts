import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase, dropDatabase } from '#server/testing/databases.ts';
import { type Database, openDatabase } from './database.ts';

/** Small tables that many rows reference. If users were sharded, every database would hold a full copy. */
const EVERYWHERE = ['banks', 'qr_codes', 'sources', 'users'];
/** Tables that reference a user but would stay in one database. */
const NOT_SPREAD: Record<string, string> = {
  api_keys: 'a key is looked up by its secret, before it is known whose it is',
  credited_payments: 'no payment is credited to two people',
  events: 'each database would have an outbox of its own, in the order of its transactions',
  files: 'a file is asked for by its id alone, before it is known whose it is',
  identities: 'an identity is looked up by its subject, before it is known whose it is',
  sessions: 'a session is looked up by its token, before it is known whose it is',
};
/** Unique keys that a sharded database could not enforce. */
const ACROSS_PEOPLE: Record<string, string> = {
  outgoing_pkey: 'a message to a webhook belongs to nobody; ids are random',
  payment_intents_reference_key: 'no two payments of anyone have one reference',
  transactions_reference_key: 'no two requests of anyone have one reference',
  support_messages_pkey: 'a message is known by its id, as it is told to administrators',
};

let url: string;
let db: Database;
let personal: string[];
beforeAll(async () => {
  url = await copyDatabase(inject('templateUrl'));
  db = openDatabase({ connectionString: url });
  const named = await namesOf(
    `SELECT attrelid::regclass::text AS name FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
     WHERE attname = 'user_id' AND relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  personal = named.filter((name) => !(name in NOT_SPREAD));
});
afterAll(async () => {
  await db.close();
  await dropDatabase(url);
});

async function namesOf(text: string, values: unknown[] = []): Promise<string[]> {
  return (await db.query<{ name: string }>(text, values)).map(({ name }) => name);
}

test('every unique key of a user’s rows starts with the user id', async () => {
  expect(personal).toEqual(expect.arrayContaining(['transactions', 'ledger_entries']));
  const others = await namesOf(
    `SELECT indexrelid::regclass::text AS name FROM pg_index
     LEFT JOIN pg_attribute a ON a.attrelid = indrelid AND a.attnum = indkey[0]
     WHERE indisunique AND indrelid::regclass::text = ANY ($1) AND a.attname IS DISTINCT FROM 'user_id'`,
    [personal],
  );
  expect(others.sort()).toEqual(Object.keys(ACROSS_PEOPLE).sort());
});

test('a user’s rows reference only the same user’s rows, with the user id first, or tables copied to every shard', async () => {
  const far = await namesOf(
    `SELECT conname::text AS name FROM pg_constraint
     WHERE contype = 'f' AND conrelid::regclass::text = ANY ($1) AND NOT confrelid::regclass::text = ANY ($2)
       AND NOT (confrelid::regclass::text = ANY ($1)
         AND (SELECT attname FROM pg_attribute WHERE attrelid = conrelid AND attnum = conkey[1]) = 'user_id'
         AND (SELECT attname FROM pg_attribute WHERE attrelid = confrelid AND attnum = confkey[1]) = 'user_id')`,
    [personal, EVERYWHERE],
  );
  expect(far).toEqual([]);
});
