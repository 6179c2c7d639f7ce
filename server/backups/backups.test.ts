import { type StdioOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../app/app.ts';
import { generateSecretKey } from '../base/keys.ts';
import { runCommandLine } from '../cli/command-line.ts';
import { openDatabase } from '../db/database.ts';
import { readMigrations } from '../db/migrations.ts';
import { sealAuditLog } from '../features/audit/seal-audit.ts';
import { openSigningKey } from '../features/audit/signing-keys.ts';
import { openBucketStore } from '../platform/files/bucket-store.ts';
import { NoSuchFile, StoreOutage } from '../platform/files/failures.ts';
import { openFolderStore } from '../platform/files/folder-store.ts';
import type { FileStore } from '../platform/files/store.ts';
import { registerKey } from '../platform/secrets/load.ts';
import { createDatabase, dropDatabase } from '../testing/databases.ts';
import { repositoryDir } from '../testing/embedded-child.ts';
import { type SignedIn, startTestApp, TEST_PASSWORD, type TestApp } from '../testing/harness.ts';
import { startObjectStore } from '../testing/object-store.ts';
import { TEST_SECRET_KEY, testSecrets } from '../testing/secrets.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { hoursLater } from '../testing/storages.ts';
import { hasSwift } from '../testing/swift.ts';
import { buildImage, makeDeposit, upload } from '../testing/upload.ts';
import { createIdentity, decryptWith } from './encryption.ts';
import { restoreBackup } from './restore.ts';
import { backUpWhenDue, describeBackups } from './scheduled.ts';
import { settleAtStart, sweepUnfinishedRestore } from './settle.ts';

const PLAIN = 'plain' as const;

let app: TestApp;
let person: SignedIn & { username: string };
let admin: SignedIn;
let receiptUrl: string;
let archive: Buffer;

/** Creates a user with a deposit receipt, a balance, a hold and an avatar. */
beforeAll(async () => {
  app = await startTestApp();
  [person, admin] = [await app.newUser(), await app.admin()];
  const image = await buildImage();
  const deposit = await makeDeposit(app, { cookie: person.cookie, image }, { amount: '500' });
  const [row] = await app.deps.db.query<{ url: string }>(
    'SELECT permanent_receipt_url AS url FROM transactions WHERE id = $1',
    [deposit.id],
  );
  receiptUrl = row?.url ?? '';
  await decide([deposit.id], 'approved');
  const { cookie } = person;
  const avatar = await upload(app, { cookie, path: '/files/avatars', form: {}, body: image });
  expect(avatar.status).toBe(200);
  const account = await person.api.bankAccounts.create({
    accountName: 'ஆஷா\tராவ்\\N',
    accountNumber: '123456789012',
    bankName: 'HDFC Bank',
    isDefault: true,
  });
  const requestKey = randomUUID();
  await person.api.withdrawals.request({ amount: '20', bankAccountId: account.id, requestKey });
  const { db, config, log } = app.deps;
  const key = await openSigningKey({ db, config, dataDir: dataDirOf(app) }, log);
  await sealAuditLog(app.deps, { key });
  archive = (await backUp({ DATABASE_URL: app.databaseUrl, DATA_DIR: dataDirOf(app) })).archive;
});
afterAll(() => app.close());

function decide(ids: string[], decision: 'approved' | 'rejected') {
  return admin.api.review.decide({ ids, decision, requestKey: randomUUID() });
}

function dataDirOf({ deps }: TestApp): string {
  return path.dirname(deps.files.place);
}

async function wallet(args: string[], env: NodeJS.ProcessEnv, typed: Buffer = Buffer.of()) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const [printed, complained] = [buffer(output), text(errors)];
  const given = { SECRET_KEY: TEST_SECRET_KEY, ...env };
  const code = await runCommandLine(args, {
    env: given,
    input: Readable.from([typed]),
    output,
    errors,
  });
  output.end();
  errors.end();
  return { code, printed: await printed, complained: await complained };
}

