import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { integer, type Selected, select, selectionOf, selectValue } from '#server/db/selection.ts';

/** Bounds the cost of a page. */
const MAX_SCANNED = 2000;

const columns = selectionOf(auditLog, 'newest', [
  ...(['seq', 'id', 'action', 'actorId', 'ip', 'createdAt'] as const),
]);
export type OwnRecord = Selected<typeof columns>;

interface Reading {
  userId: UserId;
  beforeSeq: number;
  actions: readonly string[];
  limit: number;
}

const scanned = `SELECT seq, id, action, actor_id, ip, created_at FROM audit_log
  WHERE chain_id = $1::text AND seq < $2 ORDER BY seq DESC LIMIT ${MAX_SCANNED}`;

/** Returns records of these actions, newest first, and where the next page begins; undefined at the end of the chain. */
export async function selectOwn(
  query: Query,
  { userId, beforeSeq, actions, limit }: Reading,
): Promise<{ rows: OwnRecord[]; nextSeq: number | undefined }> {
  const found = await select(
    query,
    columns,
    `FROM (${scanned}) AS newest WHERE action = ANY ($3) ORDER BY seq DESC LIMIT $4`,
    [userId, beforeSeq, actions, limit + 1],
  );
  const rows = found.slice(0, limit);
  if (found.length > limit) return { rows, nextSeq: rows.at(-1)?.seq };
  const end = await selectValue(
    query,
    integer('seq'),
    `FROM (${scanned}) AS newest ORDER BY seq OFFSET 0 LIMIT 1`,
    [userId, beforeSeq],
  );
  return { rows, nextSeq: end && end > 1 ? end : undefined };
}
