import { describe, expect, it, test } from 'vitest';
import { findProblems, initialFields, toForm } from './api-key-form.ts';

const fields = { ...initialFields(), name: 'Books' };

describe('toForm', () => {
  it('converts the lifetime to days, 90 by default', () => {
    const noLimits = { dayPaise: null, dayCommands: null };
    expect(toForm(fields)).toEqual({ name: 'Books', scopes: [], days: 90, ...noLimits });
    expect(toForm({ ...fields, lifetime: '365' }).days).toBe(365);
  });

  it('converts typed limits to paise and a number', () => {
    const limited = toForm({ ...fields, dayAmount: '₹1,500.50', dayCommands: ' 20 ' });
    expect(limited).toMatchObject({ dayPaise: 150_050, dayCommands: 20 });
  });
});

test.each([
  ['dayAmount', '0'],
  ['dayAmount', 'ten'],
  ['dayAmount', '99999999999'],
  ['dayCommands', '0'],
  ['dayCommands', '1.5'],
  ['dayCommands', '1000001'],
] as const)('findProblems finds that %s cannot be %s', (name, typed) => {
  expect(findProblems({ ...fields, [name]: typed })).toEqual({ scopes: true, [name]: true });
});
