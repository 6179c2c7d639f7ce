import type {
  DeskRequest,
  PastRequests,
  QueuedRequest,
  UnderWay,
} from '#contract/review/schema.ts';
import { transactionId, type UserId, userId } from '#contract/shared/base.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { isPosted, isRefused } from '#contract/transactions/states.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { fromCursor, toPage } from '#server/platform/lists/cursor.ts';
import { openBeneficiary, readBeneficiary } from '#server/platform/secrets/account-numbers.ts';
import { findHeldRequests } from '../approvals/hold-batch.ts';
import { areAccountsOfOthers } from '../bank-accounts/bank-accounts.ts';
import { compareReceiptsOf, selectSameReceipt } from '../transactions/compare-receipts.ts';
import { type RelatedRow, toRelated } from '../transactions/related-views.ts';
import { toAdminTransactions, toTransactionDetails } from '../transactions/search/search-views.ts';
import { findNamedRow, selectNamedRows } from '../transactions/transactions.ts';
import { selectUnderWay } from './claims.queries.ts';
import { findClaims } from './claims.ts';
import { findDeferredDecisions } from './defer-decisions.ts';
import {
  findPerson,
  MAX_COUNTED,
  selectEarlier,
  selectQueue,
  selectSameAmount,
} from './review-desk.queries.ts';

const LAST_SHOWN = 3;

export async function listQueue(
  { db, clock }: Deps,
  reader: UserId,
  input: { type: TransactionType; cursor?: string | undefined; limit: number },
): Promise<{ rows: QueuedRequest[]; nextCursor: string | undefined }> {
  const after = fromCursor(input.cursor);
  const { type, limit } = input;
  const found = await selectQueue(db.query, { type, after, limit: limit + 1 });
  const page = toPage(found, limit, (position) => position);
  const ids = page.rows.map(({ id }) => id);
  const [rows, held, claims, waiting] = await Promise.all([
    selectNamedRows(db, ids),
    findHeldRequests({ db, clock }, { ids, limit: ids.length }),
    findClaims({ db }, reader, ids),
    findDeferredDecisions({ db }, reader, ids),
  ]);
  const shown = await toAdminTransactions({ db }, reader, rows.reverse());
  const queued = shown.map((row) => ({
    ...row,
    isHeld: held.includes(row.id),
    waiting: waiting.get(row.id) ?? null,
    claim: claims.get(row.id) ?? null,
  }));
  return { rows: queued, nextCursor: page.nextCursor };
}

/** More requests than reviewers claim and decide within the undo time. */
const MAX_UNDER_WAY = 1000;

export async function listUnderWay(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  reader: UserId,
): Promise<UnderWay[]> {
  const [reviewed, held] = await Promise.all([
    selectUnderWay(db.query, MAX_UNDER_WAY),
    findHeldRequests({ db, clock }, { ids: null, limit: MAX_UNDER_WAY }),
  ]);
  const ids = [...new Set([...reviewed, ...held].map((id) => transactionId.parse(id)))];
  const heldIds = new Set(held);
  const [claims, waiting] = await Promise.all([
    findClaims({ db }, reader, ids),
    findDeferredDecisions({ db }, reader, ids),
  ]);
  return ids.map((id) => ({
    id,
    isHeld: heldIds.has(id),
    waiting: waiting.get(id) ?? null,
    claim: claims.get(id) ?? null,
  }));
}

export async function getDeskRequest(deps: Deps, actor: Actor, id: string): Promise<DeskRequest> {
  const { db } = deps;
  const reader = actor.userId;
  const row = await findNamedRow(db, id);
  const person = row && (await findPerson(db.query, row.userId));
  if (!row || !person) throw appError('TRANSACTION_NOT_FOUND');
  const beneficiary = readBeneficiary(db.secrets, row);
  await compareReceiptsOf(db.query, [id]);
  const accountNumber = openBeneficiary(db.secrets, row)?.accountNumber;
  const [shown, earlier, sameReceipt, sameAmount, [isAlsoOfOthers = false], held, claims, waiting] =
    await Promise.all([
      toAdminTransactions({ db }, reader, [row]),
      selectEarlier(db.query, row),
      selectSameReceipt(db.query, [row.id]),
      selectSameAmount(db.query, row),
      areAccountsOfOthers(db, [{ userId: row.userId, accountNumber }]),
      findHeldRequests(deps, { ids: [id], limit: 1 }),
      findClaims({ db }, reader, [id]),
      findDeferredDecisions({ db }, reader, [id]),
    ]);
  const [request] = shown;
  if (!request) throw appError('TRANSACTION_NOT_FOUND');
  const counted = earlier.slice(0, MAX_COUNTED);
  const { firstName, lastName, ...known } = person;
  const fullName = [firstName, lastName].filter(Boolean).join(' ') || null;
  return {
    request: await toTransactionDetails(deps, actor, { row, transaction: request }),
    isHeld: held.length > 0,
    waiting: waiting.get(id) ?? null,
    claim: claims.get(id) ?? null,
    person: { ...known, id: userId.parse(row.userId), fullName },
    deposits: toPastRequests(counted, 'deposit'),
    withdrawals: toPastRequests(counted, 'withdrawal'),
    isWholeHistory: earlier.length === counted.length,
    sameReceipt: sameReceipt.map(toRelated),
    sameAmount: sameAmount.map(toRelated),
    account: beneficiary && {
      paidBefore: counted.filter(
        ({ bankAccountId, status }) =>
          bankAccountId !== null && bankAccountId === row.bankAccountId && isPosted({ status }),
      ).length,
      isAlsoOfOthers,
    },
  };
}

function toPastRequests(earlier: RelatedRow[], type: TransactionType): PastRequests {
  const rows = earlier.filter((row) => row.type === type);
  const approved = rows.filter(isPosted);
  const sum = approved.reduce((total, { amountPaise }) => total + amountPaise, 0);
  return {
    approved: approved.length,
    rejected: rows.filter(isRefused).length,
    averagePaise: approved.length > 0 ? Math.round(sum / approved.length) : null,
    last: rows.slice(0, LAST_SHOWN).map(toRelated),
  };
}
