import { describe, expect, it } from 'vitest';
import { buildAdminTransaction } from '../../review/decision/model/testing.ts';
import { findPartsProblem, sumOf, toggledPart } from './parts.ts';

const deposit = (id: string, amountPaise: number) => buildAdminTransaction({ id, amountPaise });

describe('toggledPart', () => {
  it('proposes what a deposit needs, and to the last one what is left', () => {
    const first = toggledPart([], deposit('a', 30_000), 50_000);
    const both = toggledPart(first, deposit('b', 40_000), 50_000);
    expect(both.map(({ amount }) => amount)).toEqual(['300.00', '200.00']);
    expect(sumOf(both)).toBe(50_000);
    expect(toggledPart(both, deposit('a', 30_000), 50_000)).toEqual([both[1]]);
  });
});

describe('findPartsProblem', () => {
  const part = (amount: string, amountPaise = 30_000) => ({
    request: deposit('a', amountPaise),
    amount,
  });

  it('returns why the parts cannot be matched', () => {
    expect(findPartsProblem([], 1)).toBe('none');
    expect(findPartsProblem([part('x')], 30_000)).toBe('amount');
    expect(findPartsProblem([part('0')], 30_000)).toBe('amount');
    expect(findPartsProblem([part('300.01')], 90_000)).toBe('aboveDeposit');
    expect(findPartsProblem([part('300'), part('1')], 30_000)).toBe('aboveLine');
    expect(findPartsProblem([part('300')], 30_000)).toBeUndefined();
  });
});
