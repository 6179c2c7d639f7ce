import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { FactorProof } from '#contract/second-factors/schema.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { setRules } from '#server/testing/approvals.ts';
import { addAuthenticator } from '#server/testing/authenticators.ts';
import { openCookieBrowser } from '#server/testing/cookie-browser.ts';
import { openSigningKey } from '../features/audit/signing-keys.ts';
import { getSettings } from '../features/settings/settings.ts';
import { seedDefaults } from '../features/users/seed-users.ts';
import { createDatabase, dropDatabase } from '../testing/databases.ts';
import { errorCodeOf, startTestApp, TEST_PASSWORD, type TestApp } from '../testing/harness.ts';
import { ADMIN_PASSWORD } from '../testing/stand-ins.ts';
import { runCommandLine } from './command-line.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Runs a command against the database of the running server. */
async function wallet(
  args: string[],
  { typed = '', url = app.databaseUrl, folder = path.dirname(app.deps.files.place) } = {},
) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const env = { DATABASE_URL: url, DATA_DIR: folder };
  const code = await runCommandLine(args, { env, input: Readable.from([typed]), output, errors });
  output.end();
  errors.end();
  return { code, printed: await text(output), complained: await text(errors) };
}

async function newestDeed(userId: string) {
  const admin = await app.admin();
  const { rows } = await admin.api.audit.list({ search: userId, limit: 10 });
  return rows.find(({ action }) => action !== 'session.start');
}