async function backUp(env: NodeJS.ProcessEnv) {
  const { code, printed, complained } = await wallet(['backup', '-', '--plain'], env);
  expect(complained).toMatch(/Done: \d+ rows and \d+ files/);
  expect(code).toBe(0);
  return { archive: printed, complained };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates an empty database in the test cluster, and an empty folder. */
async function newTarget() {
  const DATABASE_URL = await createDatabase(app.databaseUrl);
  onTestFinished(() => dropDatabase(DATABASE_URL));
  return { DATABASE_URL, DATA_DIR: await newFolder() };
}

type Rewrite = (name: string, bytes: Buffer) => Buffer | undefined;

/** Returns the archive with entries changed, removed or added. */
async function rewritten(
  rewrite: Rewrite,
  further: (file: Buffer) => Buffer[] = () => [],
): Promise<Buffer> {
  const [tar, written] = [extract(), pack()];
  const bytes = buffer(written);
  tar.end(gunzipSync(archive));
  for await (const entry of tar) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const changed = rewrite(entry.header.name, Buffer.concat(chunks));
    if (changed) written.entry({ name: entry.header.name }, changed);
    const more = changed && entry.header.name.startsWith('files/') ? further(changed) : [];
    for (const file of more) {
      written.entry({ name: `files/receipts/2026-01/${randomUUID()}.webp` }, file);
    }
  }
  written.finalize();
  return gzipSync(await bytes);
}

/** Returns the contents of an archive without its creation time, and without the audit log, which records each restore. */
async function contentsOf(bytes: Buffer): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  const tar = extract();
  tar.end(gunzipSync(bytes));
  for await (const entry of tar)
    contents[entry.header.name] = (await buffer(entry as AsyncIterable<Buffer>)).toString('latin1');
  const { createdAt: _, ...manifest } = JSON.parse(contents['manifest.json'] ?? '');
  const { sha256: __, ...end } = JSON.parse(contents['end.json'] ?? '');
  for (const table of ['audit_log', 'audit_chains']) {
    delete contents[`rows/${table}/1`];
    delete end.rows[table];
  }
  return { ...contents, 'manifest.json': manifest, 'end.json': end };
}

/** Decrypts an archive as `restore` does. */
function decrypted(bytes: Buffer, identities: string[]): Promise<Buffer> {
  return buffer(decryptWith(identities)(Readable.from([bytes])));
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function countTables(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT count(*)::int AS n FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  await client.end();
  return rows[0].n;
}

/** The tests start a database cluster twice, in parallel with other test files. */
const PATIENCE_MS = 240_000;

test(
  'moves all data to the embedded database and back to a server, where users can continue',
  async () => {
    const embedded = { DATA_DIR: await newFolder() };
    const moved = await wallet(['restore', '-', '--live'], embedded, archive);
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.printed.toString()).toContain('Everything holds.');
    const second = (await backUp(embedded)).archive;
    expect(await contentsOf(second)).toEqual(await contentsOf(archive));
    const target = await newTarget();
    const file = path.join(target.DATA_DIR, 'moved.wallet');
    await writeFile(file, second);
    expect(await wallet(['restore', file], target)).toMatchObject({ code: 0 });
    expect(await schemaOf(target.DATABASE_URL)).toEqual(await schemaOf(app.databaseUrl));
    await goOn(target);
  },
  PATIENCE_MS,
);

test('an archive names the newest audit head, and a restored copy has the log and the heads but signs none', async () => {
  const contents = await contentsOf(archive);
  const manifest = contents['manifest.json'] as unknown as { auditHead: string };
  const auditHead = Buffer.from(manifest.auditHead, 'latin1').toString();
  const [head] = await app.deps.db.query<{ checkpoint: string }>(
    'SELECT checkpoint FROM audit_heads ORDER BY number DESC LIMIT 1',
  );
  expect(auditHead).toBe(head?.checkpoint);
  const target = await newTarget();
  expect(await wallet(['restore', '-'], target, archive)).toMatchObject({ code: 0 });
  const file = path.join(target.DATA_DIR, 'head');
  await writeFile(file, auditHead);
  expect(await wallet(['verify', '--head', file], target)).toMatchObject({ code: 0 });
  const printed = await wallet(['audit', 'head'], target);
  expect(String(printed.printed)).toBe(auditHead);
  expect(printed.complained).toContain('no key');
});

async function schemaOf(url: string): Promise<unknown[]> {
  const db = openDatabase({ connectionString: url });
  const rows = await db.query(
    `SELECT indexdef AS made FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     ORDER BY made`,
  );
  await db.close();
  expect(rows.length).toBeGreaterThan(50);
  return rows;
}

