import type { ErrorCode } from '#contract/errors.ts';
import type { QrCode, QrCodeForm } from '#contract/qr-codes.ts';

export type ImageProblem = 'missing' | 'type' | 'size';
export type QrCodeProblems = { name?: 'missing'; image?: ImageProblem };

/** What the dialog starts from: a new, active QR code or one as it stands. */
export function initialForm(qrCode: QrCode | undefined): QrCodeForm {
  return {
    name: qrCode?.name ?? '',
    description: qrCode?.description ?? '',
    isActive: qrCode?.isActive ?? true,
  };
}

/** What keeps the form from being sent; a QR code that exists has its image already. */
export function findProblems({
  form,
  image,
  isNew,
}: {
  form: QrCodeForm;
  image: File | null;
  isNew: boolean;
}): QrCodeProblems {
  return {
    ...(form.name.trim() === '' && { name: 'missing' as const }),
    ...(isNew && !image && { image: 'missing' as const }),
  };
}

/** Whether a failure is about the image rather than the QR code. */
export function isImageFailure(code: ErrorCode | undefined): boolean {
  return /^(?:FILE|QR_CODE_IMAGE)_/.test(code ?? '');
}
