import { describe, expect, it } from 'vitest';
import { findUtr } from './receipt-text.ts';

const UTR = '632628601452';

/** Invented receipts in the layouts of common apps, as recognition returns them. */
const RECEIPTS: Record<string, string> = {
  'Google Pay': `To ASHA STORES\n₹1,234.50\nCompleted\n22 Nov 2026, 3:00 pm\nUPI transaction ID\n${UTR}\nTo: ASHA STORES\nshop@bank\nFrom: RAVI (State Bank of India)\nravi@oksbi\nGoogle transaction ID\nCICAgMDEx4fGZQ`,
  PhonePe: `Transaction Successful\n03:00 PM on 22 Nov 2026\nPaid to\nAsha Stores ₹1,234.50\nshop@bank\nTransaction ID\nT2611221500001234567890\nDebited from\nXXXXXX1234 ₹1,234.50\nUTR: ${UTR}`,
  Paytm: `Paid Successfully\n₹1,234.50\nRupees One Thousand\nTo: Asha Stores\nUPI ID: shop@bank\nFrom: Ravi\nState Bank of India - 1234\nUPI Ref. No: ${UTR}\n22 Nov 2026, 03:00 PM`,
  BHIM: `SUCCESS\nAmount ₹ 1234.50\nUPI Ref ID ${UTR}\nBanking name ASHA STORES`,
  'Amazon Pay': `Payment successful\nBank reference ID\n${UTR}\nAmazon transaction ID\nS04-1234567-7654321`,
  CRED: `paid securely\nASHA STORES\n₹1,234.50\nUPI txn ID ${UTR}\ncred transaction ID 8f7ab0c1`,
  'a bank': `Fund transfer successful\nFrom account XXXXXXXX1234\nTo account 50200012345678\nReference No. ${UTR}\nDate 22-11-2026`,
  IMPS: `IMPS transfer\nBeneficiary Asha Stores\nA/c ****5678\nIMPS Ref No ${UTR}\nMobile +919876543210`,
  'groups of digits': 'Payment done\nUPI transaction ID 6326 2860 1452',
  'letters instead of digits': 'UPI transaction ID\n63262B6O1452',
  'a number filled up with zeros': `UTR No 0000${UTR}`,
  'one number without a label': `Paid ₹500\n${UTR}\n22 Nov 2026`,
  'a label before another line': `UTR\n(for support)\n${UTR}`,
};

describe('findUtr', () => {
  it.each(Object.entries(RECEIPTS))('reads a receipt of %s', (_, text) => {
    expect(findUtr(text)).toBe(UTR);
  });

  it.each([
    ['NEFT', 'UTR Number AXOMB00102091866\nAmount 2,00,000.00', 'AXOMB00102091866'],
    ['NEFT', 'NEFT reference no: SBINN52025021511431836', 'SBINN52025021511431836'],
    ['RTGS', 'RTGS successful\nUTR HDFCR52026112212345678', 'HDFCR52026112212345678'],
  ])('reads a receipt of %s', (_, text, utr) => {
    expect(findUtr(text)).toBe(utr);
  });

  it.each([
    ['no number', 'Paid to Asha Stores\n₹500'],
    ['two numbers without labels', `632628601452\n632628601453`],
    ['a telephone number', 'Paid to Asha\n919876543210\n+919876543210'],
    ['an account number of 14 digits', 'A/c 50200012345678'],
    ['a masked number', '****632628601452'],
    ['a word with twelve letters', 'CONGRATULATE'],
    ['nothing', ''],
  ])('finds nothing in a receipt with %s', (_, text) => {
    expect(findUtr(text)).toBeUndefined();
  });

  it('stays fast with a long text', () => {
    expect(findUtr('UTR 12 '.repeat(20_000))).toBeUndefined();
  });
});
