import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import {
  type BrokenLink,
  checkHead,
  checkNextRows,
  findEmptyChains,
} from '#server/ledger/verify/audit.ts';
import { findVerification, lockCheck, type PassState, saveCheck } from './check-chains.queries.ts';

/** Rows per run. With a run every 5 s, this is 2,400 rows a second. */
const ROWS_A_TURN = 12_000;
const PAUSE_MS = 60_000;
const MAX_BROKEN = 20;

/** Continues where the previous run of any server ended; after the last chain it pauses and starts again. */
export async function checkAuditChains(
  deps: Pick<Deps, 'db'>,
  rowsATurn = ROWS_A_TURN,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const state = await lockCheck(tx.query);
    if (!state || isResting(state, tx.at)) return;
    await saveCheck(tx.orm, await takeTurn(tx, { state, rowsATurn }));
  });
}

function isResting({ last, passEndedAt }: PassState, now: Date): boolean {
  if (last || passEndedAt === null) return false;
  const restedMs = now.getTime() - passEndedAt.getTime();
  // If a pass ended in the future, its time was written by a wrong clock that has been corrected.
  return restedMs >= 0 && restedMs < PAUSE_MS;
}

async function takeTurn(
  tx: Tx,
  { state, rowsATurn }: { state: PassState; rowsATurn: number },
): Promise<PassState> {
  let { last, chains, rows, broken } = state;
  let [left, limit] = [rowsATurn, rowsATurn];
  while (left > 0) {
    const checked = await checkNextRows(tx.query, {
      after: last ?? undefined,
      limit: Math.min(left, limit),
    });
    last = checked.last ?? null;
    chains += checked.chains;
    rows += checked.rows;
    left -= checked.rows;
    limit = checked.nextLimit;
    broken = [...broken, ...checked.broken].slice(0, MAX_BROKEN);
    if (checked.isEnd) return endPass(tx, { last, chains, rows, broken });
  }
  return { ...state, last, chains, rows, broken };
}

type Pass = Pick<PassState, 'last' | 'chains' | 'rows' | 'broken'>;

async function endPass(tx: Tx, { last, chains, rows, broken }: Pass): Promise<PassState> {
  const atEnd = [...(last ? checkHead(last) : []), ...(await findEmptyChains(tx.query))];
  const passBroken = [...broken, ...atEnd].slice(0, MAX_BROKEN);
  const ended = { passEndedAt: tx.at, passChains: chains, passRows: rows, passBroken };
  return { last: null, chains: 0, rows: 0, broken: [], ...ended };
}

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
