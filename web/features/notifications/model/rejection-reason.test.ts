import { describe, expect, it } from 'vitest';
import { rejectionReason, withoutReason } from './rejection-reason.ts';

describe('rejectionReason', () => {
  it('prefers the reason in the data', () => {
    const data = { rejection_reason: ' Blurred receipt ' };
    expect(rejectionReason({ data, message: 'Rejected. Reason: other' })).toBe('Blurred receipt');
  });

  it('falls back to the text after "Reason:", over several lines', { tags: 'section-2.4' }, () => {
    const message = 'Your deposit was rejected. Reason: Amount differs\nfrom the receipt';
    expect(rejectionReason({ data: {}, message })).toBe('Amount differs\nfrom the receipt');
  });

  it.each([
    { data: { rejection_reason: '  ' }, message: 'Your deposit was rejected.' },
    { data: { rejection_reason: 7 }, message: 'Reason:  ' },
  ])('returns undefined without a reason', (notification) => {
    expect(rejectionReason(notification)).toBeUndefined();
  });
});

describe('withoutReason', () => {
  it('removes the reason from the message', () => {
    const message = 'Your deposit has been rejected. Reason: the receipt\nshows less';
    const messageKey = 'Your deposit has been rejected. Reason: {{reason}}';
    const told = 'Your deposit has been rejected.';
    expect(withoutReason({ message, messageKey })).toEqual({ message: told, messageKey: told });
    expect(withoutReason({ message: told, messageKey: null })).toEqual({
      message: told,
      messageKey: null,
    });
  });
});
