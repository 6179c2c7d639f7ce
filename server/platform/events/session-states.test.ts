import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Query } from '../../db/database.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { readsSessionStates } from './session-states.ts';

test('reads concurrently requested sessions in one statement, and later ones in another', async () => {
  const { db, drop } = await openTestDatabase();
  let statements = 0;
  const query: Query = (text, values) => {
    statements += 1;
    return db.query(text, values);
  };
  const readState = readsSessionStates({ query, clock: db.clock });
  const read = () => Promise.all(Array.from({ length: 50 }, () => readState(newId())));
  const first = read();
  await Promise.race([first, new Promise(setImmediate)]);
  const second = read();
  expect((await Promise.all([first, second])).flat().every((state) => state === undefined)).toBe(
    true,
  );
  expect(statements).toBe(2);
  await drop();
});
