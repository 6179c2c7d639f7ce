import type { Query } from '#server/db/database.ts';
import type { BrokenLink, CheckedRow } from '#server/ledger/verify/audit.ts';

/** Progress of the current pass (`last` is undefined between passes), and the result of the previous pass. */
export interface PassState {
  last: CheckedRow | undefined;
  chains: number;
  rows: number;
  broken: BrokenLink[];
  passEndedAt: Date | null;
  passChains: number;
  passRows: number;
  passBroken: BrokenLink[];
}

type StoredState = Omit<PassState, 'last'> & { last: CheckedRow | null };

const columns = `last, chains, rows, broken, pass_ended_at AS "passEndedAt", pass_chains AS "passChains",
  pass_rows AS "passRows", pass_broken AS "passBroken"`;

export async function lockCheck(query: Query): Promise<PassState | undefined> {
  await query('INSERT INTO audit_checks (id) VALUES (1) ON CONFLICT DO NOTHING');
  const [row] = await query<StoredState>(
    `SELECT ${columns} FROM audit_checks FOR UPDATE SKIP LOCKED`,
  );
  return row && { ...row, last: row.last ?? undefined };
}

export async function findVerification(query: Query): Promise<StoredState | undefined> {
  const [row] = await query<StoredState>(`SELECT ${columns} FROM audit_checks`);
  return row;
}

export async function saveCheck(query: Query, state: PassState): Promise<void> {
  const { last, chains, rows, broken, passEndedAt, passChains, passRows, passBroken } = state;
  await query(
    `UPDATE audit_checks SET last = $1, chains = $2, rows = $3, broken = $4, pass_ended_at = $5,
       pass_chains = $6, pass_rows = $7, pass_broken = $8`,
    [
      last ? JSON.stringify(last) : null,
      chains,
      rows,
      JSON.stringify(broken),
      passEndedAt,
      passChains,
      passRows,
      JSON.stringify(passBroken),
    ],
  );
}
