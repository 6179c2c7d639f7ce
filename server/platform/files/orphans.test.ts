import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { every, jobFailures } from '../../base/timers.ts';
import type { Deps } from '../../deps/deps.ts';
import { startTestApp, type TestApp } from '../../testing/harness.ts';
import { describeStorages, hoursLater, type TestStorage } from '../../testing/storages.ts';
import { buildDepositForm, buildImage, upload } from '../../testing/upload.ts';
import { openFolderStore } from './folder-store.ts';
import { sweepOrphans } from './orphans.ts';
import { keepRemovedFiles, mayRemoveFiles } from './removals.ts';
import { deleteFiles } from './stored-images.ts';

const AN_HOUR_AGO = new Date(Date.now() - 61 * 60_000);
let storage: TestStorage;
let app: TestApp;
let deps: Deps;

async function keysIn(folder: string): Promise<string[]> {
  return (await deps.files.list(folder)).map(({ key }) => key);
}

const leave = (key: string, content: string | Buffer = '', at = AN_HOUR_AGO) =>
  storage.leave(key, content, at);

async function leaveDraft(name: string, at: Date): Promise<void> {
  const file = path.join(storage.drafts, name);
  await writeFile(file, 'half');
  await utimes(file, at, at);
}

async function storeReceipt(): Promise<{ id: string; storageKey: string }> {
  const { cookie } = await app.newUser();
  const [form, body] = [buildDepositForm(), await buildImage()];
  expect((await upload(app, { cookie, path: '/files/deposits', form, body })).status).toBe(200);
  const [kept] = await deps.db.query<{ id: string; storageKey: string }>(
    'SELECT id, storage_key AS "storageKey" FROM files ORDER BY id DESC LIMIT 1',
  );
  if (!kept) throw new Error('A receipt was stored');
  return kept;
}

