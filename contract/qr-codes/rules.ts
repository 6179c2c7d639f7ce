import type { Paise } from '../shared/money.ts';

/** Limits of the NPCI UPI Linking Specification 1.6. */
export const MAX_UPI_ID_LENGTH = 321;
export const MAX_PAYEE_NAME_LENGTH = 99;
/** Longest text that a QR code can hold. */
const MAX_CODE_LENGTH = 4296;

const UPI_ID = /^[a-z0-9._-]{2,256}@[a-z][a-z0-9]{1,63}$/i;
const MERCHANT_CODE = /^\d{4}$/;

export function isUpiId(text: string): boolean {
  return UPI_ID.test(text);
}

export function isMerchantCode(text: string): boolean {
  return MERCHANT_CODE.test(text);
}

/** Returns a UPI ID as it is stored: banks do not distinguish capitals. */
export function normalizeUpiId(typed: string): string {
  return typed.replace(/\s+/g, '').toLowerCase();
}

/** The payee of a UPI QR code. */
export interface UpiPayee {
  upiId: string;
  /** Empty if the code has none. */
  payeeName: string;
  /** Merchant category code; null for a person. */
  merchantCode: string | null;
  /** Whether the payee's bank signed the code: a code with another amount would be refused. */
  isSigned: boolean;
}

/** Returns the payee in the text of a QR code: a UPI link, or an EMVCo (Bharat QR) code with a UPI ID. */
export function readUpiCode(text: string): UpiPayee | undefined {
  if (text.length > MAX_CODE_LENGTH) return undefined;
  return /^upi:\/\/pay\?/i.test(text) ? readLink(text) : readEmvCode(text);
}

function readLink(text: string): UpiPayee | undefined {
  const values = new Map<string, string>();
  for (const part of text.slice(text.indexOf('?') + 1).split('&')) {
    const [name = '', ...rest] = part.split('=');
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), decode(rest.join('=')));
  }
  return toPayee({
    upiId: values.get('pa') ?? '',
    payeeName: values.get('pn') ?? '',
    merchantCode: values.get('mc') ?? '',
    isSigned: Boolean(values.get('sign')),
  });
}

/** Some printed codes have a plus sign for a space, or a percent sign that begins no code. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

function readEmvCode(text: string): UpiPayee | undefined {
  if (!text.startsWith('000201')) return undefined;
  const fields = readFields(text);
  for (let tag = 26; tag <= 51; tag += 1) {
    const account = readFields(fields.get(String(tag)) ?? '');
    if (account.get('00')?.toLowerCase() !== 'upi.npci.org') continue;
    return toPayee({
      upiId: account.get('01') ?? '',
      payeeName: fields.get('59') ?? '',
      merchantCode: fields.get('52') ?? '',
      isSigned: false,
    });
  }
  return undefined;
}

/** Reads fields of two digits of a tag, two digits of a length, and a value. */
function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let at = 0;
  while (at + 4 <= text.length) {
    const length = Number(text.slice(at + 2, at + 4));
    if (!Number.isInteger(length)) return fields;
    fields.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

function toPayee(found: Omit<UpiPayee, 'merchantCode'> & { merchantCode: string }) {
  const upiId = normalizeUpiId(found.upiId);
  if (!isUpiId(upiId)) return undefined;
  const { merchantCode } = found;
  return {
    upiId,
    payeeName: found.payeeName.replace(/\s+/g, ' ').trim().slice(0, MAX_PAYEE_NAME_LENGTH),
    // The code 0000 means a person.
    merchantCode: isMerchantCode(merchantCode) && merchantCode !== '0000' ? merchantCode : null,
    isSigned: found.isSigned,
  };
}

/** Returns an amount as UPI writes it: two decimals, no grouping. */
export function toUpiAmount(amountPaise: Paise): string {
  return `${Math.floor(amountPaise / 100)}.${String(amountPaise % 100).padStart(2, '0')}`;
}

/**
 * Returns the link of a payment, which is also the text of its QR code. The reference without its hyphen is the
 * transaction reference, and the note, which most banks print in the statement.
 */
export function buildUpiLink(
  { upiId, payeeName, merchantCode }: Omit<UpiPayee, 'isSigned'>,
  { amountPaise, referenceId }: { amountPaise: Paise; referenceId: string },
): string {
  const reference = referenceId.replace(/[^A-Za-z0-9]/g, '');
  const values: [string, string][] = [
    ['pa', upiId],
    ['pn', payeeName],
    ...(merchantCode ? [['mc', merchantCode] as [string, string]] : []),
    ['tr', reference],
    ['tn', reference],
    ['am', toUpiAmount(amountPaise)],
    ['cu', 'INR'],
  ];
  // The @ of a UPI ID is written as it is: some applications do not decode it.
  const encode = (value: string) => encodeURIComponent(value).replaceAll('%40', '@');
  return `upi://pay?${values.map(([name, value]) => `${name}=${encode(value)}`).join('&')}`;
}