test.each([
  [[], 2, /wallet <verb>/],
  [['fly'], 2, /no verb "fly"/],
  [['verify', '--sideways'], 2, /--sideways/],
  [['verify', 'twice'], 2, /takes no words/],
  [['rebuild'], 2, /one of totals, daily-flows/],
  [['rebuild', 'toString'], 2, /one of totals, daily-flows/],
  [['verify', '--key', 'x'], 2, /needs --head/],
  [['verify', '--head', '/nowhere/at.all'], 1, /can't be read/],
  [['audit'], 2, /audit head/],
  [['audit', 'head', 'twice'], 2, /--help/],
  [['audit', 'head', '--new'], 2, /no option --new/],
  [['audit', 'prove', 'all'], 2, /no id/],
  [['audit', 'prove', '00000000-0000-4000-8000-000000000000'], 1, /no record/],
  [['audit', 'check-proof', 'x'], 2, /without the key/],
  [['audit', 'prove-consistency', 'x'], 2, /--help/],
  [['audit', 'prove-consistency', '/nowhere/a', '/nowhere/b'], 1, /can't be read/],
  [['audit', 'check-consistency', 'x'], 2, /without the key/],
  [['statement'], 2, /statement FILE/],
  [['statement', 'x', '--dates', 'ymd'], 2, /--dates dmy or/],
  [['statement', '/nowhere/x.csv'], 1, /no such file/],
  [['admin'], 2, /admin create/],
  [['admin', 'unlock'], 2, /admin unlock NAME/],
  [['admin', 'unlock', 'admin', '--end', 'all'], 2, /no option --end/],
  [['admin', 'unlock', 'admin', '--address', 'here'], 2, /no IP address/],
  [['admin', 'unlock', 'nobody'], 1, /User not found/],
  [['admin', 'create', 'admin', '--password-stdin'], 1, /at least 6/],
])('refuses the command line %j', async (args, code, complaint) => {
  const outcome = await wallet(args);
  expect(outcome).toMatchObject({ code, printed: '' });
  expect(outcome.complained).toMatch(complaint);
});

test('prints the version of the product', async () => {
  const { code, printed } = await wallet(['--version']);
  expect({ code, printed }).toEqual({
    code: 0,
    printed: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

test('prints help for the program and for each verb', async () => {
  const { code, printed } = await wallet(['help']);
  expect(code).toBe(0);
  const verbs = [...printed.matchAll(/^ {2}([a-z]+) /gm)].map(([, verb]) => verb);
  expect(new Set(verbs), 'the table of the documentation').toEqual(await readDocumentedVerbs());
  expect((await wallet(['admin', '--help'])).printed).toContain('admin reset-password NAME');
});

async function readDocumentedVerbs(): Promise<Set<string | undefined>> {
  const page = path.resolve(import.meta.dirname, '../../docs/operations/problems.md');
  const [, table = ''] = /^## Command line$(.*?)^## /ms.exec(await readFile(page, 'utf8')) ?? [];
  const cells = [...table.matchAll(/^\| (`.*?) \| /gm)].map(([, cell = '']) => cell);
  return new Set(cells.flatMap((cell) => [...cell.matchAll(/`([a-z]+)/g)].map(([, verb]) => verb)));
}

test('verify runs while the server is running, and exits with 1 if an invariant is broken', async () => {
  expect(await wallet(['verify'])).toMatchObject({ code: 0, complained: '' });
  const { userId } = await app.newUser();
  const set = 'UPDATE wallet_balances SET balance_paise = $2 WHERE user_id = $1';
  await app.deps.db.query(set, [userId, 5]);
  const { code, printed } = await wallet(['verify']);
  expect(code).toBe(1);
  expect(printed).toContain(userId);
  await app.deps.db.query(set, [userId, 0]);
});

test('rebuild repairs sums that were changed while the server is running', async () => {
  const harm = `INSERT INTO transaction_totals VALUES ('deposit', 'rejected', 4, 400)
    ON CONFLICT (type, status) DO UPDATE SET count = 4`;
  await app.deps.db.query(harm);
  expect(await wallet(['verify'])).toMatchObject({ code: 1 });
  const made = await wallet(['rebuild', 'totals']);
  expect(made).toMatchObject({ code: 0, printed: expect.stringMatching(/totals again: \d+ rows/) });
  expect(await wallet(['verify'])).toMatchObject({ code: 0 });
});

test('proves that the log of a newer head begins with that of an older one, and checks the proof offline', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-audit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // A separate database: the other test expects one without a key.
  const isolated = await startTestApp();
  onTestFinished(() => isolated.close());
  const { db, config, log } = isolated.deps;
  const place = { folder, url: isolated.databaseUrl };
  await openSigningKey({ db, config, dataDir: folder }, log);
  const storeHead = async (name: string) => {
    const file = path.join(folder, name);
    await writeFile(file, (await wallet(['audit', 'head'], place)).printed);
    return file;
  };
  const older = await storeHead('older');
  await isolated.newUser();
  const newer = await storeHead('newer');
  const key = path.join(folder, 'keys');
  await writeFile(key, (await wallet(['audit', 'key'], place)).printed);
  const proof = await wallet(['audit', 'prove-consistency', older, newer], place);
  expect(proof).toMatchObject({ code: 0, complained: '' });
  const file = path.join(folder, 'proof');
  const check = ['audit', 'check-consistency', file, '--key', key];
  await writeFile(file, proof.printed);
  expect((await wallet(check)).printed).toContain('The proof holds');
  await writeFile(
    file,
    proof.printed.replace(
      /("path": \[\s+")(.)/,
      (_, start, first) => start + (first === 'A' ? 'B' : 'A'),
    ),
  );
  expect(await wallet(check)).toMatchObject({ code: 1, printed: '' });
  const reversed = await wallet(['audit', 'prove-consistency', newer, older], place);
  expect(reversed.complained).toContain('of fewer records');
});

test('prints a signed head and a proof, checks the proof offline, and verifies the log against the head', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-audit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect((await wallet(['audit', 'key'], { folder })).complained).toContain('There is no key yet');
  const { db, config, log } = app.deps;
  await openSigningKey({ db, config, dataDir: folder }, log);
  const head = await wallet(['audit', 'head'], { folder });
  expect(head).toMatchObject({ code: 0, complained: '' });
  const [headFile, proofFile] = [path.join(folder, 'head'), path.join(folder, 'proof')];
  await writeFile(headFile, head.printed);
  const key = (await wallet(['audit', 'key'], { folder })).printed.trim();
  expect(await wallet(['verify', '--head', headFile, '--key', key])).toMatchObject({ code: 0 });
  const elsewhere = await wallet(['audit', 'head']);
  expect(elsewhere).toMatchObject({ code: 0, printed: head.printed });
  expect(elsewhere.complained).toContain('no key');
  const [row] = await db.query<{ id: string }>('SELECT id FROM audit_log LIMIT 1');
  const proof = await wallet(['audit', 'prove', row?.id ?? '']);
  await writeFile(proofFile, proof.printed);
  const check = ['audit', 'check-proof', proofFile, '--key', key];
  expect(await wallet(check)).toMatchObject({ code: 0 });
  await writeFile(proofFile, proof.printed.replace('"index": ', '"index": 1'));
  expect(await wallet(check)).toMatchObject({ code: 1, printed: '' });
  await writeFile(headFile, head.printed.replace(/^(\d+)$/m, '1$1'));
  const refused = await wallet(['verify', '--head', headFile, '--key', key]);
  expect(refused.code).toBe(1);
  expect(refused.printed).toContain('no trusted key signed the head');
  const replaced = await wallet(['audit', 'key', '--new'], { folder });
  expect(replaced.printed.split('\n')).toEqual([key, expect.any(String), '']);
  const keysFile = path.join(folder, 'keys');
  await writeFile(keysFile, replaced.printed);
  await writeFile(headFile, head.printed);
  expect(await wallet(['verify', '--head', headFile, '--key', keysFile])).toMatchObject({
    code: 0,
  });
});

test('migrates an empty database after showing the plan; other verbs refuse an empty database', async () => {
  const url = await createDatabase(app.databaseUrl);
  expect((await wallet(['verify'], { url })).complained).toContain('The database is empty');
  const { printed } = await wallet(['migrate', '--plan'], { url });
  expect(printed).toContain('-- 0000_baseline\n-- The schema of the wallet and its first rows');
  expect(await wallet(['migrate'], { url })).toMatchObject({ code: 0 });
  expect((await wallet(['migrate', '--plan'], { url })).printed).toContain('up to date');
  expect(await wallet(['verify'], { url })).toMatchObject({ code: 0 });
  await dropDatabase(url);
});

/** Counts requests; the demo makes hundreds. */
async function countRequests(url: string, username: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    'SELECT count(*)::int AS count FROM transactions JOIN users ON users.id = user_id WHERE username = $1',
    [username],
  );
  await client.end();
  return rows[0].count;
}

const PATIENCE_MS = 240_000;

test(
  'demo fills an empty installation with consistent books, and refuses an installation in use',
  async () => {
    const url = await createDatabase(app.databaseUrl);
    const folder = await mkdtemp(path.join(tmpdir(), 'wallet-demo-'));
    onTestFinished(async () => {
      await dropDatabase(url);
      await rm(folder, { recursive: true, force: true });
    });
    const { code, printed, complained } = await wallet(['demo'], { url, folder });
    expect({ code, complained }).toEqual({ code: 0, complained: '' });
    expect(printed).toMatch(/people asha\.rao, .* each with the password \S+ \(shown once\)/);
    expect(await wallet(['verify'], { url })).toMatchObject({ code: 0 });
    expect(await countRequests(url, 'demo')).toBeGreaterThan(10);
    expect(await wallet(['demo'], { url, folder })).toMatchObject({ code: 1 });
    expect((await wallet(['demo'])).complained).toContain('needs an empty installation');
  },
  PATIENCE_MS,
);

test('a rule for second approvals holds a password reset until it is confirmed, or is bypassed with a record', async () => {
  const { username } = await app.newUser({ role: 'admin' });
  const other = await app.newUser({ role: 'admin' });
  await setRules(app.deps.db, { administrator: {} });
  const held = await wallet(['admin', 'reset-password', username]);
  expect(held.code).toBe(1);
  expect(held.complained).toContain('has to confirm this');
  const password = /once: (\S+)/.exec(held.complained)?.[1] ?? '';
  const [waiting] = (await other.api.approvals.list({})).rows;
  expect(waiting).toMatchObject({ maker: null, command: 'users.setPassword', obstacle: null });
  await other.api.approvals.confirm({ id: waiting?.id ?? '' });
  await app.signIn(username, password);

  const bypassed = await wallet(['admin', 'reset-password', username, '--without-approval']);
  expect(bypassed.code).toBe(0);
  const { rows } = await other.api.audit.list({ action: 'approval.bypass' });
  expect(rows).toMatchObject([{ actorId: null, ip: 'command line' }]);
  const notices = await other.api.notifications.list({ tab: 'all' });
  expect(notices.rows.map(({ title }) => title)).toContain('Second approval skipped');
  expect(await wallet(['verify'])).toMatchObject({ code: 0 });
  await app.deps.db.query(
    `INSERT INTO approval_rules (kind, approvals, is_active, in_force_since) VALUES ('administrator', 1, false, '-infinity')`,
  );
});

test('creates an administrator with a typed or a once-shown password, never one from the arguments', async () => {
  const { printed } = await wallet(['admin', 'create', 'asha.rao']);
  const password = /once: (\S+)/.exec(printed)?.[1] ?? '';
  const asha = await app.signIn('asha.rao', password);
  expect(await asha.api.sessions.current()).toMatchObject({ user: { role: 'admin' } });
  expect(await newestDeed(asha.userId)).toMatchObject({
    action: 'user.create',
    actorId: null,
    ip: COMMAND_LINE,
  });
  const typed = await wallet(['admin', 'create', 'ravi', '--password-stdin'], {
    typed: 'ravi-of-tests\n',
  });
  expect(typed.printed).not.toContain('ravi-of-tests');
  await app.signIn('ravi', 'ravi-of-tests');
});

test('reset-password ends all sessions, and a restart with other settings keeps the new password', async () => {
  const admin = await app.admin();
  await wallet(['admin', 'reset-password', 'admin', '--password-stdin'], { typed: 'chosen-here' });
  expect(await errorCodeOf(admin.api.sessions.current())).toBe('ACCOUNT_INACTIVE');
  await seedDefaults(app.deps);
  await app.signIn('admin', 'chosen-here');
  await wallet(['admin', 'reset-password', 'admin', '--password-stdin'], { typed: ADMIN_PASSWORD });
});

test('unlock ends a lockout after failed logins and reactivates the account', async () => {
  const { username, userId } = await app.newUser({ role: 'admin' });
  const admin = await app.newUser({ role: 'admin' });
  await admin.api.users.setStatus({ userId, status: 'inactive' });
  for (let failures = 0; failures < 11; failures += 1) {
    await app.signIn(username, 'wrong-password').catch(() => undefined);
  }
  expect(await errorCodeOf(app.signIn(username, TEST_PASSWORD))).toBe('TOO_MANY_ATTEMPTS');
  expect(await wallet(['admin', 'unlock', username])).toMatchObject({ code: 0 });
  await app.signIn(username, TEST_PASSWORD);
  const { rows } = await admin.api.audit.list({ search: userId, limit: 3 });
  const actions = rows.map(({ action }) => action);
  expect(actions).toEqual(['session.start', 'user.activate', 'user.unlock']);
});

test('unlock ends the pause after wrong second factors, on unknown and known devices', async () => {
  const person = await app.newUser();
  const { recoveryCodes } = await addAuthenticator(person, app.deps.clock.now());
  const browser = openCookieBrowser(app.baseUrl);
  const enter = async (proof: FactorProof) => {
    await browser.login(person.username);
    return (await browser.finish(proof)).code;
  };
  const wrong = { kind: 'recoveryCode', code: '0000-0000-0000-0000' } as const;
  const right = (index: number) =>
    ({ kind: 'recoveryCode', code: recoveryCodes[index] ?? '' }) as const;
  for (const device of ['unknown', 'known']) {
    for (let failures = 0; failures < 5; failures += 1) await enter(wrong);
    expect(await enter(right(0)), device).toBe('TOO_MANY_ATTEMPTS');
    expect(await wallet(['admin', 'unlock', person.username])).toMatchObject({ code: 0 });
    expect(await enter(right(device === 'known' ? 1 : 0)), device).toBeUndefined();
  }
});

test('reset-second-factors removes the factors and ends all sessions', async () => {
  const person = await app.newUser();
  expect(await wallet(['admin', 'reset-second-factors', person.username])).toMatchObject({
    code: 1,
  });
  await addAuthenticator(person, app.deps.clock.now());
  const reset = await wallet(['admin', 'reset-second-factors', person.username]);
  expect(reset).toMatchObject({ code: 0, complained: '' });
  expect(reset.printed).toContain(`${person.username} has no second factor`);
  expect(await errorCodeOf(person.api.sessions.current())).toBe('ACCOUNT_INACTIVE');
  const again = await app.signIn(person.username, TEST_PASSWORD);
  expect((await again.api.secondFactors.get()).authenticator).toBeNull();
  const { rows } = await again.api.notifications.list({});
  expect(rows.map(({ data }) => data.change)).toContain('secondFactorsReset');
  const record = { action: 'second-factor.reset', actorId: null, ip: COMMAND_LINE };
  const { rows: records } = await (await app.admin()).api.audit.list({
    search: person.userId,
    limit: 5,
  });
  expect(records).toContainEqual(expect.objectContaining(record));
});

test('require-second-factors switches the rule for administrators on and off', async () => {
  const isRequired = async () => (await getSettings(app.deps)).adminFactorRequired;
  expect((await wallet(['admin', 'require-second-factors', 'perhaps'])).code).toBe(2);
  const off = await wallet(['admin', 'require-second-factors', 'off']);
  expect(off).toMatchObject({ code: 0, printed: expect.stringContaining('do not need') });
  expect(await isRequired()).toBe(false);
  const on = await wallet(['admin', 'require-second-factors', 'on']);
  expect(on).toMatchObject({ code: 0, printed: expect.stringContaining('need a second factor') });
  expect(await isRequired()).toBe(true);
  await wallet(['admin', 'require-second-factors', 'off']);
});

test('lists the sessions of a user, and ends one or all of them', async () => {
  const person = await app.newUser();
  const again = await app.signIn(person.username, TEST_PASSWORD);
  const { printed } = await wallet(['admin', 'sessions', person.username]);
  expect(printed).toContain('has 2 open sessions');
  const [newest = ''] = printed.split(' ');
  expect((await wallet(['admin', 'sessions', 'demo', '--end', newest])).code).toBe(1);
  await wallet(['admin', 'sessions', person.username, '--end', newest]);
  expect(await errorCodeOf(again.api.sessions.current())).toBe('MISSING_SESSION');
  await person.api.sessions.current();
  await wallet(['admin', 'sessions', person.username, '--end', 'all']);
  expect(await errorCodeOf(person.api.sessions.current())).toBe('MISSING_SESSION');
  expect(await newestDeed(person.userId)).toMatchObject({
    action: 'user.endSessions',
    after: { sessions: 1 },
  });
});
