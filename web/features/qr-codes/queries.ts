import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { QrCode } from '#contract/qr-codes/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { errorCode } from '../../lib/api/errors.ts';
import { sendUpload } from '../../lib/api/upload.ts';
import { confirmDelete } from '../../ui/dialog/confirm-delete.tsx';
import { useEntityDialog } from '../../ui/dialog/use-entity-dialog.ts';
import { useActiveToggle } from '../../ui/table/use-active-toggle.ts';
import { useFailureToast } from './hooks/use-failure-toast.ts';
import {
  findProblems,
  initialForm,
  isImageFailure,
  type QrCodeProblems,
  type TypedForm,
} from './model.ts';

const queryKey = orpc.qrCodes.key();

export function useQrCodes() {
  return useQuery(orpc.qrCodes.list.queryOptions());
}

type TypedQrCode = TypedForm & {
  /** A new image; null keeps the current one. */
  image: File | null;
};
/** `image` is an error text of the server. */
type Problems = Required<Omit<QrCodeProblems, 'image'>> & { image: string };

function saveQrCode({ image, ...form }: TypedQrCode, id: string | undefined): Promise<QrCode> {
  if (id === undefined) {
    if (!image) throw new Error('A new QR code needs an image');
    return sendUpload('createQrCode', { form, file: image });
  }
  if (!image) return api.qrCodes.update({ id, ...form });
  return sendUpload('replaceQrCode', { id, form, file: image });
}

export function useQrCodeDialog() {
  const { t } = useTranslation();
  const toastFailure = useFailureToast();
  const dialog = useEntityDialog<QrCode, TypedQrCode, Problems>({
    initialValues: (qrCode) => ({ ...initialForm(qrCode), image: null }),
    findProblems: ({ image, ...form }, edited) => findProblems({ form, image, isNew: !edited }),
    save: saveQrCode,
    texts: {
      created: t('QR code created successfully'),
      updated: t('QR code updated successfully'),
    },
    failed: (error, action) => {
      const reason = toastFailure(action, error);
      if (isImageFailure(errorCode(error))) dialog.form.setProblems({ image: reason });
      else dialog.form.setError(reason);
    },
    queryKey,
  });
  return dialog;
}

export function useDeleteQrCode(): (qrCode: QrCode) => void {
  const { t } = useTranslation();
  const toastFailure = useFailureToast();
  return ({ id, name }) =>
    confirmDelete({
      name,
      message: t('Are you sure you want to delete this QR code?'),
      remove: () => api.qrCodes.remove({ id }),
      deleted: { message: t('QR code deleted successfully') },
      failed: (error) => toastFailure('delete', error),
      queryKey,
    });
}

export function useToggleQrCode() {
  const toastFailure = useFailureToast();
  return useActiveToggle({
    listKey: orpc.qrCodes.list.queryKey(),
    queryKey,
    update: (change) => api.qrCodes.update(change),
    onFailed: (error) => toastFailure('update', error),
  });
}
