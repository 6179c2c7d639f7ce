import type { Query } from '#server/db/database.ts';
import { type BrokenLink, type CheckedRow, type CheckedRows, checkHead } from './audit-links.ts';
import { checkInWorker } from './audit-workers.ts';

export { type BrokenLink, type CheckedRow, checkHead } from './audit-links.ts';

const BATCH_ROWS = 2000;

/** Checks every audit chain from its start in batches, and yields each broken link. */
export async function* findBrokenLinks(query: Query): AsyncGenerator<BrokenLink> {
  yield* await findEmptyChains(query);
  let last: CheckedRow | undefined;
  for (;;) {
    const checked = await checkNextRows(query, { after: last, limit: BATCH_ROWS });
    yield* checked.broken;
    last = checked.last;
    if (checked.rows < BATCH_ROWS) break;
  }
  if (last) yield* checkHead(last);
}

export async function checkNextRows(
  query: Query,
  { after, limit }: { after: CheckedRow | undefined; limit: number },
): Promise<CheckedRows> {
  return checkInWorker({ rows: await readRows(query, { after, limit }), last: after });
}

/** Reads rows as one JSON text. Otherwise the driver would parse each value in the thread that serves requests. */
async function readRows(
  query: Query,
  { after, limit }: { after: CheckedRow | undefined; limit: number },
): Promise<string> {
  const [row] = await query<{ rows: string }>(
    `SELECT coalesce(json_agg(to_check), '[]')::text AS rows FROM (
       SELECT chain_id AS "chainId", log.seq, id, actor_id AS "actorId", action, entity,
         entity_id AS "entityId", before, after, ip,
         floor(extract(epoch FROM created_at) * 1000)::bigint AS "createdMs",
         encode(previous_hash, 'hex') AS "previousHash", encode(log.hash, 'hex') AS hash,
         head.seq AS "headSeq", encode(head.hash, 'hex') AS "headHash"
       FROM audit_log log LEFT JOIN audit_chains head USING (chain_id)
       WHERE (chain_id, log.seq) > ($1, $2) ORDER BY chain_id, log.seq LIMIT $3) AS to_check`,
    [after?.chainId ?? '', after?.seq ?? 0, limit],
  );
  return row?.rows ?? '[]';
}

/** Returns the chains that have a newest link but no rows. */
export async function findEmptyChains(query: Query): Promise<BrokenLink[]> {
  return query<BrokenLink>(
    `SELECT chain_id, seq, 'all rows of the chain are missing' AS reason FROM audit_chains head
     WHERE NOT EXISTS (SELECT FROM audit_log log WHERE log.chain_id = head.chain_id)`,
  );
}
