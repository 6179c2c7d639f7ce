import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase } from '#server/testing/databases.ts';
import { signInTo } from '#server/testing/harness.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { ADMIN_PASSWORD } from '#server/testing/stand-ins.ts';
import { buildDepositForm, buildImage, upload } from '#server/testing/upload.ts';

const PAGE = path.resolve(import.meta.dirname, '../../docs/operations/database.md');
const PATIENCE_MS = 120_000;

/** Creates the role as the documentation says. Returns the address of the database with it. */
async function createServingRole(url: string): Promise<string> {
  const role = `serving_${process.pid}`;
  const documented = /^```sql\n(CREATE ROLE [^;]+;)\n([^`]+)```/m.exec(readFileSync(PAGE, 'utf8'));
  const [create = '', grants = ''] = (documented ?? [])
    .slice(1)
    .map((statements) => statements.replaceAll('wallet_server', role));
  await run(withUser(url, 'postgres'), create);
  await run(url, grants);
  onTestFinished(async () => {
    await dropDatabase(withUser(url, 'postgres'));
    await run(withUser(inject('templateUrl'), 'postgres'), `DROP ROLE ${role}`);
  });
  return withUser(url, role);
}

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statements).finally(() => client.end());
}

function withUser(url: string, user: string): string {
  return url.replace(/^(\w+:\/\/)(?:[^@/?]*@)?/, `$1${user}@`);
}

test(
  'the server works with a role that cannot change the schema',
  async () => {
    const url = await createServingRole(await copyDatabase(inject('templateUrl')));
    const { server } = await startServerProcess({ DATABASE_URL: url, TRANSLATION_PROVIDER: 'off' });
    const baseUrl = await server.untilReady();
    const admin = await signInTo(baseUrl, 'admin', ADMIN_PASSWORD);
    const password = 'correct-horse';
    await admin.api.users.create({ username: 'asha', password, role: 'user' });
    const asha = await signInTo(baseUrl, 'asha', password);
    const [form, body] = [buildDepositForm({ amount: '10' }), await buildImage()];
    const sent = await upload(asha, { cookie: asha.cookie, path: '/files/deposits', form, body });
    const requestKey = crypto.randomUUID();
    await admin.api.review.decide({
      ids: [String(sent.body.id)],
      decision: 'approved',
      requestKey,
    });
    expect((await asha.api.balances.current()).balancePaise).toBeGreaterThan(0);

    for (const statement of [
      'ALTER TABLE ledger_entries DISABLE TRIGGER ALL',
      'DROP TABLE audit_log',
      'TRUNCATE audit_log',
      'CREATE TABLE mine ()',
    ]) {
      await expect(run(url, statement)).rejects.toMatchObject({ code: '42501' });
    }
    server.signal('SIGTERM');
    expect((await server.exited).code).toBe(0);
    expect(server.printed).not.toMatch(/permission denied|must be owner/);
  },
  PATIENCE_MS,
);
