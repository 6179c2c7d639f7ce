import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '#contract/saved-views/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { confirmDelete } from '../../ui/dialog/confirm-delete.tsx';
import { toastError } from '../../ui/toasts.ts';

export function useSavedViews() {
  return useQuery(orpc.savedViews.list.queryOptions());
}

const refreshViews = () => void queryClient.invalidateQueries({ queryKey: orpc.savedViews.key() });

/** Creates or renames a view; calls `onSaved` on success. */
export function useSaveView(onSaved: () => void) {
  const failed = useFailed();
  const save = useMutation(
    orpc.savedViews.save.mutationOptions({
      onSuccess: onSaved,
      onError: failed,
      onSettled: refreshViews,
    }),
  );
  const rename = useMutation(
    orpc.savedViews.rename.mutationOptions({
      onSuccess: onSaved,
      onError: failed,
      onSettled: refreshViews,
    }),
  );
  return {
    save,
    rename,
    isPending: save.isPending || rename.isPending,
    failure: save.error ?? rename.error,
  };
}

function useFailed() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error: Error) => toastError({ message: errorText(error, t('Failed to save the view')) });
}

export function useDeleteView(): (view: SavedView) => void {
  const { t } = useTranslation();
  return ({ id, name }) =>
    confirmDelete({
      name,
      message: t('The list itself stays as it is.'),
      remove: () => api.savedViews.remove({ id }),
      failed: t('Failed to delete the view'),
      queryKey: orpc.savedViews.key(),
    });
}
