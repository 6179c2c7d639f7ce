import type { Query } from '../db/database.ts';

export interface Table {
  name: string;
  columns: string[];
  identities: string[];
}

type FoundTable = Table & { needs: string[] };

/** Tables whose rows are meaningless elsewhere: outbox events are ordered by this database's transaction ids. */
const LEFT_OUT = ['events'];

/** Each after the tables that its foreign keys reference. */
export async function listTables(query: Query): Promise<Table[]> {
  const found = await query<FoundTable>(
    `SELECT c.relname::text AS name,
       array(SELECT attname::text FROM pg_attribute
         WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
       array(SELECT attname::text FROM pg_attribute
         WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attidentity <> '') AS identities,
       array(SELECT DISTINCT r.relname::text FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
         WHERE f.conrelid = c.oid AND f.contype = 'f' AND r.oid <> c.oid) AS needs
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname`,
  );
  return inOrder(found.filter(({ name }) => !LEFT_OUT.includes(name)));
}

function inOrder(tables: FoundTable[]): Table[] {
  const ordered: FoundTable[] = [];
  const isReady = ({ needs }: FoundTable) =>
    needs.every((need) => ordered.some(({ name }) => name === need));
  while (ordered.length < tables.length) {
    const ready = tables.filter((table) => !ordered.includes(table) && isReady(table));
    if (ready.length === 0) throw new Error('Foreign keys of the tables go in a circle.');
    ordered.push(...ready);
  }
  return ordered.map(({ name, columns, identities }) => ({ name, columns, identities }));
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnsOf({ name, columns }: Pick<Table, 'name' | 'columns'>): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`;
}
