import { useTranslation } from 'react-i18next';
import type { QrCode, QrCodeForm } from '#contract/qr-codes/schema.ts';
import { errorCode } from '../../lib/api/errors.ts';
import { toastSuccess } from '../../lib/page/toasts.ts';
import { useFormDialog } from '../../ui/dialog/use-form-dialog.ts';
import { findProblems, initialForm, isImageFailure } from './qr-code-form.ts';
import { useSaveQrCode } from './queries.ts';
import { useFailureToast } from './use-failure-toast.ts';

type TypedQrCode = QrCodeForm & { image: File | null };
/** `image` is an error text of the server. */
type Problems = { name: 'missing'; image: string };

export function useQrCodeForm() {
  const { t } = useTranslation();
  const toastFailure = useFailureToast();
  const save = useSaveQrCode();
  const dialog = useFormDialog<QrCode, TypedQrCode, Problems>({
    initialValues: (qrCode) => ({ ...initialForm(qrCode), image: null }),
    findProblems: ({ image, ...form }, edited) => findProblems({ form, image, isNew: !edited }),
  });
  const { edited, form } = dialog;

  const succeed = () => {
    dialog.close();
    const message = edited ? t('QR code updated successfully') : t('QR code created successfully');
    toastSuccess({ message });
  };
  const fail = (error: unknown) => {
    const reason = toastFailure(edited ? 'update' : 'create', error);
    if (isImageFailure(errorCode(error))) form.setProblems({ image: reason });
    else form.setError(reason);
  };
  const submit = ({ image, ...typed }: TypedQrCode) =>
    save.mutate({ id: edited?.id, form: typed, image }, { onSuccess: succeed, onError: fail });

  return { ...dialog, isPending: save.isPending, submit };
}

export type QrCodeFormState = ReturnType<typeof useQrCodeForm>;