/** Starts a server on the restored database and files. */
async function goOn({ DATABASE_URL, DATA_DIR }: { DATABASE_URL: string; DATA_DIR: string }) {
  const { clock } = app.deps;
  const secrets = testSecrets();
  const db = openDatabase({ connectionString: DATABASE_URL }, { clock, secrets });
  const files = openFolderStore(path.join(DATA_DIR, 'files'));
  const server = await buildApp({ ...app.deps, db, files });
  const { username } = person;
  const payload = { username, password: TEST_PASSWORD };
  const login = await server.inject({ method: 'POST', url: '/api/v1/sessions', payload });
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
  const receipt = await server.inject({ url: receiptUrl, headers: { cookie } });
  const original = await fetch(`${app.baseUrl}${receiptUrl}`, {
    headers: { cookie: person.cookie },
  });
  expect(receipt.rawPayload).toEqual(Buffer.from(await original.arrayBuffer()));
  const requestKey = randomUUID();
  const bankAccountId = (await person.api.bankAccounts.list())[0]?.id;
  const withdrawal = { amount: '480', bankAccountId, requestKey };
  const asked = await server.inject({
    method: 'POST',
    url: '/api/v1/withdrawals',
    headers: { cookie },
    payload: withdrawal,
  });
  expect(asked.statusCode).toBe(200);
  await server.close();
  await db.close();
}

const edited = (part: string, edit: (text: string) => string): Rewrite => {
  return (name, bytes) => (name.startsWith(part) ? Buffer.from(edit(bytes.toString())) : bytes);
};

test.each<[string, RegExp, () => Promise<Buffer> | Buffer]>([
  ['a file that is not an archive', /damaged/, () => Buffer.from('these are no rows of anyone')],
  [
    'a truncated archive',
    /incomplete: its end is missing/,
    () => archive.subarray(0, archive.length / 2),
  ],
  [
    'an archive without its end',
    /incomplete/,
    () => rewritten((name, bytes) => (name === 'end.json' ? undefined : bytes)),
  ],
  [
    'an archive with a changed byte',
    /damaged/,
    // A byte of gzip's checksum. After another one the data can also seem to end too early.
    () => flipped(archive, archive.length - 6),
  ],
  [
    'an archive with a changed balance',
    /checksum is wrong/,
    () => rewritten(edited('rows/wallet_balances', (rows) => rows.replace('50000', '90000'))),
  ],
  [
    'an archive with malformed rows',
    /damaged/,
    () => rewritten(edited('rows/users/', () => 'nonsense\n')),
  ],
  [
    'an archive without a table',
    /damaged/,
    () => rewritten((name, bytes) => (name.startsWith('rows/users/') ? undefined : bytes)),
  ],
  [
    'an archive with a changed receipt',
    /not the file that was stored/,
    () => rewritten((name, bytes) => (name.startsWith('files/') ? flipped(bytes, 9) : bytes)),
  ],
  [
    'an archive with a file larger than in its row',
    /larger than any that its rows name/,
    () => rewritten((name, bytes) => (name.startsWith('files/') ? Buffer.alloc(2 ** 20) : bytes)),
  ],
  [
    'an archive with more bytes of files than in its rows',
    /its files are larger than its rows say/,
    () =>
      rewritten(
        (_name, bytes) => bytes,
        (file) => Array.from({ length: 40 }, () => file),
      ),
  ],
  [
    'an archive of a newer format',
    /newer version/,
    () => rewritten(edited('manifest', (text) => text.replace('"format":1', '"format":2'))),
  ],
  [
    'an archive of newer migrations',
    /newer version/,
    () =>
      rewritten(
        edited('manifest', (text) => text.replace(/"createdAt":\d+/, '"createdAt":9999999999999')),
      ),
  ],
  [
    'an archive of some of the single migrations',
    /older version/,
    () =>
      rewritten(
        edited('manifest', (text) => text.replace(/"createdAt":\d+/g, '"createdAt":1795237565091')),
      ),
  ],
])(
  'refuses to restore %s, and leaves the database and the folder empty',
  async (_, sentence, build) => {
    const target = await newTarget();
    const { code, complained } = await wallet(['restore', '-'], target, await build());
    expect(complained.split('\n').filter((line) => line !== '' && !line.endsWith('...'))).toEqual([
      expect.stringMatching(sentence),
    ]);
    expect(code).toBe(1);
    expect(await countTables(target.DATABASE_URL)).toBe(0);
    expect(await filesIn(target.DATA_DIR)).toEqual([]);
  },
);

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

