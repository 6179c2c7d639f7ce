import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveEvent } from '#contract/events/schema.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { orpc } from '#web/lib/api/api.ts';
import { changedTransactions } from '#web/lib/lists/changed-transactions.ts';
import { showBrand } from '#web/lib/page/brand.ts';
import { adminRoleLabels } from '#web/lib/session/permissions.ts';
import { reportSessionEnded } from '#web/lib/session/session-events.ts';
import { toastInfo } from '#web/ui/toasts.ts';
import { createCoalescer } from '../model/coalesce.ts';
import { refetchStale } from '../model/refetch-stale.ts';
import { staleQueries } from '../model/stale-queries.ts';
import { useLiveEvents } from '../use-live-events.ts';

/** Section 4 of the specification: this DOM event refetches the balance. */
const BALANCE_UPDATED = 'wallet-balance-updated';
/** Events of one command arrive together. */
const BRAND_MS = 50;

/** Handles live events for the whole tab: refetches stale queries and ends the session. */
export function LiveReactions() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [coalescer] = useState(createCoalescer);
  useEffect(() => coalescer.cancel, [coalescer]);

  useEffect(() => {
    const refetchBalance = () => void refetchStale(queryClient, { queryKey: orpc.balances.key() });
    window.addEventListener(BALANCE_UPDATED, refetchBalance);
    return () => window.removeEventListener(BALANCE_UPDATED, refetchBalance);
  }, [queryClient]);

  const refetchFor = (event: LiveEvent) => {
    for (const { key, delayMs } of staleQueries(event)) {
      coalescer.run(
        JSON.stringify(key),
        delayMs,
        () => void refetchStale(queryClient, { queryKey: key }),
      );
    }
  };
  const refreshBrand = () => {
    // A failure is repaired by the next page load, which has the brand.
    queryClient
      .fetchQuery(orpc.settings.brand.queryOptions({ staleTime: 0 }))
      .then(showBrand, () => undefined);
  };
  const toastRole = ({ role, adminRole }: LiveEvent & { entity: 'role' }) => {
    const message =
      adminRole === 'administrator'
        ? t('You are an administrator now.')
        : t('Your admin role is now: {{role}}', { role: adminRoleLabels(t)[adminRole] });
    toastInfo({
      title: t('Role updated from database'),
      message: role === 'admin' ? message : t('You are no longer an administrator.'),
    });
  };

  useLiveEvents((event) => {
    changedTransactions.record(event);
    if (event.entity === 'resync') {
      refreshBrand();
      return void refetchStale(queryClient, {});
    }
    if (event.entity === 'sessionEnded') {
      return reportSessionEnded(event.reason || errorTable.MISSING_SESSION.message);
    }
    if (event.entity === 'role') toastRole(event);
    refetchFor(event);
    if (event.entity === 'settings') coalescer.run('brand', BRAND_MS, refreshBrand);
  });
  return null;
}
