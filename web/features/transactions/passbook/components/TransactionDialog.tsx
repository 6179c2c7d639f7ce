import { skipToken, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransactionId } from '#contract/shared/base.ts';
import { orpc } from '#web/lib/api/api.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { untilDataShown } from '#web/lib/api/until-data-shown.ts';
import { openedTransaction, passbookSearch } from '#web/lib/lists/transaction-filters.ts';
import { loadWithRetries } from '#web/lib/page/load-with-retries.ts';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';

const loadOwnTransaction = () => loadWithRetries(() => import('./OwnTransaction.tsx'));
/** Not needed before a transaction is opened. */
const OwnTransaction = lazy(loadOwnTransaction);

const SKELETON_ROWS = 6;

/** Details of the transaction in the URL, over the passbook. */
export function TransactionDialog() {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const id = openedTransaction(search);
  const close = () => {
    const { details: _, ...filters } = passbookSearch(search);
    void navigate({ to: '.', search: filters, replace: true, resetScroll: false });
  };
  return <OwnTransactionDialog id={id} opened={id !== undefined} onClose={close} />;
}

type OwnTransactionDialogProps = { id: string | undefined; opened: boolean; onClose: () => void };

/** Details of the user's transaction with its timeline and rejection reason. */
export function OwnTransactionDialog({ id, opened, onClose }: OwnTransactionDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  useEffect(() => void untilDataShown().then(loadOwnTransaction), []);
  const { data, error, refetch } = useQuery(
    // The id in the URL is unchecked; the server validates it.
    orpc.transactions.own.queryOptions({ input: id ? { id: id as TransactionId } : skipToken }),
  );
  return (
    <DetailsDialog
      opened={opened}
      onClose={onClose}
      title={t('Transaction Details')}
      size={data?.receiptUrl ? 'xl' : 'lg'}
    >
      {data && (
        <Suspense fallback={<ListSkeleton rows={SKELETON_ROWS} />}>
          <OwnTransaction transaction={data} />
        </Suspense>
      )}
      {!data && error && (
        <ErrorState
          message={errorText(error, t('Failed to fetch transactions'))}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <ListSkeleton rows={SKELETON_ROWS} />}
    </DetailsDialog>
  );
}
