import { isMerchantCode, isUpiId, normalizeUpiId } from '#contract/qr-codes/rules.ts';
import type { QrCode, QrCodeForm } from '#contract/qr-codes/schema.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';

export type ImageProblem = 'missing' | 'type' | 'size';
export type QrCodeProblems = {
  name?: 'missing';
  image?: ImageProblem;
  upiId?: 'invalid';
  payeeName?: 'missing';
  merchantCode?: 'invalid';
};
/** All fields of the form. */
export type TypedForm = Required<QrCodeForm>;

/** Returns the initial values for a new, active QR code or an existing one. */
export function initialForm(qrCode: QrCode | undefined): TypedForm {
  return {
    name: qrCode?.name ?? '',
    description: qrCode?.description ?? '',
    isActive: qrCode?.isActive ?? true,
    upiId: qrCode?.upiId ?? '',
    payeeName: qrCode?.payeeName ?? '',
    merchantCode: qrCode?.merchantCode ?? '',
  };
}

/** Returns validation problems. An existing QR code needs no new image. */
export function findProblems({
  form,
  image,
  isNew,
}: {
  form: TypedForm;
  image: File | null;
  isNew: boolean;
}): QrCodeProblems {
  return {
    ...(form.name.trim() === '' && { name: 'missing' as const }),
    ...(isNew && !image && { image: 'missing' as const }),
    ...findPayeeProblems(form),
  };
}

/** Without a UPI ID, nothing else of the payee is stored. */
function findPayeeProblems({ upiId, payeeName, merchantCode }: TypedForm): QrCodeProblems {
  const typed = normalizeUpiId(upiId);
  if (typed === '') return {};
  return {
    ...(!isUpiId(typed) && { upiId: 'invalid' as const }),
    ...(payeeName.trim() === '' && { payeeName: 'missing' as const }),
    ...(merchantCode.trim() !== '' &&
      !isMerchantCode(merchantCode.trim()) && { merchantCode: 'invalid' as const }),
  };
}

export function isImageFailure(code: ErrorCode | undefined): boolean {
  return /^(?:FILE|QR_CODE_IMAGE)_/.test(code ?? '');
}