test('refuses to restore into a database that has rows or a folder that has files', async () => {
  const { DATABASE_URL, DATA_DIR } = await newTarget();
  const inUse = await wallet(
    ['restore', '-'],
    { DATABASE_URL: app.databaseUrl, DATA_DIR },
    archive,
  );
  expect(inUse).toMatchObject({ code: 1 });
  expect(inUse.complained).toContain('The database is not empty');
  const withFiles = await wallet(
    ['restore', '-'],
    { DATABASE_URL, DATA_DIR: dataDirOf(app) },
    archive,
  );
  expect(withFiles).toMatchObject({ code: 1 });
  expect(withFiles.complained).toMatch(/There are files in/);
  expect(await countTables(DATABASE_URL)).toBe(0);
});

test('a backup made while requests are being decided restores to consistent books', async () => {
  const image = await buildImage();
  const { cookie } = await app.newUser();
  const deposits = [];
  while (deposits.length < 20) deposits.push(await makeDeposit(app, { cookie, image }));
  const deciding = Promise.all(deposits.map(({ id }) => decide([id], 'approved')));
  const source = { DATABASE_URL: app.databaseUrl, DATA_DIR: dataDirOf(app) };
  const backups = await Promise.all([backUp(source), backUp(source)]);
  await deciding;
  for (const { archive: bytes } of backups) {
    expect(await wallet(['restore', '-'], await newTarget(), bytes)).toMatchObject({ code: 0 });
  }
});

test('a backup file appears only when complete, readable by its owner only, and replaces an older one', async () => {
  const source = { DATABASE_URL: app.databaseUrl, DATA_DIR: dataDirOf(app) };
  const folder = await newFolder();
  const file = path.join(folder, 'nightly.wallet');
  await writeFile(file, 'an older one');
  expect(await wallet(['backup', file, '--plain'], source)).toMatchObject({ code: 0 });
  expect((await readFile(file)).subarray(0, 2)).toEqual(Buffer.of(0x1f, 0x8b));
  expect(await filesIn(folder)).toEqual(['nightly.wallet']);
  const nowhere = path.join(folder, 'no/such/folder');
  expect(await wallet(['backup', nowhere, '--plain'], source)).toMatchObject({ code: 1 });
});

test.skipIf(!hasSwift)(
  'moves files from a folder to a bucket and back, and refuses a store that is in use or half restored',
  async () => {
    const first = await startObjectStore();
    onTestFinished(() => first.close());
    const second = await first.addBucket();
    const inFirst = { ...(await newTarget()), ...first.settings };
    expect(await wallet(['restore', '-', '--live'], inFirst, archive)).toMatchObject({ code: 0 });
    const moved = (await backUp(inFirst)).archive;
    expect(await contentsOf(moved)).toEqual(await contentsOf(archive));
    const inUse = await wallet(
      ['restore', '-'],
      { ...(await newTarget()), ...first.settings },
      moved,
    );
    expect(inUse.complained).toMatch(/There are files in s3:/);
    first.change({ isDead: true });
    const away = await wallet(['backup', '-', '--plain'], inFirst);
    expect([away.code, away.complained]).toEqual([
      1,
      expect.stringMatching(/The store of files failed/),
    ]);
    const nowhere = await wallet(
      ['restore', '-'],
      { ...(await newTarget()), ...first.settings },
      moved,
    );
    expect([nowhere.code, nowhere.complained]).toEqual([
      1,
      expect.stringMatching(/The store of files failed/),
    ]);
    first.change({});
    expect(await wallet(['restore', '-'], await newTarget(), moved)).toMatchObject({ code: 0 });

    const target = { ...(await newTarget()), ...second.settings };
    const damagedOne = await wallet(
      ['restore', '-'],
      target,
      archive.subarray(0, archive.length - 9),
    );
    expect(damagedOne.complained).toMatch(/incomplete/);
    expect(await second.listKeys()).toEqual([]);
    // Simulates the state that a killed restore leaves.
    const store = openBucketStore(second.bucket, target.DATA_DIR);
    const leftover = await leaveHalfRestored(store);
    expect(await wallet(['restore', '-'], target, moved)).toMatchObject({ code: 0 });
    expect((await backUp(target)).complained).not.toContain('MISSING');
    expect(await store.list(path.dirname(leftover))).toEqual([]);
  },
);

/** Creates an API key, a webhook, an open session and a decision that can still be undone. */
async function armInstallation() {
  await admin.api.apiKeys.create({ name: 'books', scopes: ['requests:read'], days: 30 });
  await admin.api.webhooks.create({ url: 'https://shop.example/', eventTypes: ['user.created'] });
  const { cookie } = await app.newUser();
  const deposit = await makeDeposit(app, { cookie, image: await buildImage() });
  const decision = { id: deposit.id, decision: 'approved' as const, requestKey: randomUUID() };
  await admin.api.review.decideOne(decision);
}

