import {
  isMerchantCode,
  isUpiId,
  normalizeUpiId,
  readUpiCode,
  type UpiPayee,
} from '#contract/qr-codes/rules.ts';
import type { QrCode, QrCodeForm } from '#contract/qr-codes/schema.ts';
import { appError } from '#server/base/errors.ts';

type Payee = Pick<QrCode, 'upiId' | 'payeeName' | 'merchantCode' | 'isSigned'>;
type PayeeForm = Partial<Pick<QrCodeForm, 'upiId' | 'payeeName' | 'merchantCode'>>;

const NO_PAYEE = { upiId: null, payeeName: null, merchantCode: null };

/**
 * Returns who is paid by a code: what the form has, otherwise what a new image has, otherwise what the code had. Throws
 * INVALID_UPI_ID, PAYEE_NAME_REQUIRED, INVALID_MERCHANT_CODE or OTHER_UPI_ID_IN_IMAGE.
 */
export function payeeOf(
  form: PayeeForm,
  { image, before }: { image?: { codeText?: string | null } | undefined; before?: QrCode },
): Payee {
  if (!image) {
    const isSigned = before?.isSigned ?? false;
    return { ...check({ ...before, ...definedOf(form) }), isSigned };
  }
  const found = readUpiCode(image.codeText ?? '');
  const isSigned = found?.isSigned ?? false;
  const typed = definedOf(form);
  if (typed.upiId === undefined) {
    // A code without a name of the payee is shown as its image.
    const isWhole = found?.payeeName || typed.payeeName;
    return { ...(isWhole ? check({ ...found, ...typed }) : NO_PAYEE), isSigned };
  }
  requireSame(normalizeUpiId(typed.upiId), found);
  return { ...check({ ...found, ...typed }), isSigned };
}

function definedOf(form: PayeeForm): PayeeForm {
  const { upiId, payeeName, merchantCode } = form;
  return {
    ...(upiId !== undefined && { upiId }),
    ...(payeeName !== undefined && { payeeName }),
    ...(merchantCode !== undefined && { merchantCode }),
  };
}

function requireSame(upiId: string, found: UpiPayee | undefined): void {
  if (upiId !== '' && found && found.upiId !== upiId) {
    throw appError('OTHER_UPI_ID_IN_IMAGE', { upiId: found.upiId });
  }
}

function check(given: {
  upiId?: string | null | undefined;
  payeeName?: string | null | undefined;
  merchantCode?: string | null | undefined;
}): Omit<Payee, 'isSigned'> {
  const upiId = normalizeUpiId(given.upiId ?? '');
  if (upiId === '') return NO_PAYEE;
  if (!isUpiId(upiId)) throw appError('INVALID_UPI_ID');
  if (!given.payeeName) throw appError('PAYEE_NAME_REQUIRED');
  const merchantCode = given.merchantCode || null;
  if (merchantCode && !isMerchantCode(merchantCode)) throw appError('INVALID_MERCHANT_CODE');
  return { upiId, payeeName: given.payeeName, merchantCode };
}
