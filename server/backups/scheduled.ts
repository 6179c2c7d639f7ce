import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readVersion } from '../base/project.ts';
import { queryOn, withClient } from '../db/connections.ts';
import { boolean, selectValue } from '../db/selection.ts';
import type { Deps } from '../deps/deps.ts';
import { type AuditEntry, recordAudit } from '../platform/commands/audit.ts';
import { writeBackup } from './backup.ts';
import { UNFINISHED, writeWholeFile } from './backup-file.ts';
import { NO_RECIPIENTS } from './encryption.ts';

const SCHEDULE_LOCK = 741_307;
/** If the archive lacks files, their number is part of the name. */
const NAME = /^wallet-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z(?:\.lacks-(\d+)-files)?\.backup$/;

const EXPORT: AuditEntry = {
  chainId: 'exports',
  action: 'export.create',
  entity: 'export',
  entityId: 'backup',
  before: null,
  after: null,
};

interface StoredBackup {
  name: string;
  at: Date;
  missingFiles: number;
}

/** Throws Error when stored files are missing: the incomplete archive is kept, and no complete one is removed. */
export async function backUpWhenDue(
  { config, db, files, clock, log }: Pick<Deps, 'config' | 'db' | 'files' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const { backups, backupRecipients: recipients } = config;
  if (!backups) return;
  if (!recipients) throw new Error(NO_RECIPIENTS);
  const now = clock.now();
  if (!(await isDue(backups, now))) return;
  const version = await readVersion(config.projectDir);
  // A separate client: its settings and its advisory lock end with the connection.
  await withClient(db.background.pool.options, async (client) => {
    const lock = boolean('pg_try_advisory_lock($1)');
    const isLocked = await selectValue(queryOn(client), lock, '', [SCHEDULE_LOCK]);
    if (!isLocked || !(await isDue(backups, now))) return;
    await removeLeftovers(backups.dir);
    const { missing } = await writeWholeFile(
      path.join(backups.dir, nameOf(now, 0)),
      (output) =>
        writeBackup(
          { client, files, version, now },
          { output, recipients, report: () => undefined, signal },
        ),
      (end) => path.join(backups.dir, nameOf(now, end.missing.length)),
    );
    await removeOld(backups);
    await db.background.transaction((tx) =>
      recordAudit(tx, { actor: 'system', entries: [EXPORT] }),
    );
    if (missing.length === 0) return;
    log.error(
      { count: missing.length, first: missing[0] },
      'scheduled backup: files are missing in the store',
    );
    throw new Error(`The backup lacks ${missing.length} files: run "wallet verify --files"`);
  });
}

async function isDue({ dir, everyMs }: { dir: string; everyMs: number }, now: Date) {
  const newest = (await listBackups(dir)).at(-1);
  return newest === undefined || now.getTime() - newest.at.getTime() >= everyMs;
}

/** If the newest archive is incomplete, keeps all complete ones. */
async function removeOld({ dir, keep }: { dir: string; keep: number }): Promise<void> {
  const found = await listBackups(dir);
  const isComplete = ({ missingFiles }: StoredBackup) => missingFiles === 0;
  const incomplete = found.filter((one) => !isComplete(one)).slice(0, -keep);
  const newest = found.at(-1);
  const complete = newest && isComplete(newest) ? found.filter(isComplete).slice(0, -keep) : [];
  for (const { name } of [...incomplete, ...complete]) await rm(path.join(dir, name));
}

async function listBackups(dir: string): Promise<StoredBackup[]> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const found = (await readdir(dir)).flatMap((name) => {
    const match = NAME.exec(name);
    if (!match) return [];
    const [, hour, minute, second, missing = '0'] = match;
    return { name, at: new Date(`${hour}:${minute}:${second}Z`), missingFiles: Number(missing) };
  });
  return found.sort((one, other) => one.at.getTime() - other.at.getTime());
}

export async function describeBackups(dir: string): Promise<{
  completeAt: Date | undefined;
  missingFiles: number;
}> {
  const found = await listBackups(dir);
  return {
    completeAt: found.filter(({ missingFiles }) => missingFiles === 0).at(-1)?.at,
    missingFiles: found.at(-1)?.missingFiles ?? 0,
  };
}

/** Removes unfinished files of a crash. Only the server that holds the lock writes here. */
async function removeLeftovers(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const [whole = '', ...rest] = name.split(UNFINISHED);
    if (rest.length > 0 && NAME.test(whole)) await rm(path.join(dir, name));
  }
}

function nameOf(at: Date, missingFiles: number): string {
  const lacks = missingFiles > 0 ? `.lacks-${missingFiles}-files` : '';
  return `wallet-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z${lacks}.backup`;
}
