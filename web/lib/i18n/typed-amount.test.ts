import { describe, expect, it } from 'vitest';
import { cleanAmount, isPlainNumber, readAmount, toAsciiDigits } from './typed-amount.ts';

describe('cleanAmount', () => {
  it.each([
    ['१२३', '123'],
    ['௧௨௩.௫', '123.5'],
    ['১২৩', '123'],
    ['౧౨౩', '123'],
    ['೧೨೩', '123'],
    ['൧൨൩', '123'],
    ['۱۲۳', '123'],
    ['１２３', '123'],
    ['₹१,२३,४५६.७८', '123456.78'],
  ])('converts the digits of "%s"', (typed, cleaned) => {
    expect(cleanAmount(typed)).toBe(cleaned);
  });

  it.each([
    ['Rs. 500', '500'],
    ['Rs.500', '500'],
    ['rs 1,500.50', '1500.50'],
    ['INR 500', '500'],
    ['₹ 1,999.99 only', '1999.99'],
    ['रु. ५००', '500'],
    ['500/-', '500'],
    ['500 rs', '500'],
    ['500 rupees', '500'],
  ])('removes text around the number from "%s"', (typed, cleaned) => {
    expect(cleanAmount(typed)).toBe(cleaned);
  });

  it.each([
    ...[
      '5 lakh',
      '2.5 crore',
      '2cr',
      '5k',
      '5 kk',
      '5 lack',
      '5 hazar',
      '2 karod',
      '1,5 lakh',
      '५ लाख',
    ],
    ...['5 thousand 500', '5 lakh 20', '500p', '500 paise', '500 or 600', '1,2a.5'],
  ])('leaves "%s" unchanged, pasted or typed', (text) => {
    expect(cleanAmount(text)).toBe(toAsciiDigits(text));
    const typed = [...text].reduce((shown, key) => cleanAmount(shown + key), '');
    expect(isPlainNumber(typed)).toBe(false);
  });

  it.each(['-5', '−5', '1e9', '1E9', '500-600', '1e-3', '5%', '5*3', 'Rs', 'Rs. ', '5/2'])(
    'leaves "%s" unchanged instead of changing the amount',
    (typed) => {
      expect(cleanAmount(typed)).toBe(typed);
    },
  );
});

describe('readAmount', () => {
  it('reads rupees and paise', () => {
    expect(readAmount('1234.5')).toEqual({ paise: 123_450 });
  });

  it.each([
    ['', 'missing'],
    ['-5', 'minusSign'],
    ['−5', 'minusSign'],
    ['1.005', 'tooManyDecimals'],
    ['9'.repeat(20), 'tooLarge'],
    ['1e9', 'notANumber'],
    ['500-600', 'notANumber'],
    ['.', 'notANumber'],
    ['.5', 'notANumber'],
    ['1.2.3', 'notANumber'],
  ])('returns the problem of "%s"', (cleaned, problem) => {
    expect(readAmount(cleaned)).toEqual({ problem });
  });
});
