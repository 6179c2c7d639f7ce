import { MAX_CAROUSEL_SECONDS, MIN_CAROUSEL_SECONDS } from '#contract/banners/rules.ts';
import { newId } from '../base/ids.ts';
import { computed, select, text } from '../db/selection.ts';
import type { Deps } from '../deps/deps.ts';
import { comparedName } from '../platform/commands/names.ts';
import { type ImportedKind, insertRows, remember } from './rows.ts';
import { Reading, readRows, type StagedTable, type Staging } from './staging.ts';

interface SharedRow {
  id: string;
  [column: string]: string | number | boolean | Date | null;
}

/** Maximum number of rows in a list that administrators maintain; lists are read whole. */
const ROWS_PER_LIST = 10_000;
const inUse = { banks: 'here.is_active', sources: 'here.deleted_at IS NULL' };

interface Named {
  kind: 'bank' | 'source';
  table: 'banks' | 'sources';
}
const named: Named[] = [
  { kind: 'bank', table: 'banks' },
  { kind: 'source', table: 'sources' },
];

/** SQL: a former row was not imported, and no row of the same name replaced it. */
const isNew = (kind: ImportedKind) =>
  `NOT EXISTS (SELECT FROM imported_rows WHERE kind IN ('${kind}', 'known-${kind}') AND old_id = old.id)`;

/** A bank or source here replaces a former one with the same name; of several former ones, one replaces the others. */
export async function planNames({ findings }: Staging): Promise<void> {
  for (const { kind, table } of named)
    await findings.addFrom(
      'name-known',
      table,
      `SELECT old.id, old.name AS detail FROM (
         SELECT *, row_number() OVER (PARTITION BY ${comparedName('name')} ORDER BY is_active DESC, id) AS place
         FROM old_${table}) AS old
       WHERE EXISTS (SELECT FROM imported_rows WHERE kind = 'known-${kind}' AND old_id = old.id)
         OR (${isNew(kind)} AND (place > 1 OR EXISTS (SELECT FROM ${table} AS here
           WHERE ${inUse[table]} AND ${comparedName('here.name')} = ${comparedName('old.name')}))) ORDER BY 1`,
    );
}

export async function importShared(deps: Deps, staging: Staging): Promise<number> {
  let count = await bring(deps, staging, {
    kind: 'site-url',
    table: 'site_urls',
    staged: 'old_links',
  });
  for (const { kind, table } of named) {
    const list = { kind, table, staged: `old_${table}` as const };
    await letStandIn(deps, staging, { kind, table });
    count += await bring(deps, staging, { ...list, distinct: comparedName('old.name') });
    await letStandIn(deps, staging, { kind, table });
    count += await bring(deps, staging, list);
  }
  return count + (await importCarousel(deps, staging));
}

async function bring(
  { db }: Deps,
  { query }: Staging,
  {
    kind,
    table,
    staged,
    distinct = 'old.id',
  }: {
    kind: ImportedKind;
    table: string;
    staged: StagedTable;
    distinct?: string;
  },
): Promise<number> {
  const rows = await query<SharedRow>(
    `SELECT DISTINCT ON (${distinct}) old.* FROM ${staged} AS old WHERE ${isNew(kind)}
     ORDER BY ${distinct}, is_active DESC, id LIMIT ${ROWS_PER_LIST}`,
  );
  const came = rows.map((row) => ({ oldId: row.id, newId: newId() }));
  await db.transaction(async (tx) => {
    await insertRows(
      tx,
      table,
      rows.map((row, n) => ({ ...row, id: came[n]?.newId ?? null })),
    );
    remember(tx, kind, came);
  });
  return rows.length;
}

const knownIds = computed({ oldId: text('old.id'), newId: text('here.id') });

async function letStandIn({ db }: Deps, { query }: Staging, { kind, table }: Named): Promise<void> {
  const statement = `SELECT DISTINCT ON (old.id) ${knownIds.sql} FROM old_${table} AS old
    JOIN ${table} AS here ON ${inUse[table]} AND ${comparedName('here.name')} = ${comparedName('old.name')}
    WHERE ${isNew(kind)} ORDER BY old.id, here.created_at`;
  const known = await select(query, knownIds, statement);
  await db.transaction(async (tx) => remember(tx, `known-${kind}`, known));
}

/** Keeps a slide duration that was set here. */
async function importCarousel({ db }: Deps, staging: Staging): Promise<number> {
  for await (const row of readRows(staging, 'carousel_settings', { slide_duration: 40 })) {
    const seconds = Number(row.slide_duration);
    if (!isSlideDuration(seconds)) return 0;
    const set = await db.query(
      `INSERT INTO carousel_settings (slide_duration, updated_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id`,
      [seconds, staging.now],
    );
    return set.length;
  }
  return 0;
}

export async function planCarousel(staging: Staging): Promise<void> {
  for await (const row of readRows(staging, 'carousel_settings', {
    id: 1000,
    slide_duration: 40,
  })) {
    const reading = new Reading(row, staging.now);
    if (isSlideDuration(Number(row.slide_duration))) return;
    const detail = `slide_duration: ${row.slide_duration}`;
    const id = reading.id('id') ?? '';
    await staging.findings.add({ kind: 'value-wrong', table: 'carousel_settings', id, detail });
    return;
  }
}

function isSlideDuration(seconds: number): boolean {
  return (
    Number.isInteger(seconds) && seconds >= MIN_CAROUSEL_SECONDS && seconds <= MAX_CAROUSEL_SECONDS
  );
}
