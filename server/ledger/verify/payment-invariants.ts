import type { Invariant } from './invariants.ts';

/** SQL: `p` is the payment of the request `t`, or of a line whose money the request had. */
const isOf = `p.utr = t.utr AND (p.transaction_id = t.id OR p.owner_id IN (
  SELECT line_id FROM statement_matches WHERE request_id = t.id AND accepted_at IS NOT NULL))`;

/** SQL: the match `m` of the payment `p` was accepted and undone later. */
const isUndone = `m.request_id = p.transaction_id AND m.state = 'undone' AND m.accepted_at IS NOT NULL`;

/** Invariants of references: the money of one payment is credited once. */
export const paymentInvariants: Invariant[] = [
  {
    title:
      'No payment was credited twice without two administrators who said that it is a different one',
    sql: `SELECT p.utr, p.transaction_id, count(*) OVER (PARTITION BY p.utr) AS credits
          FROM credited_payments p WHERE p.differs_from IS NULL AND p.released_at IS NULL AND EXISTS (
            SELECT FROM credited_payments o WHERE o.utr = p.utr AND o.id <> p.id AND o.differs_from IS NULL AND o.released_at IS NULL)
          UNION ALL
          SELECT t.utr, t.id, NULL FROM transactions t
          WHERE t.type = 'deposit' AND t.status = 'approved' AND t.utr IS NOT NULL
            AND NOT EXISTS (SELECT FROM credited_payments p WHERE ${isOf})
          UNION ALL
          SELECT p.utr, p.transaction_id, NULL FROM credited_payments p WHERE p.differs_from IS NOT NULL
            AND p.credited_at >= (SELECT min(in_force_since) FROM approval_rules WHERE kind = 'differentPayment')
            AND NOT EXISTS (SELECT FROM audit_log l WHERE l.chain_id = p.user_id::text AND l.action = 'transaction.import'
              AND l.entity_id = p.transaction_id::text)
            AND NOT EXISTS (SELECT FROM approval_requests a WHERE a.state = 'confirmed'
              AND (a.command, a.target_id) IN (('review.approve', p.transaction_id::text), ('reconciliation.createDeposit', p.user_id::text)))`,
  },
  {
    title: 'Every payment that can be credited again was taken back',
    sql: `SELECT p.utr, p.transaction_id FROM credited_payments p
          WHERE p.released_at IS NOT NULL AND NOT EXISTS (SELECT FROM statement_matches m WHERE ${isUndone})`,
  },
];
