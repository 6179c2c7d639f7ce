import type { Database } from '../server/db/database.ts';
import { project } from '../server/db/projector.ts';
import { type Figures, report } from './report.ts';
import { fillRequests } from './request-rows.ts';
import { openBenchWorld } from './world.ts';

/** Requests that are made. The second half is measured: what a table or index has from the beginning is not multiplied. */
const REQUESTS = Number(process.env.REQUESTS ?? 200_000);
/** The size is given for this many. */
const TARGET = 10_000_000;
const GB = 1e9;
/** Tables whose rows are deleted by age. */
const PRUNED = ['notifications', 'decision_requests', 'events'];
/** Parts with fewer bytes a request are summed. */
const SHOWN_BYTES = 3;

interface Size {
  table: string;
  /** A table's rows, or an index. */
  part: string;
  bytes: number;
}

/** Measures the bytes of rows and indexes that each request leaves, and the gigabytes of ten million of them. */
export async function benchStorage(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('storage');
    const { db } = await world.open('storage');
    const half = await sizesAfter(db, { first: 1, last: REQUESTS / 2 });
    const whole = await sizesAfter(db, { first: 1 + REQUESTS / 2, last: REQUESTS });
    await db.close();
    const grown = whole.map((size) => ({ ...size, bytes: size.bytes - bytesOf(half, size) }));
    const kept = grown.filter(({ table }) => !PRUNED.includes(table));
    await report('storage', 'bytes that a request leaves', {
      ...figuresOf(grown),
      'all tables, if nothing were pruned': toEach(sumOf(grown)),
      'without those that are pruned': toEach(sumOf(kept)),
      [`gigabytes of them for ${TARGET.toLocaleString('en-IN')} requests`]:
        (toEach(sumOf(kept)) * TARGET) / GB,
    });
  } finally {
    await world.close();
  }
}

async function sizesAfter(
  db: Database,
  requests: { first: number; last: number },
): Promise<Size[]> {
  await fillRequests(db, requests);
  await project(db);
  await db.background.query('VACUUM ANALYZE');
  return readSizes(db);
}

const toEach = (bytes: number) => bytes / (REQUESTS / 2);
const sumOf = (sizes: Size[]) => sizes.reduce((sum, { bytes }) => sum + bytes, 0);

function bytesOf(sizes: Size[], { part }: Size): number {
  return sizes.find((size) => size.part === part)?.bytes ?? 0;
}

/** The largest tables first, each with its largest parts. */
function figuresOf(grown: Size[]): Figures {
  const sumOfTable = (table: string) => sumOf(grown.filter((size) => size.table === table));
  const tables = [...new Set(grown.map(({ table }) => table))].toSorted(
    (one, other) => sumOfTable(other) - sumOfTable(one),
  );
  const figures: Figures = {};
  for (const table of tables) {
    const parts = grown.filter((size) => size.table === table && toEach(size.bytes) >= SHOWN_BYTES);
    if (parts.length === 0) continue;
    figures[table] = toEach(sumOfTable(table));
    for (const { part, bytes } of parts.toSorted((one, other) => other.bytes - one.bytes)) {
      figures[part === table ? `- rows of ${table}` : `- ${part}`] = toEach(bytes);
    }
  }
  return figures;
}

async function readSizes(db: Database): Promise<Size[]> {
  return db.query<Size>(
    `SELECT c.relname AS table, c.relname AS part, pg_table_size(c.oid) AS bytes
     FROM pg_class c WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
     UNION ALL
     SELECT relname, indexrelname, pg_relation_size(indexrelid) FROM pg_stat_user_indexes`,
  );
}
