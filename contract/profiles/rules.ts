import type { ListWithViews } from '../saved-views/rules.ts';

/** Returns the e-mail address shown for a user who has saved none. It is never saved. */
export function emailPlaceholder(username: string): string {
  return `${username.toLowerCase().replace(/\s+/g, '.')}@wallet.example`;
}

export const ROW_DENSITIES = ['comfortable', 'compact'] as const;
export type RowDensity = (typeof ROW_DENSITIES)[number];
/** Until an administrator chooses one. */
export const DEFAULT_DENSITY: RowDensity = 'compact';

/** Columns of the lists of administrators that can be hidden. Person, amount and actions are always shown. */
export const HIDEABLE_COLUMNS = {
  deposits: ['id', 'date', 'paymentMethod', 'status', 'source'],
  withdrawals: ['id', 'date', 'bankAccount', 'status'],
  transactions: ['id', 'type', 'status', 'date', 'paymentMethod', 'source'],
  users: ['email', 'role', 'status', 'balance'],
  audit: ['what', 'subject'],
} as const satisfies Record<ListWithViews, readonly string[]>;

/** Whether all these columns of a list can be hidden. */
export function areHideable(list: ListWithViews, columns: string[]): boolean {
  const known: readonly string[] = HIDEABLE_COLUMNS[list];
  return columns.every((column) => known.includes(column));
}
