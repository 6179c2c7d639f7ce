import { StandardRPCJsonSerializer } from '@orpc/client/standard';
import type { PassbookRow } from '#contract/transactions/schema.ts';
import { readHint, writeHint } from '../page/storage.ts';

/** Local storage key; removed with the other hints of a session (features/sessions/hints.ts). */
export const LAST_SEEN_KEY = 'last-seen';
const MOST_ROWS = 20;
/** How long a stored balance is shown before the session is checked: as long as an unused session by default. */
const SHOWN_FOR_MS = 7 * 86_400_000;

export type SeenRow = Pick<
  PassbookRow,
  'id' | 'type' | 'status' | 'amountPaise' | 'referenceId' | 'runningBalancePaise' | 'createdAt'
>;

/** Records which values are dates, as in the API's responses. */
const serializer = new StandardRPCJsonSerializer();

export type LastSeen = {
  userId: string;
  balance?: { seenAt: Date; balancePaise: number; heldPaise: number };
  passbook?: { seenAt: Date; rows: SeenRow[] };
};

export function rememberBalance(userId: string, balance: Required<LastSeen>['balance']): void {
  remember(userId, { balance });
}

export function rememberPassbook(userId: string, seenAt: Date, rows: PassbookRow[]): void {
  remember(userId, { passbook: { seenAt, rows: rows.slice(0, MOST_ROWS).map(toSeenRow) } });
}

function remember(userId: string, seen: Omit<LastSeen, 'userId'>): void {
  // The user may have logged out in another tab.
  if (readHint('userId') !== userId) return;
  writeHint(LAST_SEEN_KEY, stringifyLastSeen({ ...readLastSeen(), ...seen, userId }));
}

export function readLastSeen(): LastSeen | undefined {
  const seen = parseLastSeen(readHint(LAST_SEEN_KEY));
  return seen?.userId === readHint('userId') ? seen : undefined;
}

/** The balance to show before the session is checked. */
export function readRecentBalance(now = Date.now()): LastSeen['balance'] {
  const isUser = readHint('isLoggedIn') === 'true' && readHint('userRole') === 'user';
  const balance = isUser ? readLastSeen()?.balance : undefined;
  return balance && now - balance.seenAt.getTime() < SHOWN_FOR_MS ? balance : undefined;
}

export function stringifyLastSeen(seen: LastSeen): string {
  const [json, meta] = serializer.serialize(seen);
  return JSON.stringify({ json, meta });
}

export function parseLastSeen(stored: string | null): LastSeen | undefined {
  try {
    const { json, meta } = JSON.parse(stored ?? '');
    const seen = serializer.deserialize(json, meta);
    return isLastSeen(seen) ? seen : undefined;
  } catch {
    return undefined;
  }
}

function isLastSeen(value: unknown): value is LastSeen {
  if (!isObject(value) || typeof value.userId !== 'string') return false;
  const { balance, passbook } = value;
  return (
    (balance === undefined || isSeenBalance(balance)) &&
    (passbook === undefined || isSeenPassbook(passbook))
  );
}

function isSeenBalance(value: unknown): boolean {
  return (
    isObject(value) && isDate(value.seenAt) && areNumbers(value, ['balancePaise', 'heldPaise'])
  );
}

function isSeenPassbook(value: unknown): boolean {
  if (!isObject(value) || !isDate(value.seenAt)) return false;
  return Array.isArray(value.rows) && value.rows.every(isSeenRow);
}

function isSeenRow(row: unknown): boolean {
  if (!isObject(row) || !isDate(row.createdAt)) return false;
  const texts = [row.id, row.type, row.status, row.referenceId];
  return (
    texts.every((text) => typeof text === 'string') &&
    areNumbers(row, ['amountPaise', 'runningBalancePaise'])
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isDate(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

function areNumbers(record: Record<string, unknown>, names: string[]): boolean {
  return names.every((name) => Number.isSafeInteger(record[name]));
}

function toSeenRow(row: PassbookRow): SeenRow {
  const { id, type, status, amountPaise, referenceId, runningBalancePaise, createdAt } = row;
  return { id, type, status, amountPaise, referenceId, runningBalancePaise, createdAt };
}
