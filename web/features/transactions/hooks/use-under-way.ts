import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnderWay } from '#contract/review/schema.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { isDecidable } from '#contract/transactions/states.ts';
import { orpc } from '#web/lib/api/api.ts';

/** Polling interval in milliseconds: no event reports expired claims. */
const POLL_MS = 15_000;

/**
 * Returns a function that describes a pending request's claim by another reviewer, its deferred decision, or that its
 * approval waits for a second one; undefined for others. Polls for changes; rows (`isRow`) only read the data that their list polls.
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

/** Returns a function that describes who is reviewing a request, or its deferred decision. */
export function useUnderWayText(): (state: Omit<UnderWay, 'id'>) => string | undefined {
  const { t } = useTranslation();
  return useCallback(
    ({ waiting, claim, isHeld }) => {
      const decisions = { approved: t('Approving...'), rejected: t('Rejecting...') };
      if (waiting) return decisions[waiting.decision];
      if (isHeld) return t('Waiting for a second approval');
      return claim && !claim.isOwn
        ? t('Being reviewed by {{user}}', { user: claim.claimedBy })
        : undefined;
    },
    [t],
  );
}
