import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrCode, QrCodeForm } from '#contract/qr-codes.ts';
import { errorCode } from '../../lib/errors.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import {
  findProblems,
  type ImageProblem,
  initialForm,
  isImageFailure,
  type QrCodeProblems,
} from './qr-code-form.ts';
import { useSaveQrCode } from './queries.ts';
import { useFailureToast } from './use-failure-toast.ts';

type Failure = { reason: string; isImage: boolean };

/** The Add and Edit dialog: what is being edited, the form so far, its problems, and saving. */
export function useQrCodeForm() {
  const { t } = useTranslation();
  const toastFailure = useFailureToast();
  const [edited, setEdited] = useState<QrCode>();
  const [isOpen, setIsOpen] = useState(false);
  const [form, setForm] = useState(initialForm(undefined));
  const [image, setImage] = useState<File | null>(null);
  const [problems, setProblems] = useState<QrCodeProblems>({});
  const [failure, setFailure] = useState<Failure>();
  const save = useSaveQrCode();

  const open = (qrCode?: QrCode) => {
    setEdited(qrCode);
    setForm(initialForm(qrCode));
    setImage(null);
    setProblems({});
    setFailure(undefined);
    setIsOpen(true);
  };
  const change = (part: Partial<QrCodeForm>) => {
    setForm((current) => ({ ...current, ...part }));
    if (part.name !== undefined) setProblems(({ image }) => ({ image }));
  };
  const changeImage = (file: File | null, image?: ImageProblem) => {
    if (!image) setImage(file);
    setFailure(undefined);
    setProblems(({ name }) => ({ name, image }));
  };
  const succeed = () => {
    setIsOpen(false);
    const message = edited ? t('QR code updated successfully') : t('QR code created successfully');
    toastSuccess({ message });
  };
  const fail = (error: unknown) => {
    const reason = toastFailure(edited ? 'update' : 'create', error);
    setFailure({ reason, isImage: isImageFailure(errorCode(error)) });
  };
  const submit = () => {
    const found = findProblems({ form, image, isNew: !edited });
    setProblems(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    save.mutate({ id: edited?.id, form, image }, { onSuccess: succeed, onError: fail });
  };

  return {
    edited,
    isOpen,
    isPending: save.isPending,
    form,
    image,
    problems,
    failure,
    open,
    close: () => setIsOpen(false),
    change,
    changeImage,
    submit,
  };
}

export type QrCodeFormState = ReturnType<typeof useQrCodeForm>;
