import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toastError, toastSuccess } from '../../lib/page/toasts.ts';

export function useSavedViews() {
  return useQuery(orpc.savedViews.list.queryOptions());
}

const refreshViews = () => void queryClient.invalidateQueries({ queryKey: orpc.savedViews.key() });

/** Creates or renames a view; calls `onSaved` on success. */
export function useSaveView(onSaved: () => void) {
  const told = useTold(onSaved);
  const failed = useFailed();
  const save = useMutation(
    orpc.savedViews.save.mutationOptions({
      onSuccess: told,
      onError: failed,
      onSettled: refreshViews,
    }),
  );
  const rename = useMutation(
    orpc.savedViews.rename.mutationOptions({
      onSuccess: told,
      onError: failed,
      onSettled: refreshViews,
    }),
  );
  return { save, rename, isPending: save.isPending || rename.isPending };
}

function useTold(onSaved: () => void) {
  const { t } = useTranslation();
  return () => {
    toastSuccess({ message: t('View saved') });
    onSaved();
  };
}

function useFailed() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error: Error) => toastError({ message: errorText(error, t('Failed to save the view')) });
}

export function useRemoveView() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.savedViews.remove.mutationOptions({
      onSuccess: () => toastSuccess({ message: t('View deleted') }),
      onError: (error) => toastError({ message: errorText(error, t('Failed to delete the view')) }),
      onSettled: refreshViews,
    }),
  );
}
