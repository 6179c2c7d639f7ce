import type { QrCode, QrCodeForm } from '#contract/qr-codes/schema.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';

export type ImageProblem = 'missing' | 'type' | 'size';
export type QrCodeProblems = { name?: 'missing'; image?: ImageProblem };

/** Returns the initial values for a new, active QR code or an existing one. */
export function initialForm(qrCode: QrCode | undefined): QrCodeForm {
  return {
    name: qrCode?.name ?? '',
    description: qrCode?.description ?? '',
    isActive: qrCode?.isActive ?? true,
  };
}

/** Returns validation problems. An existing QR code needs no new image. */
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

export function isImageFailure(code: ErrorCode | undefined): boolean {
  return /^(?:FILE|QR_CODE_IMAGE)_/.test(code ?? '');
}
