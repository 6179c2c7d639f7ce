import type { Query } from '#server/db/database.ts';
import { type AuditedRow, GENESIS_HASH, hashAuditRow } from '#server/lib/audit.ts';

/** A row of the log, with its chain's newest link at that moment. */
export interface StoredRow extends AuditedRow {
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
  let last: CheckedRow | undefined;
  for (;;) {
    const rows = await readAuditRows(query, { after: last, limit: BATCH_ROWS });
    yield* checkRows(rows, last);
    last = rows.at(-1) ?? last;
    if (rows.length < BATCH_ROWS) break;
  }
  if (last) yield* checkHead(last);
}

/** What of a checked row the next one is checked against. */
export type CheckedRow = Pick<StoredRow, 'chainId' | 'seq' | 'hash' | 'headSeq' | 'headHash'>;

/** The next rows after one, chain by chain. */
export async function readAuditRows(
  query: Query,
  { after, limit }: { after: CheckedRow | undefined; limit: number },
): Promise<StoredRow[]> {
  return query<StoredRow>(
    `SELECT chain_id AS "chainId", log.seq, id, actor_id AS "actorId", action, entity,
       entity_id AS "entityId", before, after, ip, created_at AS "createdAt",
       previous_hash AS "previousHash", log.hash, head.seq AS "headSeq", head.hash AS "headHash"
     FROM audit_log log LEFT JOIN audit_chains head USING (chain_id)
     WHERE (chain_id, log.seq) > ($1, $2) ORDER BY chain_id, log.seq LIMIT $3`,
    [after?.chainId ?? '', after?.seq ?? 0, limit],
  );
}

/** Checks rows that follow `last` in the order of `readAuditRows`. */
export function* checkRows(rows: StoredRow[], last: CheckedRow | undefined): Generator<BrokenLink> {
  let before = last;
  for (const row of rows) {
    const previous = before?.chainId === row.chainId ? before : undefined;
    if (before && !previous) yield* checkHead(before);
    yield* checkLink(row, previous);
    before = row;
  }
}

/** Chains that have a newest link, but no rows. */
export async function findEmptyChains(query: Query): Promise<BrokenLink[]> {
  return query<BrokenLink>(
    `SELECT chain_id, seq, 'all rows of the chain are missing' AS reason FROM audit_chains head
     WHERE NOT EXISTS (SELECT FROM audit_log log WHERE log.chain_id = head.chain_id)`,
  );
}

function* checkLink(row: StoredRow, previous: CheckedRow | undefined): Generator<BrokenLink> {
  const broken = (reason: string) => ({ chain_id: row.chainId, seq: row.seq, reason });
  if (row.seq !== (previous?.seq ?? 0) + 1) yield broken('rows before it are missing');
  if (!row.previousHash.equals(previous?.hash ?? GENESIS_HASH)) {
    yield broken('it does not follow the row before it');
  }
  if (!row.hash.equals(hashAuditRow(row.previousHash, row))) yield broken('it was edited');
}

/** Checks that a chain's last row is the one its newest link names. */
export function* checkHead(last: CheckedRow): Generator<BrokenLink> {
  if (last.headSeq === last.seq && last.headHash?.equals(last.hash)) return;
  yield { chain_id: last.chainId, seq: last.seq, reason: "it is not the chain's newest row" };
}
