import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Banner, BannerForm } from '#contract/banners/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { sendUpload } from '../../lib/api/upload.ts';
import { confirmDelete } from '../../ui/dialog/confirm-delete.tsx';
import { useActiveToggle } from '../../ui/table/use-active-toggle.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { useFailureToast } from './hooks/use-failure-toast.ts';
import { inOrder } from './model/order.ts';

const listKey = orpc.banners.list.queryKey();
const refreshBanners = () => void queryClient.invalidateQueries({ queryKey: orpc.banners.key() });

export function useBanners() {
  return useQuery(orpc.banners.list.queryOptions());
}

export function useCreateBanner(onCreated: () => void) {
  const { t } = useTranslation();
  const toastFailure = useFailureToast();
  return useMutation({
    mutationFn: ({ form, image }: { form: BannerForm; image: File }) =>
      sendUpload('createBanner', { form, file: image }),
    onSuccess: () => {
      toastSuccess({
        title: t('Banner created successfully'),
        message: t('Image compressed and uploaded successfully'),
      });
      onCreated();
    },
    onError: (error) => toastFailure('create', error),
    onSettled: refreshBanners,
  });
}

export function useToggleBanner() {
  const { t } = useTranslation();
  const toastFailure = useFailureToast();
  return useActiveToggle({
    listKey,
    queryKey: orpc.banners.key(),
    update: (change) => api.banners.update(change),
    updated: t('Banner updated successfully'),
    onFailed: (error) => toastFailure('update', error),
  });
}

export function useDeleteBanner(): (banner: Banner) => void {
  const { t } = useTranslation();
  const toastFailure = useFailureToast();
  return ({ id, title }) =>
    confirmDelete({
      name: title,
      message: t('Are you sure you want to delete this banner?'),
      remove: () => api.banners.remove({ id }),
      deleted: { message: t('Banner deleted successfully') },
      failed: (error) => toastFailure('delete', error),
      queryKey: orpc.banners.key(),
    });
}

/**
 * Saves the order of banners with an optimistic update: `arrange` returns the order being saved, and a failure
 * restores the old one. Requests are sent sequentially, so that the last order wins.
 */
export function useBannerOrder() {
  const toastFailure = useFailureToast();
  const reorder = useMutation({
    mutationFn: (ids: string[]) => api.banners.reorder({ ids }),
    scope: { id: 'banner-order' },
    onSuccess: (banners) => queryClient.setQueryData(listKey, banners),
    onError: (error) => {
      toastFailure('reorder', error);
      refreshBanners();
    },
  });
  return {
    save: (banners: Banner[]) => reorder.mutate(banners.map(({ id }) => id)),
    arrange: (banners: Banner[]) =>
      reorder.isPending ? inOrder(banners, reorder.variables) : banners,
  };
}

export function useCarouselSettings() {
  return useQuery(orpc.banners.carousel.queryOptions());
}

export function useSaveCarousel(onSaved: (slideSeconds: number) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.banners.setCarousel.mutationOptions({
      onSuccess: async (_, { slideSeconds }) => {
        toastSuccess({ message: t('Carousel settings updated successfully') });
        await queryClient.invalidateQueries({ queryKey: orpc.banners.carousel.key() });
        onSaved(slideSeconds);
      },
      onError: (error) =>
        toastError({ message: errorText(error, t('Failed to update carousel settings')) }),
    }),
  );
}
