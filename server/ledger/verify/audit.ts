import type { Query } from '#server/db/database.ts';
import { auditChains } from '#server/db/schema/audit.ts';
import { computed, renamed, select, text, together } from '#server/db/selection.ts';
import { type BrokenLink, type CheckedRow, type CheckedRows, checkHead } from './audit-links.ts';
import { checkInWorker } from './audit-workers.ts';

export { type BrokenLink, checkHead } from './audit-links.ts';

const BATCH_ROWS = 250;
/** A batch ends with the row that exceeds this size. */
const BATCH_BYTES = 128 * 1024;

export async function* findBrokenLinks(query: Query): AsyncGenerator<BrokenLink> {
  yield* await findEmptyChains(query);
  let [last, limit]: [CheckedRow | undefined, number] = [undefined, BATCH_ROWS];
  for (;;) {
    const checked = await checkNextRows(query, { after: last, limit });
    yield* checked.broken;
    last = checked.last;
    limit = checked.nextLimit;
    if (checked.isEnd) break;
  }
  if (last) yield* checkHead(last);
}

interface Batch {
  after: CheckedRow | undefined;
  limit: number;
}

/** A batch of large rows has fewer, at least one: the database measures every row within `limit`. */
export async function checkNextRows(
  query: Query,
  { after, limit }: Batch,
): Promise<CheckedRows & { isEnd: boolean; nextLimit: number }> {
  const wanted = Math.min(limit, BATCH_ROWS);
  const { rows, isCut } = await readRows(query, { after, limit: wanted });
  const checked = await checkInWorker({ rows, last: after });
  const nextLimit = isCut ? checked.rows + 1 : Math.min(wanted * 2, BATCH_ROWS);
  return { ...checked, isEnd: !isCut && checked.rows < wanted, nextLimit };
}

/** As one JSON text: the driver would parse each value in the thread that serves requests. */
async function readRows(
  query: Query,
  { after, limit }: Batch,
): Promise<{ rows: string; isCut: boolean }> {
  const [read] = await query<{ rows: string; isCut: boolean }>(
    `SELECT '[' || coalesce(string_agg(text, ',' ORDER BY n) FILTER (WHERE starts_at < $4), '') || ']' AS rows,
       coalesce(max(starts_at) >= $4, false) AS "isCut"
     FROM (
       SELECT n, text, sum(octet_length(text)) OVER (ORDER BY n) - octet_length(text) AS starts_at FROM (
         SELECT row_number() OVER () AS n, row_to_json(to_check)::text AS text FROM (
           SELECT chain_id AS "chainId", log.seq, id, actor_id AS "actorId", action, entity,
             entity_id AS "entityId", before, after, ip,
             floor(extract(epoch FROM created_at) * 1000)::bigint AS "createdMs",
             encode(previous_hash, 'hex') AS "previousHash", encode(log.hash, 'hex') AS hash,
             head.seq AS "headSeq", encode(head.hash, 'hex') AS "headHash"
           FROM audit_log log LEFT JOIN audit_chains head USING (chain_id)
           WHERE (chain_id, log.seq) > ($1, $2) ORDER BY chain_id, log.seq LIMIT $3) AS to_check
       ) AS texts
     ) AS measured`,
    [after?.chainId ?? '', after?.seq ?? 0, limit, BATCH_BYTES],
  );
  return read ?? { rows: '[]', isCut: false };
}

const emptyColumns = together(
  renamed(auditChains, 'head', { chain_id: 'chainId', seq: 'seq' }),
  computed({ reason: text(`'all rows of the chain are missing'`) }),
);

export async function findEmptyChains(query: Query): Promise<BrokenLink[]> {
  return select(
    query,
    emptyColumns,
    `FROM audit_chains head
     WHERE NOT EXISTS (SELECT FROM audit_log log WHERE log.chain_id = head.chain_id)`,
  );
}
