import type { UserStatus } from '#contract/shared/enums.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { RelatedRequest } from '#contract/transactions/schema.ts';
import type { Query } from '#server/db/database.ts';
import type { Sealed } from '#server/db/schema/columns.ts';
import { OPEN, POSTED, REFUSED } from '#server/db/statuses.ts';

/** Number of a user's newest transactions read per request: 50 requests take 8 ms, with 500 transactions each 70 ms. */
const MAX_HISTORY = 100;

export interface WarningFacts {
  id: string;
  userId: string;
  type: TransactionType;
  amountPaise: number;
  firstName: string | null;
  lastName: string | null;
  userStatus: UserStatus;
  holderName: string | null;
  approved: number;
  /** False if the user has more transactions than were counted. */
  isWholeHistory: boolean;
  averagePaise: number | null;
  paidToAccount: number;
  hasSameAmount: boolean;
  /** Whether a bank line has its UTR and amount. */
  isPaid: boolean;
  isAccountOfOthers: boolean;
  /** Other requests with the same receipt. */
  sameReceipt: RelatedRequest[];
  /** Other requests with the same UTR. */
  sameUtr: RelatedRequest[];
}

/** Without what needs the account's number, which is sealed. */
export type StoredFacts = Omit<WarningFacts, 'isAccountOfOthers' | 'sameReceipt' | 'sameUtr'> & {
  accountNumber: Sealed | null;
};

const history = `
  SELECT count(*) FILTER (WHERE is_alike) AS approved, count(*) < ${MAX_HISTORY} AS is_whole,
    round(avg(h.amount_paise) FILTER (WHERE is_alike)) AS average_paise,
    count(*) FILTER (WHERE is_alike AND h.bank_account_id = t.bank_account_id) AS paid_to_account
  FROM (SELECT h.amount_paise, h.bank_account_id, h.status ${POSTED} AND h.type = t.type AS is_alike
    FROM transactions h
    WHERE h.user_id = t.user_id AND (h.created_at, h.id) < (t.created_at, t.id) AND NOT h.is_adjustment
    ORDER BY h.created_at DESC, h.id DESC LIMIT ${MAX_HISTORY}) AS h`;

/** SQL: the person sent another request with the amount at nearly the same time. */
export const SENT_AGAIN = `o.user_id = t.user_id AND o.id <> t.id AND o.type = t.type AND o.amount_paise = t.amount_paise
  AND o.created_at BETWEEN t.created_at - interval '1 hour' AND t.created_at + interval '1 hour'
  AND NOT o.status ${REFUSED} AND NOT o.is_adjustment`;

/** Each request reads at most `MAX_HISTORY` transactions of its user. */
export async function selectWarningFacts(query: Query, ids: string[]): Promise<StoredFacts[]> {
  return query(
    `SELECT t.id, t.user_id AS "userId", t.type, t.amount_paise AS "amountPaise", p.first_name AS "firstName", p.last_name AS "lastName",
       u.status AS "userStatus", t.beneficiary ->> 'accountHolderName' AS "holderName",
       h.approved, h.is_whole AS "isWholeHistory", h.average_paise AS "averagePaise", h.paid_to_account AS "paidToAccount",
       EXISTS (SELECT FROM transactions o WHERE ${SENT_AGAIN}) AS "hasSameAmount",
       EXISTS (SELECT FROM statement_matches m WHERE m.request_id = t.id AND m.state = 'proposed' AND m.grade = 'certain') AS "isPaid",
       t.beneficiary ->> 'accountNumber' AS "accountNumber"
     FROM transactions t JOIN users u ON u.id = t.user_id LEFT JOIN user_profiles p ON p.user_id = t.user_id
     CROSS JOIN LATERAL (${history}) AS h
     WHERE t.id = ANY ($1::uuid[]) AND t.status ${OPEN}`,
    [ids],
  );
}
