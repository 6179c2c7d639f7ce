import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SiteUrlForm } from '#contract/site-urls/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toastError, toastSuccess } from '../../lib/page/toasts.ts';

export function useSiteUrls() {
  return useQuery(orpc.siteUrls.list.queryOptions());
}

const refreshSiteUrls = () => void queryClient.invalidateQueries({ queryKey: orpc.siteUrls.key() });

type SaveInput = {
  /** The link to update; if missing, a new one is created. */
  id?: string;
  form: SiteUrlForm;
};

/** Creates or updates a site link; calls `onSaved` on success. */
export function useSaveSiteUrl(onSaved: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: ({ id, form }: SaveInput) =>
      id === undefined ? api.siteUrls.create(form) : api.siteUrls.update({ id, ...form }),
    onSuccess: (_siteUrl, { id }) => {
      const isNew = id === undefined;
      toastSuccess({
        message: isNew ? t('Site URL created successfully') : t('Site URL updated successfully'),
      });
      onSaved();
    },
    onError: (error, { id }) => {
      const failed =
        id === undefined ? t('Failed to create site URL') : t('Failed to update site URL');
      toastError({ message: errorText(error, failed) });
    },
    onSettled: refreshSiteUrls,
  });
}

/** Activates or deactivates a site link with an optimistic update. */
export function useToggleSiteUrl() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const queryKey = orpc.siteUrls.list.queryKey();
  const setActive = (id: string, isActive: boolean) =>
    queryClient.setQueryData(queryKey, (rows) =>
      rows?.map((row) => (row.id === id ? { ...row, isActive } : row)),
    );
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      api.siteUrls.update({ id, isActive }),
    onMutate: async ({ id, isActive }) => {
      await queryClient.cancelQueries({ queryKey });
      setActive(id, isActive);
    },
    onSuccess: () => toastSuccess({ message: t('Site URL updated successfully') }),
    onError: (error, { id, isActive }) => {
      // Rolls back this row only: others may have changed in the meantime.
      setActive(id, !isActive);
      toastError({ message: errorText(error, t('Failed to update site URL')) });
    },
    onSettled: refreshSiteUrls,
  });
}

export function useRemoveSiteUrl() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.siteUrls.remove.mutationOptions({
      onSuccess: () => toastSuccess({ message: t('Site URL deleted successfully') }),
      onError: (error) => toastError({ message: errorText(error, t('Failed to delete site URL')) }),
      onSettled: refreshSiteUrls,
    }),
  );
}
