import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnderWay } from '#contract/review.ts';
import { isDecidable } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { orpc } from '../../lib/api.ts';

/** Claims end by themselves, which no event tells. */
const POLL_MS = 15_000;

/**
 * A function that says of a pending request that another has it on their desk, or that a decision on it can still
 * be undone; of all others nothing. A list asks anew from time to time, its rows (`isRow`) read along.
 */
export function useUnderWay({ isRow = false } = {}): (row: AdminTransaction) => string | undefined {
  const textOf = useUnderWayText();
  const { data } = useQuery(
    orpc.review.underWay.queryOptions({ refetchInterval: isRow ? false : POLL_MS }),
  );
  return useCallback(
    (row) => {
      const found = isDecidable(row) ? data?.find(({ id }) => id === row.id) : undefined;
      return found && textOf(found);
    },
    [data, textOf],
  );
}

/** A function that says who has a request, or what becomes of it. */
export function useUnderWayText(): (state: Omit<UnderWay, 'id'>) => string | undefined {
  const { t } = useTranslation();
  return useCallback(
    ({ waiting, claim }) => {
      const decisions = { approved: t('Approving...'), rejected: t('Rejecting...') };
      if (waiting) return decisions[waiting.decision];
      return claim && !claim.isOwn
        ? t('Being reviewed by {{user}}', { user: claim.claimedBy })
        : undefined;
    },
    [t],
  );
}
