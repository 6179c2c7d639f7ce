import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';

/** Bounds the cost of a page. */
const MAX_SCANNED = 2000;

export interface OwnRecord {
  seq: number;
  id: string;
  action: string;
  actorId: string | null;
  ip: string | null;
  createdAt: Date;
}

interface Reading {
  userId: UserId;
  beforeSeq: number;
  actions: readonly string[];
  limit: number;
}

const scanned = `SELECT seq, id, action, actor_id AS "actorId", ip, created_at AS "createdAt" FROM audit_log
  WHERE chain_id = $1::text AND seq < $2 ORDER BY seq DESC LIMIT ${MAX_SCANNED}`;

/** Returns records of these actions, newest first, and where the next page begins; undefined at the end of the chain. */
export async function selectOwn(
  query: Query,
  { userId, beforeSeq, actions, limit }: Reading,
): Promise<{ rows: OwnRecord[]; nextSeq: number | undefined }> {
  const found = await query<OwnRecord>(
    `SELECT * FROM (${scanned}) AS newest WHERE action = ANY ($3) ORDER BY seq DESC LIMIT $4`,
    [userId, beforeSeq, actions, limit + 1],
  );
  const rows = found.slice(0, limit);
  if (found.length > limit) return { rows, nextSeq: rows.at(-1)?.seq };
  const [end] = await query<{ seq: number }>(
    `SELECT seq FROM (${scanned}) AS newest ORDER BY seq OFFSET 0 LIMIT 1`,
    [userId, beforeSeq],
  );
  return { rows, nextSeq: end && end.seq > 1 ? end.seq : undefined };
}
