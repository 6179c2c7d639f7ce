import { parseRupees, toDecimal } from '#contract/shared/money.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';

/** A request that gets a part of a line's amount. The amount is text as typed. */
export type Part = { request: AdminTransaction; amount: string };

export function paiseOf({ amount }: Part): number {
  return parseRupees(amount) ?? 0;
}

export function sumOf(parts: Part[]): number {
  return parts.reduce((sum, part) => sum + paiseOf(part), 0);
}

/** Adds a request with as much of the rest as it needs, or removes it. */
export function toggledPart(
  parts: Part[],
  request: AdminTransaction,
  unclaimedPaise: number,
): Part[] {
  if (parts.some((part) => part.request.id === request.id)) {
    return parts.filter((part) => part.request.id !== request.id);
  }
  const rest = Math.max(0, unclaimedPaise - sumOf(parts));
  return [...parts, { request, amount: toDecimal(Math.min(rest, request.amountPaise)) }];
}

export type PartsProblem = 'none' | 'amount' | 'aboveDeposit' | 'aboveLine';

/** Returns why parts cannot be matched with a line. */
export function findPartsProblem(parts: Part[], unclaimedPaise: number): PartsProblem | undefined {
  if (parts.length === 0) return 'none';
  if (parts.some((part) => paiseOf(part) === 0)) return 'amount';
  if (parts.some((part) => paiseOf(part) > part.request.amountPaise)) return 'aboveDeposit';
  return sumOf(parts) > unclaimedPaise ? 'aboveLine' : undefined;
}
