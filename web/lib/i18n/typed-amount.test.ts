import { describe, expect, it } from 'vitest';
import { cleanAmount, readAmount } from './typed-amount.ts';

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
    ['₹ 1,2a.5', '12.5'],
  ])('removes text around the number from "%s"', (typed, cleaned) => {
    expect(cleanAmount(typed)).toBe(cleaned);
  });

  it.each([
    ['5 lakh', '500000'],
    ['5lakhs', '500000'],
    ['2.5 lac', '250000'],
    ['1.2345678 lakh', '123456.78'],
    ['2 crore', '20000000'],
    ['Rs. 5k', '5000'],
    ['0.5 K', '500'],
    ['1,50 Thousand', '150000'],
    ['5 lakh only', '500000'],
    ['₹5 lakh rupees', '500000'],
    ['५ लाख', '500000'],
    ['२ करोड़', '20000000'],
    ['௫ லட்சம்', '500000'],
    ['5 లక్షలు', '500000'],
    ['5 ಸಾವಿರ', '5000'],
    ['5 കോടി', '50000000'],
  ])('expands the unit of "%s"', (typed, cleaned) => {
    expect(cleanAmount(typed)).toBe(cleaned);
  });

  it.each(['5 la', '2 cr', '2cr', '5 l', '5 m', '1 lakh 20', '5 lakh 20 thousand', '5 lakhss'])(
    'leaves "%s" unchanged, because its unit is incomplete or not at the end',
    (typed) => {
      expect(cleanAmount(typed)).toBe(typed);
    },
  );

  it('multiplies only numbers of seven digits at most', () => {
    expect(cleanAmount('50000020 thousand')).toBe('50000020 thousand');
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
