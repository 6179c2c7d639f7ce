import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SiteUrl } from '#contract/site-urls/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { confirmDelete } from '../../ui/dialog/confirm-delete.tsx';
import { useEntityDialog } from '../../ui/dialog/use-entity-dialog.ts';
import { useActiveToggle } from '../../ui/table/use-active-toggle.ts';
import { toastError } from '../../ui/toasts.ts';
import {
  findProblems,
  initialForm,
  type SiteUrlProblems,
  type TypedSiteUrl,
  toForm,
} from './model.ts';

const queryKey = orpc.siteUrls.key();

export function useSiteUrls() {
  return useQuery(orpc.siteUrls.list.queryOptions());
}

export function useSiteUrlDialog() {
  const { t } = useTranslation();
  return useEntityDialog<SiteUrl, TypedSiteUrl, SiteUrlProblems>({
    initialValues: initialForm,
    findProblems,
    save: (typed, id) =>
      id === undefined
        ? api.siteUrls.create(toForm(typed))
        : api.siteUrls.update({ id, ...toForm(typed) }),
    texts: {
      created: t('Site URL created successfully'),
      updated: t('Site URL updated successfully'),
    },
    failed: { create: t('Failed to create site URL'), update: t('Failed to update site URL') },
    queryKey,
  });
}

export function useToggleSiteUrl() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useActiveToggle({
    listKey: orpc.siteUrls.list.queryKey(),
    queryKey,
    update: (change) => api.siteUrls.update(change),
    updated: t('Site URL updated successfully'),
    onFailed: (error) => toastError({ message: errorText(error, t('Failed to update site URL')) }),
  });
}

export function useDeleteSiteUrl(): (siteUrl: SiteUrl) => void {
  const { t } = useTranslation();
  return ({ id, title }) =>
    confirmDelete({
      name: title,
      message: t('Are you sure you want to delete this site URL?'),
      remove: () => api.siteUrls.remove({ id }),
      deleted: { message: t('Site URL deleted successfully') },
      failed: t('Failed to delete site URL'),
      queryKey,
    });
}
