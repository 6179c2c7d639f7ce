import { type AuditedRow, GENESIS_HASH, hashAuditRow } from '#server/lib/audit.ts';
import type { Query } from '#server/lib/db.ts';

interface StoredRow extends AuditedRow {
  previousHash: Buffer;
  hash: Buffer;
  headSeq: number | null;
  headHash: Buffer | null;
}

const BATCH_ROWS = 5000;

/** What a broken chain is reported as. */
export interface BrokenLink {
  chain_id: string;
  seq: number;
  reason: string;
}

/** Walks every audit chain from its start, batch by batch, and yields each place where it is broken. */
export async function* findBrokenLinks(query: Query): AsyncGenerator<BrokenLink> {
  yield* await findEmptyChains(query);
  let last: StoredRow | undefined;
  for (;;) {
    const rows = await readBatch(query, last);
    for (const row of rows) {
      const previous = last?.chainId === row.chainId ? last : undefined;
      if (last && !previous) yield* checkHead(last);
      yield* checkLink(row, previous);
      last = row;
    }
    if (rows.length < BATCH_ROWS) break;
  }
  if (last) yield* checkHead(last);
}

async function readBatch(query: Query, after: StoredRow | undefined): Promise<StoredRow[]> {
  return query<StoredRow>(
    `SELECT chain_id AS "chainId", log.seq, id, actor_id AS "actorId", action, entity,
       entity_id AS "entityId", before, after, ip, created_at AS "createdAt",
       previous_hash AS "previousHash", log.hash, head.seq AS "headSeq", head.hash AS "headHash"
     FROM audit_log log LEFT JOIN audit_chains head USING (chain_id)
     WHERE (chain_id, log.seq) > ($1, $2) ORDER BY chain_id, log.seq LIMIT ${BATCH_ROWS}`,
    [after?.chainId ?? '', after?.seq ?? 0],
  );
}

async function findEmptyChains(query: Query): Promise<BrokenLink[]> {
  return query<BrokenLink>(
    `SELECT chain_id, seq, 'all rows of the chain are missing' AS reason FROM audit_chains head
     WHERE NOT EXISTS (SELECT FROM audit_log log WHERE log.chain_id = head.chain_id)`,
  );
}

function* checkLink(row: StoredRow, previous: StoredRow | undefined): Generator<BrokenLink> {
  const broken = (reason: string) => ({ chain_id: row.chainId, seq: row.seq, reason });
  if (row.seq !== (previous?.seq ?? 0) + 1) yield broken('rows before it are missing');
  if (!row.previousHash.equals(previous?.hash ?? GENESIS_HASH)) {
    yield broken('it does not follow the row before it');
  }
  if (!row.hash.equals(hashAuditRow(row.previousHash, row))) yield broken('it was edited');
}

function* checkHead(last: StoredRow): Generator<BrokenLink> {
  if (last.headSeq === last.seq && last.headHash?.equals(last.hash)) return;
  yield { chain_id: last.chainId, seq: last.seq, reason: "it is not the chain's newest row" };
}