const ARMED = `SELECT (SELECT count(*) FROM sessions WHERE ended_at IS NULL) AS sessions,
  (SELECT count(*) FROM api_keys WHERE revoked_at IS NULL AND suspension_reason IS NULL) AS "apiKeys",
  (SELECT count(*) FROM waiting_decisions) AS decisions,
  (SELECT count(*) FROM webhook_endpoints WHERE is_active) AS webhooks`;

test('a restore ends sessions, API keys, deferred decisions and webhooks unless it is --live', async () => {
  await armInstallation();
  const source = { DATABASE_URL: app.databaseUrl, DATA_DIR: dataDirOf(app) };
  const { archive: bytes } = await backUp(source);
  const armed = await queryOnce(app.databaseUrl, ARMED);
  const [copy, live] = [await newTarget(), await newTarget()];
  const restored = await wallet(['restore', '-'], copy, bytes);
  expect(restored.printed.toString()).toMatch(
    /Ended [1-9]\d* sessions, suspended 1 API keys, dropped 1 deferred decisions and paused 1 webhooks/,
  );
  expect(restored.code).toBe(0);
  const none = { sessions: 0, apiKeys: 0, decisions: 0, webhooks: 0 };
  expect(await queryOnce(copy.DATABASE_URL, ARMED)).toEqual([none]);
  const kept = await wallet(['restore', '-', '--live'], live, bytes);
  expect(kept.printed.toString()).toContain('work as before (--live)');
  expect(await queryOnce(live.DATABASE_URL, ARMED)).toEqual(armed);
});

