import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startTestApp, type TestApp } from './testing/harness.ts';
import { sendHostileFile } from './testing/hostile-calls.ts';
import { buildHostileFiles } from './testing/hostile-files.ts';

/** `npm run soak -- inputs` sends every file everywhere. */
const SENT = 5;
const PATIENCE_MS = 120_000;

let app: TestApp;
let user: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  [user, admin] = [await app.newUser(), await app.admin()];
});
afterAll(() => app.close());

test(
  'hostile files never cause an error of the server',
  async () => {
    const files = await buildHostileFiles();
    expect(files.length).toBeGreaterThanOrEqual(300);
    expect(new Set(files.map(([name]) => name)).size).toBe(files.length);
    const some = files.filter((_, index) => index % SENT === 0);
    const wrong: string[] = [];
    for (const [index, file] of some.entries()) {
      wrong.push(...(await sendHostileFile({ user, admin }, { file, turn: index })));
    }
    expect(wrong).toEqual([]);
  },
  PATIENCE_MS,
);
