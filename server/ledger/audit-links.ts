// Relative imports only: a worker thread loads this without the conditions of `imports`.
import type { AuditedRow } from '../lib/audit.ts';
import { GENESIS_HASH, hashAuditRow } from '../lib/audit-hash.ts';

/** A row of the log, with its chain's newest link at that moment. Hashes are hexadecimal. */
export interface StoredRow extends Omit<AuditedRow, 'createdAt'> {
  createdMs: number;
  previousHash: string;
  hash: string;
  headSeq: number | null;
  headHash: string | null;
}

/** What of a checked row the next one is checked against. */
export type CheckedRow = Pick<StoredRow, 'chainId' | 'seq' | 'hash' | 'headSeq' | 'headHash'>;

/** What a broken chain is reported as. */
export interface BrokenLink {
  chain_id: string;
  seq: number;
  reason: string;
}

/** Rows to be checked, which follow `last` in the order of chain and number; `rows` is a JSON list of `StoredRow`. */
export interface RowsToCheck {
  rows: string;
  last: CheckedRow | undefined;
}

export interface CheckedRows {
  rows: number;
  /** How many chains begin with these rows. */
  chains: number;
  /** The newest row that was checked. */
  last: CheckedRow | undefined;
  broken: BrokenLink[];
}

export function checkRows({ rows, last }: RowsToCheck): CheckedRows {
  const list = JSON.parse(rows) as StoredRow[]; // as `readRows` selects them
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

/** Checks that a chain's last row is the one its newest link names. */
export function* checkHead(last: CheckedRow): Generator<BrokenLink> {
  if (last.headSeq === last.seq && last.headHash === last.hash) return;
  yield { chain_id: last.chainId, seq: last.seq, reason: "it is not the chain's newest row" };
}
