import { sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import { indianPeriodsOf } from '../../base/days.ts';
import { appError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Database, Query, Tx } from '../../db/database.ts';
import { insertMany } from '../../db/insert-many.ts';
import { ownExports } from '../../db/schema/files.ts';
import { computed, integer, type Selected, selectFirst } from '../../db/selection.ts';
import { update } from '../../db/update.ts';
import type { Actor } from '../auth/gate.ts';
import { runCommand } from './command.ts';
import { recordExportIn } from './export-record.ts';

/** The limit of a file that people download with their own data. */
export interface OwnExport {
  file: string;
  filters: object;
  /** Most downloads of a person and Indian day. */
  perDay: number;
  /** Only one download at a time. A download that has not ended after this time does not count. */
  aloneForMs?: number;
  /** Further changes of the transaction. */
  onStart?: (tx: Tx) => Promise<void>;
}

const counted = computed({
  startedToday: integer('count(*) FILTER (WHERE started_at >= $3)'),
  running: integer('count(*) FILTER (WHERE ended_at IS NULL AND started_at > $4)'),
});

/**
 * Records that a person begins to download their own data. Returns a function that marks the download as ended. Throws
 * TOO_MANY_EXPORTS or EXPORT_RUNNING. The lock on the person makes the count exact.
 */
export async function startOwnExport(
  deps: { db: Database },
  actor: Actor,
  { file, filters, perDay, aloneForMs = 0, onStart }: OwnExport,
): Promise<() => Promise<void>> {
  const { userId } = actor;
  const id = newId();
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const { day } = indianPeriodsOf(tx.at);
    const runningSince = new Date(tx.at.getTime() - aloneForMs);
    await deleteEnded(tx.query, { userId, before: day.from, runningSince });
    const limits = { userId, file, from: day.from, runningSince };
    const { startedToday, running } = await countExports(tx.query, limits);
    if (aloneForMs > 0 && running > 0) throw appError('EXPORT_RUNNING');
    if (startedToday >= perDay) throw appError('TOO_MANY_EXPORTS', { perDay });
    insertMany(tx, ownExports, [{ userId, id, file, startedAt: tx.at, endedAt: null }]);
    await recordExportIn(tx, actor, { file, filters });
    await onStart?.(tx);
  });
  return () => markEnded(deps.db.query, { userId, id });
}

async function deleteEnded(
  query: Query,
  { userId, before, runningSince }: { userId: UserId; before: Date; runningSince: Date },
): Promise<void> {
  await query(
    `DELETE FROM own_exports WHERE user_id = $1 AND started_at < $2
       AND (ended_at IS NOT NULL OR started_at <= $3)`,
    [userId, before, runningSince],
  );
}

async function countExports(
  query: Query,
  wanted: { userId: UserId; file: string; from: Date; runningSince: Date },
): Promise<Selected<typeof counted>> {
  const row = await selectFirst(
    query,
    counted,
    'FROM own_exports WHERE user_id = $1 AND file = $2',
    [wanted.userId, wanted.file, wanted.from, wanted.runningSince],
  );
  return row ?? { startedToday: 0, running: 0 };
}

async function markEnded(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<void> {
  await update(query, ownExports, { set: { endedAt: sql`now()` }, where: { userId, id } });
}
