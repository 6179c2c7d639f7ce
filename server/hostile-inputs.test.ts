import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyDatabase } from './ledger/verify/verify.ts';
import { type SignedIn, startTestApp, type TestApp } from './testing/harness.ts';
import { sendHostileFile, sendHostileStrings } from './testing/hostile-calls.ts';
import { buildHostileFiles } from './testing/hostile-files.ts';
import { HOSTILE_STRINGS } from './testing/hostile-strings.ts';
import { listStringFields } from './testing/string-fields.ts';

/** `npm run soak -- inputs` sends every string in every field, and every file everywhere. */
const STRINGS_PER_FIELD = 3;
/** Each fifth file is sent. */
const FILES_STEP = 5;
const PATIENCE_MS = 120_000;

const fields = listStringFields();
const names = Object.keys(HOSTILE_STRINGS);

let app: TestApp;
let user: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  [user, admin] = [await app.newUser(), await app.admin()];
});
afterAll(() => app.close());

test('finds the texts of inputs, also in lists and alternatives', () => {
  expect(fields.length).toBeGreaterThan(300);
  const inputOf = (wanted: string) => fields.find(({ name }) => name === wanted)?.inputWith('x');
  expect(inputOf('users/create: username')).toMatchObject({ username: 'x' });
  expect(inputOf('banners/reorder: ids.[]')).toEqual({ ids: ['x'] });
});

test(
  'hostile strings in every text field of every procedure never cause an error of the server, and break no invariant',
  async () => {
    const wrong: string[] = [];
    for (const [index, field] of fields.entries()) {
      const some = Array.from(
        { length: STRINGS_PER_FIELD },
        (_, n) => names[(index * STRINGS_PER_FIELD + n) % names.length] ?? '',
      );
      wrong.push(...(await sendHostileStrings({ user, admin }, { field, names: some })));
    }
    expect(wrong).toEqual([]);
    for await (const { title, offenders } of verifyDatabase(app.deps.db)) {
      expect(offenders, title).toEqual([]);
    }
  },
  PATIENCE_MS,
);

test(
  'hostile files never cause an error of the server',
  async () => {
    const files = await buildHostileFiles();
    expect(files.length).toBeGreaterThanOrEqual(300);
    expect(new Set(files.map(([name]) => name)).size).toBe(files.length);
    const some = files.filter((_, index) => index % FILES_STEP === 0);
    const wrong: string[] = [];
    for (const [index, file] of some.entries()) {
      wrong.push(...(await sendHostileFile({ user, admin }, { file, turn: index })));
    }
    expect(wrong).toEqual([]);
  },
  PATIENCE_MS,
);
