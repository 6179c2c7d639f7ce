import { expect, it } from 'vitest';
import { NO_LIMITS } from '#contract/verification-limits/rules.ts';
import { limitsProblems, toLimits, toLimitsForm } from './limits-form.ts';

it('shows saved limits and sends the same ones', () => {
  const limits = { ...NO_LIMITS, depositDayPaise: 1_00_000_00, withdrawalMonthPaise: 0 };
  expect(toLimitsForm(limits)).toMatchObject({ depositDayPaise: '1,00,000.00' });
  expect(toLimits(toLimitsForm(limits))).toEqual(limits);
  expect(limitsProblems(toLimitsForm(limits))).toEqual({});
});

it.each(['-1', '1.001', 'many', '9'.repeat(40)])('rejects "%s" as a limit', (typed) => {
  expect(limitsProblems({ ...toLimitsForm(), depositMonthPaise: typed })).toEqual({
    depositMonthPaise: 'invalid',
  });
});

it('treats an empty field as no limit', () => {
  expect(toLimits({ ...toLimitsForm(), depositDayPaise: ' ' })).toEqual(NO_LIMITS);
});