test.each([
  ['restore', '/nowhere/at.all', /^The archive .* can't be read: there is no such file\.$/],
  ['restore', tmpdir(), /^The archive .* can't be read: it is a folder\.$/],
  ['backup', '/nowhere/at.all', /^The archive .* can't be written: its folder does not exist\.$/],
  ['backup', '/proc/at.all', /^The archive .* can't be written: .*\.$/],
  ['backup', tmpdir(), /^The archive .* can't be written: it is a folder\.$/],
])('refuses to %s with the path %s and prints one sentence', async (verb, file, sentence) => {
  // The path is refused before the command connects to the database, which does not exist.
  const DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/none';
  const { code, complained } = await wallet([verb, file], { DATABASE_URL });
  expect(complained.trim()).toMatch(sentence);
  expect(code).toBe(1);
});

/** Writes the mark, a list of keys and one file, as a killed restore leaves them. */
async function leaveHalfRestored(store: FileStore, state = 'writing'): Promise<string> {
  const key = `receipts/2026-01/${randomUUID()}.webp`;
  const mark = { id: randomUUID(), state, isLive: false };
  await store.put('restore/mark', Buffer.from(JSON.stringify(mark)));
  await store.put('restore/keys-1', Buffer.from(key));
  await store.put(key, Buffer.of(1));
  return key;
}

/** Restores a copy whose store lacks one receipt and has changed bytes in another. */
async function newDamagedPlace() {
  const target = await newTarget();
  expect(await wallet(['restore', '-', '--live'], target, archive)).toMatchObject({ code: 0 });
  const store = openFolderStore(path.join(target.DATA_DIR, 'files'));
  const rows = await queryOnce<{ key: string }>(
    target.DATABASE_URL,
    'SELECT storage_key AS key FROM files ORDER BY kind DESC',
  );
  const [lost = '', changed = ''] = rows.map(({ key }) => key);
  await store.remove(lost);
  await store.put(changed, Buffer.from('other bytes'));
  return { target, store, lost, changed };
}

async function queryOnce<Row extends object>(url: string, text: string): Promise<Row[]> {
  const db = openDatabase({ connectionString: url });
  const rows = await db.query<Row>(text);
  await db.close();
  return rows;
}

test('verify --files lists files that are missing or have changed bytes', async () => {
  const { target, lost, changed } = await newDamagedPlace();
  expect(await wallet(['verify'], target)).toMatchObject({ code: 0 });
  const { code, printed } = await wallet(['verify', '--files'], target);
  expect(code).toBe(1);
  expect(printed.toString()).toContain('FAILED  Every stored file is there');
  expect(printed.toString()).toMatch(new RegExp(`${lost}","reason":"the file is missing`));
  expect(printed.toString()).toMatch(new RegExp(`${changed}","reason":"the file has other bytes`));
  const whole = { DATABASE_URL: app.databaseUrl, DATA_DIR: dataDirOf(app) };
  expect(await wallet(['verify', '--files'], whole)).toMatchObject({ code: 0 });
});

test('a backup with missing files exits with 1 and keeps the older archive; restoring it lists the missing files', async () => {
  const { target, lost } = await newDamagedPlace();
  const folder = await newFolder();
  const file = path.join(folder, 'nightly.wallet');
  await writeFile(file, 'an older one');
  const { code, complained } = await wallet(['backup', file, '--plain'], target);
  expect(code).toBe(1);
  expect(complained).toMatch(/MISSING: 2 files .* such as [a-z-]+\//);
  expect(await readFile(file, 'utf8')).toBe('an older one');
  const bytes = await readFile(`${file}.files-missing`);
  const restored = await wallet(['restore', '-'], await newTarget(), bytes);
  expect(restored.code).toBe(1);
  expect(restored.printed.toString()).toContain('(2 missing)');
  expect(restored.printed.toString()).toContain(lost);
});

test('a scheduled backup with missing files fails and removes no complete archive', async () => {
  const { target, store } = await newDamagedPlace();
  const db = openDatabase({ connectionString: target.DATABASE_URL });
  onTestFinished(() => db.close());
  const dir = path.join(await newFolder(), 'archives');
  const backups = { dir, everyMs: 60 * 60_000, keep: 1 };
  const config = { ...app.deps.config, backups, backupRecipients: PLAIN };
  const at = (moment: string, files: FileStore) => {
    const clock = { now: () => new Date(moment) };
    return backUpWhenDue({ ...app.deps, db, files, config, clock }, new AbortController().signal);
  };
  await at('2026-11-01T01:00:00Z', app.deps.files);
  await expect(at('2026-11-01T02:00:00Z', store)).rejects.toThrow('lacks 2 files');
  await expect(at('2026-11-01T03:00:00Z', store)).rejects.toThrow('lacks 2 files');
  await at('2026-11-01T03:30:00Z', store);
  expect((await filesIn(dir)).sort()).toEqual([
    'wallet-2026-11-01T01-00-00Z.backup',
    'wallet-2026-11-01T03-00-00Z.lacks-2-files.backup',
  ]);
  const completeAt = new Date('2026-11-01T01:00:00Z');
  expect(await describeBackups(dir)).toEqual({ completeAt, missingFiles: 2 });
  await at('2026-11-01T04:00:00Z', app.deps.files);
  expect(await describeBackups(dir)).toMatchObject({ missingFiles: 0 });
});

async function killRestore(target: { DATABASE_URL: string; DATA_DIR: string }): Promise<void> {
  const args = ['dist/server/cli/wallet.js', 'restore', '-'];
  const env = { ...process.env, ENV_FILE: '/dev/null', ...target };
  const stdio: StdioOptions = ['pipe', 'ignore', 'ignore'];
  const child = spawn(process.execPath, args, { cwd: repositoryDir, env, stdio });
  child.stdin?.write(archive.subarray(0, archive.length - 20));
  await expect.poll(() => filesIn(target.DATA_DIR), { timeout: 50_000 }).toContain('keys-1');
  child.kill('SIGKILL');
  await once(child, 'close');
}

test('after a killed restore, the server refuses to start, and the restore can be repeated', async () => {
  const target = await newTarget();
  const store = openFolderStore(path.join(target.DATA_DIR, 'files'));
  await killRestore(target);
  const { server } = await startServerProcess({ ...target });
  expect(await server.exited).toMatchObject({ code: 1 });
  expect(server.printed).toContain('did not end: run "wallet restore" again');
  expect(await wallet(['migrate'], target)).toMatchObject({ code: 1 });
  expect(await countTables(target.DATABASE_URL)).toBe(0);
  expect(await wallet(['restore', '-'], target, archive)).toMatchObject({ code: 0 });
  expect(await store.list('restore')).toEqual([]);
  expect(await wallet(['verify', '--files'], target)).toMatchObject({ code: 0 });
});

test('a restore deletes only files that an interrupted restore listed', async () => {
  const live = await newTarget();
  expect(await wallet(['restore', '-'], live, archive)).toMatchObject({ code: 0 });
  const store = openFolderStore(path.join(live.DATA_DIR, 'files'));
  const before = await filesIn(live.DATA_DIR);
  const other = { ...(await newTarget()), DATA_DIR: live.DATA_DIR };
  const refusedWith = async () => {
    const refused = await wallet(['restore', '-'], other, archive);
    expect(refused.complained).toMatch(/There are files in/);
    expect(await wallet(['verify', '--files'], live)).toMatchObject({ code: 0 });
  };
  await store.put('unfinished-restore', Buffer.of(1)); // the mark that earlier versions wrote
  await refusedWith();
  await store.remove('unfinished-restore');
  const leftover = await leaveHalfRestored(store);
  await refusedWith();
  await expect(store.get(leftover)).rejects.toThrow(NoSuchFile);
  expect((await filesIn(live.DATA_DIR)).sort()).toEqual(before.sort());
});

test('a server removes the leftovers of a restore into another database, and keeps its own files', async () => {
  const key = await leaveHalfRestored(app.deps.files);
  const own = await queryOnce<{ key: string }>(
    app.databaseUrl,
    'SELECT storage_key AS key FROM files LIMIT 1',
  );
  await app.deps.files.put('restore/keys-2', Buffer.from(`${own[0]?.key}`));
  await sweepUnfinishedRestore(app.deps);
  expect(await app.deps.files.get(key)).toHaveLength(1); // the restore may still be running
  await sweepUnfinishedRestore(app.deps, hoursLater(2));
  await expect(app.deps.files.get(key)).rejects.toThrow(NoSuchFile);
  expect(await app.deps.files.list('restore')).toEqual([]);
  const source = { DATABASE_URL: app.databaseUrl, DATA_DIR: dataDirOf(app) };
  expect(await wallet(['verify', '--files'], source)).toMatchObject({ code: 0 });
});

/** Restores into an empty target as far as the commit. */
async function restoreUpToCommit(target: { DATABASE_URL: string; DATA_DIR: string }) {
  const files = openFolderStore(path.join(target.DATA_DIR, 'files'));
  const client = new pg.Client({ connectionString: target.DATABASE_URL });
  await client.connect();
  await restoreBackup(
    { client, files, known: readMigrations(app.deps.config.projectDir), isLive: false },
    {
      input: Readable.from([archive]),
      identities: [],
      report: () => undefined,
      signal: new AbortController().signal,
    },
  );
  await client.end();
  return files;
}

async function countOpenSessions(url: string): Promise<number | undefined> {
  const open = 'SELECT count(*) FROM sessions WHERE ended_at IS NULL';
  const [row] = await queryOnce<{ count: number }>(url, open);
  return row?.count;
}

test('a server finishes a restore that was killed after its commit', async () => {
  const target = await newTarget();
  const files = await restoreUpToCommit(target);
  const { server } = await startServerProcess({ ...target });
  await server.untilReady();
  server.signal('SIGTERM');
  await server.exited;
  expect(await files.list('restore')).toEqual([]);
  expect(await countOpenSessions(target.DATABASE_URL)).toBe(0);
  expect(await wallet(['verify', '--files'], target)).toMatchObject({ code: 0 });
});

test('does not start what an interrupted restore wrote while its file store is away, and finishes it once', async () => {
  const target = await newTarget();
  const files = await restoreUpToCommit(target);
  const db = openDatabase({ connectionString: target.DATABASE_URL });
  onTestFinished(() => db.close());
  const away = (name: 'get' | 'remove') => ({
    ...files,
    [name]: () => Promise.reject(new StoreOutage('away')),
  });
  const start = (store: FileStore) => settleAtStart({ ...app.deps, db, files: store });
  await expect(start(away('get'))).rejects.toThrow('start again when it can be read');
  expect(await countOpenSessions(target.DATABASE_URL)).toBeGreaterThan(0);
  await start(away('remove')); // the mark stays
  expect(await countOpenSessions(target.DATABASE_URL)).toBe(0);
  await db.query('UPDATE sessions SET ended_at = NULL, ended_reason = NULL'); // someone signs in
  await start(files);
  expect(await countOpenSessions(target.DATABASE_URL)).toBeGreaterThan(0);
  expect(await files.list('restore')).toEqual([]);
  await start(away('get'));
});

/** Makes a database at the last of the single migrations, which the baseline replaced. */
async function makeOlder(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const file = 'server/db/releases/single-migrations.sql';
  await client.query(await readFile(path.join(repositoryDir, file), 'utf8'));
  await client.end();
}

test('restores an archive of the single migrations, which the baseline replaced', async () => {
  const [older, target] = [await newTarget(), await newTarget()];
  await makeOlder(older.DATABASE_URL);
  const { archive: bytes } = await backUp(older);
  expect(await wallet(['restore', '-'], target, bytes)).toMatchObject({ code: 0 });
  const { printed } = await wallet(['migrate', '--plan'], target);
  expect(printed.toString()).toContain('up to date');
});

test('a restore without the key of the account numbers says so and how to get it', async () => {
  const { db } = app.deps;
  await registerKey(db.query, db.secrets.currentKeyId ?? '');
  const source = { DATABASE_URL: app.databaseUrl, DATA_DIR: dataDirOf(app) };
  const { archive: bytes } = await backUp(source);
  await db.query('DELETE FROM secret_keys');
  const SECRET_KEY = generateSecretKey();
  const target = await newTarget();
  const { code, printed } = await wallet(['restore', '-'], { ...target, SECRET_KEY }, bytes);
  expect(code).toBe(1);
  expect(printed.toString()).toContain('ACCOUNT NUMBERS CANNOT BE READ');
  expect(printed.toString()).toContain('no key opens it in this row');
  expect((await wallet(['verify'], target)).code).toBe(0);
});

test('an encrypted archive restores with its identity; a damaged one and a wrong identity restore nothing', async () => {
  const source = { DATABASE_URL: app.databaseUrl, DATA_DIR: dataDirOf(app) };
  const { identity, recipient } = await createIdentity();
  const folder = await newFolder();
  const [file, damagedFile] = [path.join(folder, 'archive'), path.join(folder, 'damaged')];
  const keyFile = path.join(folder, 'key');
  const wrongKey = path.join(folder, 'wrong');
  await writeFile(keyFile, `# the key\n${identity}\n`);
  await writeFile(wrongKey, (await createIdentity()).identity);
  expect(await wallet(['backup', file], source)).toMatchObject({
    code: 1,
    complained: expect.stringContaining('wallet backup keygen'),
  });
  const encrypting = { ...source, BACKUP_RECIPIENTS: `# the office\n${recipient}` };
  expect(await wallet(['backup', file], encrypting)).toMatchObject({ code: 0 });
  const bytes = await readFile(file);
  await writeFile(damagedFile, bytes.subarray(0, -1));
  const target = await newTarget();
  const restore = (archiveFile: string, identityFile: string) =>
    wallet(['restore', archiveFile, '--live', '--identity', identityFile], target);
  expect((await restore(file, wrongKey)).complained).toContain('for another identity');
  expect((await restore(damagedFile, keyFile)).complained).toContain('damaged or cut off');
  expect((await wallet(['restore', file], target)).complained).toContain('--identity FILE');
  expect(await filesIn(target.DATA_DIR)).toEqual([]);
  expect(await restore(file, keyFile)).toMatchObject({ code: 0 });
  const [original, copy] = [await backUp(source), await backUp(target)];
  expect(await contentsOf(copy.archive)).toEqual(await contentsOf(original.archive));
});

test('a server writes scheduled archives when they are due, and keeps only the newest', async () => {
  const dir = path.join(await newFolder(), 'archives');
  const { identity, recipient } = await createIdentity();
  const backups = { dir, everyMs: 24 * 60 * 60_000, keep: 2 };
  const config = { ...app.deps.config, backups, backupRecipients: [recipient] };
  const { signal } = new AbortController();
  const at = (moment: string) => {
    const clock = { now: () => new Date(moment) };
    return backUpWhenDue({ ...app.deps, config, clock }, signal);
  };
  await Promise.all([at('2026-11-01T02:00:00Z'), at('2026-11-01T02:00:00Z')]);
  await at('2026-11-02T01:59:59Z');
  expect(await filesIn(dir)).toEqual(['wallet-2026-11-01T02-00-00Z.backup']);
  await writeFile(path.join(dir, 'wallet-2026-11-01T12-00-00Z.backup.incomplete-1'), 'a half');
  await at('2026-11-02T02:00:00Z');
  await at('2026-11-05T00:00:00Z');
  const kept = ['wallet-2026-11-02T02-00-00Z.backup', 'wallet-2026-11-05T00-00-00Z.backup'];
  expect((await filesIn(dir)).sort()).toEqual(kept);
  const newest = await decrypted(await readFile(path.join(dir, kept[1] ?? '')), [identity]);
  expect(Object.keys(await contentsOf(newest))).toContain('end.json');
});
