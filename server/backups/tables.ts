import type { Query } from '../db/database.ts';
import { computed, type Selected, select, text, texts } from '../db/selection.ts';

export interface Table {
  name: string;
  columns: string[];
  identities: string[];
}

const list = (rows: string) => texts(`array(SELECT ${rows})`);
const attributes = (which: string) =>
  list(`attname::text FROM pg_attribute
    WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND ${which} ORDER BY attnum`);
const tableColumns = computed({
  name: text('c.relname'),
  columns: attributes(`attgenerated = ''`),
  identities: attributes(`attidentity <> ''`),
  needs: list(`DISTINCT r.relname::text FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
    WHERE f.conrelid = c.oid AND f.contype = 'f' AND r.oid <> c.oid`),
});
type FoundTable = Selected<typeof tableColumns>;

/** Tables whose rows are meaningless elsewhere: outbox events are ordered by this database's transaction ids. */
const LEFT_OUT = ['events'];

/** Each after the tables that its foreign keys reference. */
export async function listTables(query: Query): Promise<Table[]> {
  const statement = `SELECT ${tableColumns.sql} FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname`;
  const found = await select(query, tableColumns, statement);
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
