import type { Tx } from '#server/db/database.ts';
import {
  type BrokenLink,
  type CheckedRow,
  checkHead,
  checkRows,
  findEmptyChains,
  readAuditRows,
} from '#server/ledger/verify-audit.ts';
import type { Deps } from '#server/lib/deps.ts';
import { findVerification, lockCheck, type PassState, saveCheck } from './verification-queries.ts';

const ROWS_A_TURN = 2000;
const PAUSE_MS = 60_000;
const MAX_BROKEN = 20;

/**
 * Checks a part of the audit chains: from where the turn before ended, whichever server had it, to the
 * end of all chains, and after a pause from the start again. Finds nothing to do while another server
 * is at it.
 */
export async function checkAuditChains(
  deps: Pick<Deps, 'db'>,
  rowsATurn = ROWS_A_TURN,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const state = await lockCheck(tx.query);
    if (!state || isResting(state, tx.at)) return;
    await saveCheck(tx.query, await takeTurn(tx, { state, rowsATurn }));
  });
}

function isResting({ last, passEndedAt }: PassState, now: Date): boolean {
  if (last || passEndedAt === null) return false;
  const restedMs = now.getTime() - passEndedAt.getTime();
  // A pass that ended in the future was dated by a clock that has been set right since.
  return restedMs >= 0 && restedMs < PAUSE_MS;
}

async function takeTurn(
  tx: Tx,
  { state, rowsATurn }: { state: PassState; rowsATurn: number },
): Promise<PassState> {
  const { last } = state;
  const rows = await readAuditRows(tx.query, { after: last, limit: rowsATurn });
  const newest: CheckedRow | undefined = rows.at(-1) ?? last;
  const isEnd = rows.length < rowsATurn;
  const atEnd = isEnd
    ? [...(newest ? checkHead(newest) : []), ...(await findEmptyChains(tx.query))]
    : [];
  const found = [...state.broken, ...checkRows(rows, last), ...atEnd].slice(0, MAX_BROKEN);
  const chains = state.chains + countChains(rows, last);
  const pass = { chains, rows: state.rows + rows.length, broken: found };
  if (!isEnd) return { ...state, ...pass, last: newest };
  const ended = { passEndedAt: tx.at, passChains: chains, passRows: pass.rows, passBroken: found };
  return { last: undefined, chains: 0, rows: 0, broken: [], ...ended };
}

function countChains(rows: CheckedRow[], last: CheckedRow | undefined): number {
  const chains = new Set(rows.map((row) => row.chainId));
  return chains.size - (last && chains.has(last.chainId) ? 1 : 0);
}

/** What the newest whole pass found, and what the one under way has found besides. */
export async function getVerification({ db }: Pick<Deps, 'db'>) {
  const state = await findVerification(db.query);
  const broken = new Map<string, BrokenLink>();
  for (const link of [...(state?.passBroken ?? []), ...(state?.broken ?? [])]) {
    broken.set(`${link.chain_id} ${link.seq} ${link.reason}`, link);
  }
  return {
    checkedAt: state?.passEndedAt ?? null,
    chains: state?.passChains ?? 0,
    rows: state?.passRows ?? 0,
    broken: [...broken.values()].map(({ chain_id, seq, reason }) => ({
      chainId: chain_id,
      seq,
      reason,
    })),
  };
}
