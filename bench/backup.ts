import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '../server/base/ids.ts';
import { type Database, openDatabase } from '../server/db/database.ts';
import { byHandLimits, DEFAULT_LIMITS } from '../server/db/limits.ts';
import { growHistory } from './people.ts';
import { type Figures, report } from './report.ts';
import { openBenchWorld } from './world.ts';

const SIZES = [10_000, 1_000_000];
const FILES = [100, 10_000];
const FILE_BYTES = 100_000;
const command = path.resolve(import.meta.dirname, '../bin/wallet.js');

/** Measures the time and the peak memory of a backup and its restore, for little and for much data. */
export async function benchBackup(): Promise<void> {
  const world = await openBenchWorld();
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-bench-backup-'));
  const figures: Figures = {};
  try {
    await world.createDatabase('backup');
    const connectionString = world.urlOf('backup');
    const db = openDatabase({ connectionString }, { limits: byHandLimits(DEFAULT_LIMITS) });
    let [grown, stored] = [0, 0];
    for (const [n, size] of SIZES.entries()) {
      await growHistory(db, { from: grown, to: size });
      await addLedger(db, grown);
      await storeFiles(db, { folder, count: (FILES[n] ?? 0) - stored });
      [grown, stored] = [size, FILES[n] ?? 0];
      const name = `${size} transactions, ${stored} files`;
      const archive = path.join(folder, 'archive');
      const source = { DATABASE_URL: world.urlOf('backup'), DATA_DIR: folder };
      const saved = await measure(['backup', archive, '--plain'], source, /Done/);
      const target = `restored_${n}`;
      await world.createEmptyDatabase(target);
      const into = { DATABASE_URL: world.urlOf(target), DATA_DIR: path.join(folder, target) };
      const restored = await measure(['restore', archive], into, /Restored/);
      figures[`${name}: backup, s`] = saved.seconds;
      figures[`${name}: backup, MB of memory`] = saved.megabytes;
      figures[`${name}: archive, MB`] = (await stat(archive)).size / 1e6;
      figures[`${name}: restore, s`] = restored.seconds;
      figures[`${name}: restore, MB of memory`] = restored.megabytes;
    }
    await db.close();
    await report('backup', 'one archive of everything, and everything from it', figures);
  } finally {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds two entries for each approved transaction without entries; their sums are not checked. */
async function addLedger(db: Database, from: number): Promise<void> {
  await db.background.query(
    `INSERT INTO ledger_entries (user_id, id, transaction_id, account, amount_paise, seq, balance_after_paise, created_at)
     SELECT user_id, gen_random_uuid(), id, account, CASE account WHEN 'wallet' THEN 1 ELSE -1 END * amount_paise,
       CASE account WHEN 'wallet' THEN $1::bigint + row_number() OVER (ORDER BY id) END,
       CASE account WHEN 'wallet' THEN amount_paise END, created_at
     FROM transactions t CROSS JOIN unnest(ARRAY['wallet', 'house']) AS account
     WHERE status = 'approved' AND NOT EXISTS (SELECT FROM ledger_entries e
       WHERE e.user_id = t.user_id AND e.transaction_id = t.id)`,
    [from],
  );
}

async function storeFiles(
  db: Database,
  { folder, count }: { folder: string; count: number },
): Promise<void> {
  const month = 'receipts/2026-11';
  await mkdir(path.join(folder, 'files', month), { recursive: true });
  for (let n = 0; n < count; n += 1) {
    const id = newId();
    const bytes = randomBytes(FILE_BYTES);
    await writeFile(path.join(folder, 'files', month, `${id}.jpg`), bytes);
    await db.query(
      `INSERT INTO files (id, kind, storage_key, content_type, byte_size, width, height, sha256, created_at)
       VALUES ($1, 'receipts', $2, 'image/jpeg', $3, 1, 1, $4, now())`,
      [id, `${month}/${id}.jpg`, FILE_BYTES, createHash('sha256').update(bytes).digest('hex')],
    );
  }
}

/** Runs a command until it prints that its work is done; another benchmark measures its verification. */
async function measure(args: string[], env: NodeJS.ProcessEnv, done: RegExp) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [printed, kilobytes, seconds] = ['', 0, 0];
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    kilobytes = Math.max(kilobytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 100);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (seconds > 0 || !done.test(printed)) return;
      seconds = (performance.now() - startedAt) / 1000;
      child.kill('SIGKILL');
    });
  }
  await once(child, 'close');
  clearInterval(watch);
  if (seconds === 0) throw new Error(`wallet ${args[0]} failed: ${printed}`);
  return { seconds, megabytes: kilobytes / 1024 };
}
