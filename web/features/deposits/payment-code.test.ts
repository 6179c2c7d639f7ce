import { describe, expect, it } from 'vitest';
import type { QrCode } from '#contract/qr-codes.ts';
import { paymentCode } from './payment-code.ts';

const buildCode = (id: string, name = id): QrCode => ({
  id,
  name,
  description: null,
  imageUrl: `/files/qr-codes/${id}`,
  isActive: true,
  createdAt: new Date(0),
});
const [counter, till] = [buildCode('counter'), buildCode('till')];

describe('the code to pay by', () => {
  it('is the first there is', () => {
    expect(paymentCode(undefined, undefined)).toEqual({ code: undefined, isOff: false });
    expect(paymentCode(undefined, [])).toEqual({ code: undefined, isOff: false });
    expect(paymentCode(undefined, [till, counter])).toEqual({ code: till, isOff: false });
  });

  it('stays when another comes before it, and follows changes of its own', () => {
    const renamed = buildCode('counter', 'Counter 1');
    expect(paymentCode(counter, [till, renamed])).toEqual({ code: renamed, isOff: false });
  });

  it('stays, and is known to be off, when it was switched off', () => {
    expect(paymentCode(counter, [till])).toEqual({ code: counter, isOff: true });
    expect(paymentCode(counter, [])).toEqual({ code: counter, isOff: true });
  });

  it('is not taken for off while the codes are not known', () => {
    expect(paymentCode(counter, undefined)).toEqual({ code: counter, isOff: false });
  });
});