describeStorages('orphan sweep with files', (openStorage) => {
  beforeAll(async () => {
    storage = await openStorage();
    app = await startTestApp({ files: storage.files });
    deps = app.deps;
  });
  afterAll(async () => {
    await app.close();
    await storage.close();
  });
  beforeEach(() => mkdir(storage.drafts, { recursive: true }));

  test('removes files left by a crash after an hour, and keeps files in use and new files', async () => {
    const kept = await storeReceipt();
    const [orphan, second, fresh] = [newId(), newId(), newId()];
    // One mark may list several files, such as those of a deleted user.
    const keys = [orphan, second].map((id) => `receipts/2026-01/${id}.jpg`);
    for (const key of keys) await leave(key, 'an image');
    await leave(`staged/${orphan}`, keys.join('\n'));
    await leave(`staged/${kept.id}`, kept.storageKey);
    await leave(`staged/${fresh}`, `receipts/2026-01/${fresh}.jpg`, new Date());
    await leave(`receipts/2026-01/${fresh}.jpg`, 'an image', new Date());
    await leaveDraft(`.${orphan}.tmp`, AN_HOUR_AGO);
    await leaveDraft(`.${fresh}.tmp`, new Date());

    await sweepOrphans(deps);

    expect(await keysIn('receipts/2026-01')).toEqual([`receipts/2026-01/${fresh}.jpg`]);
    expect(await keysIn('staged')).toEqual([`staged/${fresh}`]);
    expect(await readdir(storage.drafts)).toEqual([`.${fresh}.tmp`]);
    expect(await deps.files.get(kept.storageKey)).toBeInstanceOf(Buffer);
    await deps.files.remove(`staged/${fresh}`);
  });

  test('removes old invalid marks and still finds every orphan', async () => {
    const orphan = newId();
    const key = `receipts/2026-02/${orphan}.png`;
    await leave(key, 'an image');
    await leave('banks.txt', 'no object');
    await leave('staged/.0a1b.tmp');
    await leave('staged/a name with spaces', 'x\n\u0000');
    await leave(`staged/${newId()}`, `../../etc/passwd\n../banks.txt\n${newId()}`);
    await leave('staged/-fresh', '', new Date());
    await leave(`staged/${orphan}`, key);
    await leave('staged/folder/one');

    await sweepOrphans(deps);

    expect(await keysIn('staged')).toEqual(['staged/-fresh']);
    expect(await keysIn('receipts/2026-02')).toEqual([]);
    expect(await deps.files.get('banks.txt')).toBeInstanceOf(Buffer);
  });

  test('counts a mark that fails, and retries it in the next run after all others', async () => {
    const [broken, orphan] = [newId(), newId()];
    for (const id of [broken, orphan]) {
      await leave(`receipts/2026-03/${id}.jpg`, 'an image');
      await leave(`staged/${id}`, `receipts/2026-03/${id}.jpg`);
    }
    const remove = async (key: string) => {
      if (key.includes(broken)) throw new Error('The disk says no');
      await deps.files.remove(key);
    };
    const job = `sweep ${broken}`;
    const failing = { ...deps, files: { ...deps.files, remove } };
    await new Promise<void>((resolve) => {
      const timer = every({ intervalMs: 1, name: job, log: deps.log }, () =>
        sweepOrphans(failing).finally(() => void timer.stop().then(resolve)),
      );
    });
    expect(await keysIn('receipts/2026-03')).toEqual([`receipts/2026-03/${broken}.jpg`]);
    const metrics = await (await fetch(`${app.baseUrl}/metrics`)).text();
    expect(metrics).toMatch(
      new RegExp(`wallet_background_job_failures_total\\{task="${job}"\\} [1-9]`),
    );
    jobFailures.remove({ task: job });
    await sweepOrphans(deps);
    expect(await keysIn('receipts/2026-03')).toEqual([]);
  });

  test('of servers that sweep concurrently only one does, and any of them can sweep later', async () => {
    let sweeping = 0;
    let most = 0;
    const list: Deps['files']['list'] = async (folder) => {
      most = Math.max(most, ++sweeping);
      await deps.db.query('SELECT pg_sleep(0.2)'); // Keeps the lock long enough for the other servers to try.
      sweeping -= 1;
      return deps.files.list(folder);
    };
    const watched = { ...deps, files: { ...deps.files, list } };
    await Promise.all([1, 2, 3].map(() => sweepOrphans(watched)));
    await sweepOrphans(watched);
    expect(most).toBe(1);
  });

  test('keeps files deleted during a backup until the backup has ended', async () => {
    const { id, storageKey } = await storeReceipt();
    const reader = await deps.db.background.pool.connect();
    await keepRemovedFiles(async (text, values) => (await reader.query(text, values)).rows);
    await deps.db.transaction((tx) => deleteFiles(deps, tx, [id]));
    await sweepOrphans(deps, hoursLater(2));
    expect(await keysIn(path.dirname(storageKey))).toContain(storageKey);
    reader.release(true);
    const isReleased = () => mayRemoveFiles(deps.db.query);
    await expect.poll(isReleased, { timeout: 30_000 }).toBe(true);
    await sweepOrphans(deps, hoursLater(2));
    expect(await keysIn(path.dirname(storageKey))).not.toContain(storageKey);
  });
});

test('at the start, makes folders of earlier versions private and removes their drafts next to objects', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'wallet-earlier-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const month = path.join(root, 'receipts/2025-12');
  await mkdir(month, { recursive: true, mode: 0o755 });
  for (const folder of [root, path.dirname(month), month]) await chmod(folder, 0o755);
  for (const name of ['.old.tmp', '.new.tmp', 'kept.jpg'])
    await writeFile(path.join(month, name), '');
  for (const name of ['.old.tmp', 'kept.jpg']) {
    await utimes(path.join(month, name), AN_HOUR_AGO, AN_HOUR_AGO);
  }
  const store = openFolderStore(root);
  await store.prepare(new Date());
  await store.put('receipts/2026-01/new.jpg', Buffer.from('x'));
  const folders = ['', 'receipts', 'receipts/2025-12', 'receipts/2026-01', 'drafts'];
  for (const folder of folders) {
    expect((await stat(path.join(root, folder))).mode & 0o777).toBe(0o700);
  }
  expect((await stat(path.join(root, 'receipts/2026-01/new.jpg'))).mode & 0o777).toBe(0o600);
  expect((await readdir(month)).sort()).toEqual(['.new.tmp', 'kept.jpg']);
});
