import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCodeOf, startTestApp, type TestApp } from '../../testing/harness.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('an administrator sees what runs here', async () => {
  const { api } = await app.admin();
  const file = path.join(app.deps.config.projectDir, 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8'));
  expect(await api.settings.general()).toEqual({
    productName: 'the product wallet',
    version,
    database: { kind: 'embedded', version: expect.stringMatching(/^\d+(\.\d+)*$/) },
    runtimeVersion: process.versions.node,
  });
});

test('nobody is told where the database is or how it is reached', async () => {
  const secret = 'postgres://somebody:secret@db.example/wallet';
  const { config } = app.deps;
  const other = await startTestApp({ config: { ...config, databaseUrl: secret } });
  const { api } = await other.admin();
  const facts = await api.settings.general();
  await other.close();
  expect(facts.database.kind).toBe('external');
  expect(JSON.stringify(facts)).not.toMatch(/secret|db\.example/);
});

test('the installation is none of the users’ business', async () => {
  const user = await app.newUser();
  expect(await errorCodeOf(user.api.settings.general())).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(app.client().settings.general())).toBe('MISSING_SESSION');
});
