import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { createStore } from '../../lib/page/store.ts';
import { type Toast, toastFailure, toastSuccess } from '../toasts.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Deletion = {
  /** Name of the row; the title is "Delete {{name}}". */
  name: string;
  message: string;
  remove: () => Promise<unknown>;
  /** The toast, if the page does not show that the row is gone. */
  deleted?: Toast;
  /** Text of the toast for an unexpected failure, or a function that shows another toast. */
  failed: string | ((error: unknown) => void);
  queryKey: QueryKey;
};

/** The last deletion. Kept after closing, so that the dialog is not empty while it fades out. */
const latest = createStore<{ deletion: Deletion; isOpen: boolean } | undefined>(undefined);

export function confirmDelete(deletion: Deletion): void {
  latest.set({ deletion, isOpen: true });
}

export function useIsConfirmingDelete(): boolean {
  return useSyncExternalStore(latest.listen, () => latest.get()?.isOpen ?? false);
}

function close(): void {
  const shown = latest.get();
  if (shown) latest.set({ ...shown, isOpen: false });
}

/** The dialog of `confirmDelete`; rendered once. Closes when the request has settled. */
export function DeleteConfirmation() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const shown = useSyncExternalStore(latest.listen, latest.get);
  const removal = useMutation({
    mutationFn: ({ remove }: Deletion) => remove(),
    onSuccess: (_result, { deleted }) => deleted && toastSuccess(deleted),
    onError: (error, { failed }) => {
      if (typeof failed === 'function') failed(error);
      else toastFailure(error, { message: errorText(error, failed) });
    },
    onSettled: (_result, _error, { queryKey }) => {
      close();
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  const router = useRouter();
  // The row is on the page that is being left.
  useEffect(
    () => router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && close()),
    [router],
  );
  return (
    <ConfirmDialog
      opened={shown?.isOpen ?? false}
      onClose={close}
      title={t('Delete {{name}}', { name: shown?.deletion.name ?? '' })}
      message={shown?.deletion.message ?? ''}
      confirmLabel={t('Delete')}
      pendingLabel={t('Deleting...')}
      pending={removal.isPending}
      onConfirm={() => shown && removal.mutate(shown.deletion)}
      danger
    />
  );
}
