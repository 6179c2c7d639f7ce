import { expect, test } from 'vitest';
import { isAadhaar, isPan, numberProblem, toPlainNumber } from './rules.ts';

test.each(['ABCPK1234F', 'AAACT2727Q'])('%s is a PAN', (pan) => expect(isPan(pan)).toBe(true));
test.each(['ABCDE1234F', 'ABCPK1234', 'ABCPK12345', '1BCPK1234F', 'abcpk1234f'])(
  '%s is no PAN',
  (pan) => expect(isPan(pan)).toBe(false),
);

test.each(['234123412346', '999941057058'])('%s is an Aadhaar number', (number) =>
  expect(isAadhaar(number)).toBe(true),
);

test('an Aadhaar number with one wrong or two swapped digits is refused', () => {
  const number = '999941057058';
  for (let at = 0; at < number.length; at += 1) {
    const wrong = String((Number(number[at]) + 1) % 10);
    expect(isAadhaar(number.slice(0, at) + wrong + number.slice(at + 1))).toBe(false);
    const [one = '', two = ''] = number.slice(at, at + 2);
    if (one === two || two === '') continue;
    expect(isAadhaar(number.slice(0, at) + two + one + number.slice(at + 2))).toBe(false);
  }
});

test('accepts blanks, hyphens, small letters and an empty number', () => {
  expect(toPlainNumber(' abcpk-1234 f ')).toBe('ABCPK1234F');
  expect(numberProblem('pan', 'abcpk 1234 f')).toBeUndefined();
  expect(numberProblem('aadhaar', '2341-2341-2346')).toBeUndefined();
  expect(numberProblem('aadhaar', '')).toBeUndefined();
  expect(numberProblem('aadhaar', '2341')).toBe('INVALID_AADHAAR');
});
