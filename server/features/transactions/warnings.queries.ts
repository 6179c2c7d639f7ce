import type { RelatedRequest } from '#contract/transactions/schema.ts';
import type { Query } from '#server/db/database.ts';
import type { Sealed } from '#server/db/schema/columns.ts';
import { userProfiles } from '#server/db/schema/profiles.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import { users } from '#server/db/schema/users.ts';
import {
  boolean,
  computed,
  type Expression,
  integer,
  nullable,
  optional,
  renamed,
  type Selected,
  select,
  selectionOf,
  text,
  together,
} from '#server/db/selection.ts';
import { OPEN, POSTED, REFUSED } from '#server/db/statuses.ts';

/** Number of a user's newest transactions read per request: 50 requests take 8 ms, with 500 transactions each 70 ms. */
const MAX_HISTORY = 100;

/** SQL: the person sent another request with the amount at nearly the same time. */
export const SENT_AGAIN = `o.user_id = t.user_id AND o.id <> t.id AND o.type = t.type AND o.amount_paise = t.amount_paise
  AND o.created_at BETWEEN t.created_at - interval '1 hour' AND t.created_at + interval '1 hour'
  AND NOT o.status ${REFUSED} AND NOT o.is_adjustment`;

const accountNumber: Expression<Sealed | null> = { sql: `t.beneficiary ->> 'accountNumber'` };
/** Without what needs the account's number, which is sealed. */
const storedFacts = together(
  selectionOf(transactions, 't', ['id', 'userId', 'type', 'amountPaise']),
  optional(selectionOf(userProfiles, 'p', ['firstName', 'lastName'])),
  renamed(users, 'u', { userStatus: 'status' }),
  computed({
    holderName: nullable(text(`t.beneficiary ->> 'accountHolderName'`)),
    approved: integer('h.approved'),
    /** False if the user has more transactions than were counted. */
    isWholeHistory: boolean('h.is_whole'),
    averagePaise: nullable(integer('h.average_paise')),
    paidToAccount: integer('h.paid_to_account'),
    hasSameAmount: boolean(`EXISTS (SELECT FROM transactions o WHERE ${SENT_AGAIN})`),
    /** Whether a bank line has its UTR and amount. */
    isPaid: boolean(`EXISTS (SELECT FROM statement_matches m
      WHERE m.request_id = t.id AND m.state = 'proposed' AND m.grade = 'certain')`),
    accountNumber,
  }),
);
export type StoredFacts = Selected<typeof storedFacts>;

export interface WarningFacts extends Omit<StoredFacts, 'userId' | 'accountNumber'> {
  userId: string;
  isAccountOfOthers: boolean;
  /** Other requests with the same receipt. */
  sameReceipt: RelatedRequest[];
  /** Other requests with the same UTR. */
  sameUtr: RelatedRequest[];
}

const history = `
  SELECT count(*) FILTER (WHERE is_alike) AS approved, count(*) < ${MAX_HISTORY} AS is_whole,
    round(avg(h.amount_paise) FILTER (WHERE is_alike)) AS average_paise,
    count(*) FILTER (WHERE is_alike AND h.bank_account_id = t.bank_account_id) AS paid_to_account
  FROM (SELECT h.amount_paise, h.bank_account_id, h.status ${POSTED} AND h.type = t.type AS is_alike
    FROM transactions h
    WHERE h.user_id = t.user_id AND (h.created_at, h.id) < (t.created_at, t.id) AND NOT h.is_adjustment
    ORDER BY h.created_at DESC, h.id DESC LIMIT ${MAX_HISTORY}) AS h`;

/** Each request reads at most `MAX_HISTORY` transactions of its user. */
export async function selectWarningFacts(query: Query, ids: string[]): Promise<StoredFacts[]> {
  const statement = `SELECT ${storedFacts.sql} FROM transactions t JOIN users u ON u.id = t.user_id
    LEFT JOIN user_profiles p ON p.user_id = t.user_id CROSS JOIN LATERAL (${history}) AS h
    WHERE t.id = ANY ($1::uuid[]) AND t.status ${OPEN}`;
  return select(query, storedFacts, statement, [ids]);
}
