import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SourceForm } from '#contract/sources/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toastError, toastSuccess } from '../../lib/page/toasts.ts';

export function useSources() {
  return useQuery(orpc.sources.list.queryOptions());
}

const refreshSources = () => void queryClient.invalidateQueries({ queryKey: orpc.sources.key() });

type SaveInput = {
  /** The source to update; if missing, a new one is created. */
  id?: string;
  form: SourceForm;
};

/** Creates or updates a source; calls `onSaved` on success. */
export function useSaveSource(onSaved: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: ({ id, form }: SaveInput) =>
      id === undefined ? api.sources.create(form) : api.sources.update({ id, ...form }),
    onSuccess: (_source, { id }) => {
      const isNew = id === undefined;
      toastSuccess({
        message: isNew ? t('Source created successfully') : t('Source updated successfully'),
      });
      onSaved();
    },
    onError: (error, { id }) => {
      const failed = id === undefined ? t('Failed to create source') : t('Failed to update source');
      toastError({ message: errorText(error, failed) });
    },
    onSettled: refreshSources,
  });
}

export function useRemoveSource() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.sources.remove.mutationOptions({
      onSuccess: () => toastSuccess({ message: t('Source deleted successfully') }),
      onError: (error) => toastError({ message: errorText(error, t('Failed to delete source')) }),
      onSettled: refreshSources,
    }),
  );
}
