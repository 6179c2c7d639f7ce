import { describe, expect, it } from 'vitest';
import type { QrCode } from '#contract/qr-codes/schema.ts';
import { toPaise } from '#contract/shared/money.ts';
import { bankRails, isDrawn, paymentCode } from './payment-code.ts';

const buildCode = (id: string, name = id): QrCode => ({
  id,
  name,
  description: null,
  imageUrl: `/files/qr-codes/${id}`,
  isActive: true,
  upiId: null,
  payeeName: null,
  merchantCode: null,
  isSigned: false,
  createdAt: new Date(0),
});
const [counter, till] = [buildCode('counter'), buildCode('till')];

describe('isDrawn', () => {
  const payee = { upiId: 'shop@bank', payeeName: 'Shop' };

  it('is true for a payee whose code is not signed', () => {
    expect(isDrawn({ ...till, ...payee })).toBe(true);
    expect(isDrawn({ ...till, ...payee, isSigned: true })).toBe(false);
    expect(isDrawn(till)).toBe(false);
  });

  it('is false for a stored code from before codes had a payee', () => {
    const { upiId: _, payeeName: _name, ...stored } = till;
    expect(isDrawn(stored as QrCode)).toBe(false); // As the browser stored it.
  });
});

describe('paymentCode', () => {
  it('selects the first QR code', () => {
    expect(paymentCode(undefined, undefined)).toEqual({ code: undefined, isOff: false });
    expect(paymentCode(undefined, [])).toEqual({ code: undefined, isOff: false });
    expect(paymentCode(undefined, [till, counter])).toEqual({ code: till, isOff: false });
  });

  it('keeps the shown QR code when another is added before it, and applies changes to it', () => {
    const renamed = buildCode('counter', 'Counter 1');
    expect(paymentCode(counter, [till, renamed])).toEqual({ code: renamed, isOff: false });
  });

  it('keeps the shown QR code and marks it as off when it was deactivated', () => {
    expect(paymentCode(counter, [till])).toEqual({ code: counter, isOff: true });
    expect(paymentCode(counter, [])).toEqual({ code: counter, isOff: true });
  });

  it('does not mark the QR code as off while the list is unknown', () => {
    expect(paymentCode(counter, undefined)).toEqual({ code: counter, isOff: false });
  });
});

describe('bankRails', () => {
  it.each([
    [1_99_999_99, 'IMPS NEFT'],
    [2_00_000_00, 'IMPS NEFT RTGS'],
    [5_00_000_00, 'IMPS NEFT RTGS'],
    [5_00_000_01, 'NEFT RTGS'],
  ])('names the transfers that carry %i paise', (paise, rails) => {
    expect(bankRails(toPaise(paise)).join(' ')).toBe(rails);
  });
});
