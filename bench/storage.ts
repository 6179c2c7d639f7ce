import type { Database } from '../server/db/database.ts';
import { project } from '../server/db/projector.ts';
import { type Figures, report } from './report.ts';
import { fillRequests } from './request-rows.ts';
import { openBenchWorld } from './world.ts';

/** Requests that are made. */
const REQUESTS = Number(process.env.REQUESTS ?? 200_000);
const PEOPLE = REQUESTS / 10;
/** The size is given for this many. */
const TARGET = 10_000_000;
const GB = 1e9;
/** Tables whose rows are deleted by age. */
const PRUNED = ['notifications', 'decision_requests', 'events'];
/** Parts that are smaller are summed. */
const SHOWN_GB = 0.05;

interface Size {
  table: string;
  /** A table's rows, or an index. */
  part: string;
  bytes: number;
}

/** Measures the size of the rows and indexes that requests leave, in gigabytes for ten million of them. */
export async function benchStorage(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('storage');
    const { db } = await world.open('storage');
    const empty = await readSizes(db);
    await fillRequests(db, { requests: REQUESTS, people: PEOPLE });
    await project(db);
    await db.background.query('VACUUM ANALYZE');
    const filled = await readSizes(db);
    await db.close();
    const grown = filled.map((size) => ({ ...size, bytes: size.bytes - bytesOf(empty, size) }));
    await report('storage', `gigabytes for ${TARGET.toLocaleString('en-IN')} requests`, {
      ...figuresOf(grown),
      'all tables, if nothing were pruned': toGb(sumOf(grown)),
      'without those that are pruned': toGb(
        sumOf(grown.filter(({ table }) => !PRUNED.includes(table))),
      ),
    });
  } finally {
    await world.close();
  }
}

const toGb = (bytes: number) => ((bytes / REQUESTS) * TARGET) / GB;
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
    const parts = grown.filter((size) => size.table === table && toGb(size.bytes) >= SHOWN_GB);
    if (parts.length === 0) continue;
    figures[table] = toGb(sumOfTable(table));
    for (const { part, bytes } of parts.toSorted((one, other) => other.bytes - one.bytes)) {
      figures[part === table ? `- rows of ${table}` : `- ${part}`] = toGb(bytes);
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
