import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pLimit from 'p-limit';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pack as openPack } from 'tar-stream';
import type { Query } from '../db/database.ts';
import { listAppliedMigrations } from '../db/migrations.ts';
import { secretKeys } from '../db/schema/encryption.ts';
import { select, selectionOf } from '../db/selection.ts';
import type { BackupRecipients } from '../platform/config/config.ts';
import { listStoredFiles, readStoredFile } from '../platform/files/integrity.ts';
import { keepRemovedFiles } from '../platform/files/removals.ts';
import type { FileStore } from '../platform/files/store.ts';
import { findNewestHead } from '../platform/sealed-log/sealed-log.queries.ts';
import {
  BLOCK_BYTES,
  Digest,
  END,
  type End,
  FILES_AT_ONCE,
  FORMAT,
  MANIFEST,
  type Manifest,
  type Report,
} from './archive.ts';
import { encryptFor } from './encryption.ts';
import { columnsOf, listTables, quoted, type Table } from './tables.ts';

const FILES_PER_REPORT = 1000;

export interface BackupSource {
  /** A dedicated connection; the caller closes it after the backup. */
  client: pg.ClientBase;
  files: Pick<FileStore, 'get'>;
  version: string;
  now: Date;
}

export interface BackupTarget {
  output: Writable;
  recipients: BackupRecipients;
  report: Report;
  signal: AbortSignal;
}

type Write = (name: string, bytes: Buffer) => Promise<void>;

/** The server keeps running meanwhile, but deleted files stay in the store until the next clean-up. */
export async function writeBackup(
  source: BackupSource,
  { output, recipients, report, signal }: BackupTarget,
): Promise<End> {
  const pack = openPack();
  const gzip = createGzip({ level: 1 });
  const written =
    recipients === 'plain'
      ? pipeline(pack, gzip, output, { signal })
      : pipeline(pack, gzip, encryptFor(recipients), output, { signal });
  const digest = new Digest();
  const write: Write = (name, bytes) => {
    digest.add(name, bytes);
    return new Promise((resolve, reject) =>
      pack.entry({ name, mtime: source.now }, bytes, (error) =>
        error ? reject(error) : resolve(),
      ),
    );
  };
  const finish = async () => {
    const contents = await writeSnapshot(source, write, report);
    const end: End = { ...contents, sha256: String(digest) };
    await write(END, toJson(end));
    pack.finalize();
    await written;
    return end;
  };
  try {
    // If the disk is full, `written` rejects while reading waits for the stream to drain.
    return await Promise.race([finish(), written.then(() => new Promise<never>(() => undefined))]);
  } finally {
    pack.destroy();
  }
}

async function writeSnapshot(source: BackupSource, write: Write, report: Report) {
  const query = queryOf(source.client);
  await beginSnapshot(query);
  const tables = await listTables(query);
  const manifest: Manifest = {
    format: FORMAT,
    version: source.version,
    createdAt: source.now.toISOString(),
    migrations: await listAppliedMigrations(query),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    ...(await readSecretKeyIds(query, tables)),
    ...(await readAuditHead(query, tables)),
  };
  await write(MANIFEST, toJson(manifest));
  if (manifest.auditHead) report(`Audit head:\n${manifest.auditHead}`);
  const rows: End['rows'] = {};
  for (const table of tables) {
    rows[table.name] = await writeRows(source.client, table, write);
    report(`${table.name}: ${rows[table.name]} rows`);
  }
  const files = await writeFiles(query, source.files, { write, report });
  await query('COMMIT');
  return { rows, ...files };
}

const keyId = selectionOf(secretKeys, 'k', ['id']);

async function readSecretKeyIds(
  query: Query,
  tables: Table[],
): Promise<Pick<Manifest, 'secretKeyIds'>> {
  // A backup can be made of an older version's database.
  if (!tables.some(({ name }) => name === 'secret_keys')) return {};
  const statement = `SELECT ${keyId.sql} FROM secret_keys k ORDER BY created_at`;
  const rows = await select(query, keyId, statement);
  return { secretKeyIds: rows.map(({ id }) => id) };
}

/** Prevents schema changes, and deletion of files that rows of the snapshot name, until the backup ends. */
async function beginSnapshot(query: Query): Promise<void> {
  await query('SET statement_timeout = 0');
  await query('SET idle_in_transaction_session_timeout = 0');
  await keepRemovedFiles(query);
  const names = (await listTables(query)).map(({ name }) => quoted(name));
  await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
}

/** A database of an older version has no heads. */
async function readAuditHead(query: Query, tables: Table[]): Promise<Pick<Manifest, 'auditHead'>> {
  if (!tables.some(({ name }) => name === 'audit_heads')) return {};
  const head = await findNewestHead(query);
  return head ? { auditHead: head.checkpoint } : {};
}

async function writeRows(client: pg.ClientBase, table: Table, write: Write): Promise<number> {
  const stream = client.query(copyTo(`COPY ${columnsOf(table)} TO STDOUT`));
  let block: Buffer[] = [];
  let [size, number] = [0, 0];
  const flush = async () => {
    number += 1;
    await write(`rows/${table.name}/${number}`, Buffer.concat(block));
    [block, size] = [[], 0];
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    block.push(chunk);
    size += chunk.length;
    if (size >= BLOCK_BYTES) await flush();
  }
  if (size > 0) await flush();
  return stream.rowCount;
}

async function writeFiles(
  query: Query,
  store: BackupSource['files'],
  { write, report }: { write: Write; report: Report },
): Promise<Pick<End, 'files' | 'missing'>> {
  const missing: string[] = [];
  let count = 0;
  for await (const rows of listStoredFiles(query, FILES_AT_ONCE)) {
    const read = await Promise.all(rows.map((row) => readStoredFile(store, row)));
    for (const { storageKey, bytes } of read) {
      if (bytes) await write(`files/${storageKey}`, bytes);
      else missing.push(storageKey);
      count += bytes ? 1 : 0;
      if (bytes && count % FILES_PER_REPORT === 0) report(`${count} files`);
    }
  }
  return { files: count, missing };
}

export function queryOf(client: pg.ClientBase): Query {
  const inTurn = pLimit(1);
  return <Row extends object>(text: string, values?: unknown[]) =>
    inTurn(async () => (await client.query<Row>(text, values)).rows);
}

function toJson(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
