import { expect, test } from 'vitest';
import { readReferences } from './references.ts';

const of = (narration: string | string[], reference = '', bookedOn = '2026-08-05') =>
  readReferences([narration].flat(), reference, bookedOn);

test.each([
  ['UPI-ANANYA-ananya.test@okaxis-SBIN0000001-621712345601-note', '621712345601', 'upi'],
  ['UPI/ANANYA/ananya.test@okaxis/note/SBI/621712345601/x', '621712345601', 'upi'],
  ['BY TRANSFER-UPI/CR/621712345601/ANANYA/SBIN/ananya.test/note', '621712345601', 'upi'],
  ['UPI/CR/C621712345601/ANANYA/u', '621712345601', 'upi'],
  ['UPI/P2A/0000621712345601/ANANYA/note/BANK', '621712345601', 'upi'],
  ['IMPS-621712345601-ANANYA-BANK-XXXX1234-note', '621712345601', 'imps'],
  ['MMT/IMPS/621712345601/note/ANANYA/SBIN0000001', '621712345601', 'imps'],
  ['NEFT CR-SBIN0000001-ANANYA-note-AXOMB00102091866', 'AXOMB00102091866', 'neft'],
  ['INF/NEFT/IN42615451081832/SBIN0000001/ANANYA', 'IN42615451081832', 'neft'],
  ['NEFT/SBINN22026080511431836/ANANYA/SBI', 'SBINN22026080511431836', 'neft'],
  ['RTGS CR-SBIN0000001-ANANYA-SBINR52026080511431836', 'SBINR52026080511431836', 'rtgs'],
  ['UPIREF621712345601ANANYA', '621712345601', 'upi'],
  ['UPI/CR/6217 12345601/ANANYA', '621712345601', 'upi'],
])('finds the reference number of "%s"', (narration, utr, rail) => {
  expect(of(narration)).toMatchObject({ utr, rail });
});

test('finds a number that rows or fields cut', () => {
  expect(of(['UPI-ANANYA-62171234', '5601-NOTE']).utr).toBe('621712345601');
  expect(of(['NEFT CR-SBINN2202608', '0511431836']).utr).toBe('SBINN22026080511431836');
});

test('prefers the number that has the day of the payment', () => {
  const found = of('UPI/ANANYA/411134206165/note', 'UPI-621712345601');
  expect(found).toMatchObject({ utr: '621712345601', utrs: ['621712345601', '411134206165'] });
  expect(of('UPI/536512345601/x', '123456789012', '2026-01-01').utr).toBe('536512345601');
});

test.each([
  'UPI/919876543210@paytm/ANANYA',
  'CARD XXXXXXXX1234 RAMESHKUMARSHARM',
  'CASH DEPOSIT 12345678901234',
  'SALARY AUG 2026',
])('finds no reference number in "%s"', (narration) => {
  expect(of(narration)).toMatchObject({ utr: null, utrs: [] });
});

test('finds our reference with or without its hyphen, and cut by rows', () => {
  expect(of('UPI/x/DEP-1785900000123/y').ourReference).toBe('DEP-1785900000123');
  expect(of('UPI/x/DEP1785900000123').ourReference).toBe('DEP-1785900000123');
  expect(of(['UPI/x/DEP-178590', '0000123']).ourReference).toBe('DEP-1785900000123');
  expect(of('UPI/x/DEP-17859000001234').ourReference).toBeNull();
});

test.each([
  ['UPI-ANANYA-ananya.test@okaxis-SBIN0000001', 'ananya.test@okaxis'],
  ['UPI/CR/621712345601/ANANYA/SBIN/q-12.a@ybl/UPI', 'q-12.a@ybl'],
  ['mail to someone@example.com', null],
])('finds the UPI ID of "%s"', (narration, vpa) => {
  expect(of(narration).vpa).toBe(vpa);
});

test('recognizes payments that were returned', () => {
  expect(of('NEFT RETURN-SBIN0000001').isReturn).toBe(true);
  expect(of('UPI/REV/621712345601').isReturn).toBe(true);
  expect(of('UPI/REVATHI INVENTED').isReturn).toBe(false);
});
