// Relative imports only: a worker thread loads this file without the conditions of `imports`.
import type { AuditedRow } from '../../platform/commands/audit.ts';
import { GENESIS_HASH, hashAuditRow } from '../../platform/commands/audit-hash.ts';

/** A row of the audit log with the newest link of its chain at that time. Hashes are hexadecimal. */
export interface StoredRow extends Omit<AuditedRow, 'createdAt'> {
  createdMs: number;
  previousHash: string;
  hash: string;
  headSeq: number | null;
  headHash: string | null;
}

export type CheckedRow = Pick<StoredRow, 'chainId' | 'seq' | 'hash' | 'headSeq' | 'headHash'>;

export interface BrokenLink {
  chain_id: string;
  seq: number;
  reason: string;
}

export interface RowsToCheck {
  rows: string;
  last: CheckedRow | undefined;
}

export interface CheckedRows {
  rows: number;
  chains: number;
  last: CheckedRow | undefined;
  broken: BrokenLink[];
}

export function checkRows({ rows, last }: RowsToCheck): CheckedRows {
  const list = JSON.parse(rows) as StoredRow[]; // `readRows` selects these columns.
  const broken: BrokenLink[] = [];
  let [before, chains] = [last, 0];
  for (const row of list) {
    const previous = before?.chainId === row.chainId ? before : undefined;
    if (!previous) chains += 1;
    if (before && !previous) broken.push(...checkHead(before));
    broken.push(...checkLink(row, previous));
    before = row;
  }
  return { rows: list.length, chains, last: before && toCheckedRow(before), broken };
}

function toCheckedRow({ chainId, seq, hash, headSeq, headHash }: CheckedRow): CheckedRow {
  return { chainId, seq, hash, headSeq, headHash };
}

function* checkLink(row: StoredRow, previous: CheckedRow | undefined): Generator<BrokenLink> {
  const broken = (reason: string) => ({ chain_id: row.chainId, seq: row.seq, reason });
  if (row.seq !== (previous?.seq ?? 0) + 1) yield broken('rows before it are missing');
  if (row.previousHash !== (previous?.hash ?? GENESIS_HASH.toString('hex'))) {
    yield broken('it does not follow the row before it');
  }
  const audited = { ...row, createdAt: new Date(row.createdMs) };
  const hash = hashAuditRow(Buffer.from(row.previousHash, 'hex'), audited);
  if (row.hash !== hash.toString('hex')) yield broken('it was edited');
}

export function* checkHead(last: CheckedRow): Generator<BrokenLink> {
  if (last.headSeq === last.seq && last.headHash === last.hash) return;
  yield { chain_id: last.chainId, seq: last.seq, reason: "it is not the chain's newest row" };
}
