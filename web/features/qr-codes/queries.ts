import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { QrCode, QrCodeForm } from '#contract/qr-codes/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { sendUpload } from '../../lib/api/upload.ts';
import { toastSuccess } from '../../lib/page/toasts.ts';
import { useFailureToast } from './use-failure-toast.ts';

export function useQrCodes() {
  return useQuery(orpc.qrCodes.list.queryOptions());
}

function refreshQrCodes(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: orpc.qrCodes.key() });
}

type SaveInput = {
  /** The QR code to update; if missing, a new one is created. */
  id?: string;
  form: QrCodeForm;
  /** A new image; null keeps the current one. */
  image: File | null;
};

function saveQrCode({ id, form, image }: SaveInput): Promise<QrCode> {
  if (id === undefined) {
    if (!image) throw new Error('A new QR code needs an image');
    return sendUpload('createQrCode', { form, file: image });
  }
  if (!image) return api.qrCodes.update({ id, ...form });
  return sendUpload('replaceQrCode', { id, form, file: image });
}

export function useSaveQrCode() {
  return useMutation({ mutationFn: saveQrCode, onSettled: () => void refreshQrCodes() });
}

export function useRemoveQrCode() {
  const { t } = useTranslation();
  const toastFailure = useFailureToast();
  return useMutation(
    orpc.qrCodes.remove.mutationOptions({
      onSuccess: () => toastSuccess({ message: t('QR code deleted successfully') }),
      onError: (error) => toastFailure('delete', error),
      onSettled: () => void refreshQrCodes(),
    }),
  );
}

/** Activates or deactivates a QR code with an optimistic update. */
export function useToggleQrCode() {
  const queryKey = orpc.qrCodes.list.queryKey();
  const setActive = (id: string, isActive: boolean) =>
    queryClient.setQueryData(queryKey, (rows) =>
      rows?.map((row) => (row.id === id ? { ...row, isActive } : row)),
    );
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      api.qrCodes.update({ id, isActive }),
    onMutate: async ({ id, isActive }) => {
      await queryClient.cancelQueries({ queryKey });
      setActive(id, isActive);
    },
    // Rolls back this row only: others may have changed in the meantime.
    onError: (_error, { id, isActive }) => setActive(id, !isActive),
    onSettled: () => void refreshQrCodes(),
  });
}
