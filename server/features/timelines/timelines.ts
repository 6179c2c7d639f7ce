import type { AuditAction } from '#contract/audit-actions.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { TimelineKind } from '#contract/timelines/rules.ts';
import type { TimelineRow } from '#contract/timelines/schema.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import { fromCursor, NEWEST, type Position, toCursor } from '#server/platform/lists/cursor.ts';
import {
  findScanEnd,
  isUser,
  type RecordRow,
  type SignInRow,
  selectRecords,
  selectSignIns,
} from './timelines.queries.ts';

/** Audit actions of each kind. Logins are read from the sessions, which name the browser. */
const ACTIONS: Record<Exclude<TimelineKind, 'signIns'>, readonly AuditAction[]> = {
  requests: ['transaction.request', 'transaction.import'],
  decisions: ['transaction.approve', 'transaction.reject', 'transaction.undo', 'transaction.drop'],
  balance: ['user.adjustBalance'],
  changes: [
    'user.create',
    'user.import',
    'user.activate',
    'user.deactivate',
    'user.freeze',
    'user.unfreeze',
    'user.role',
    'user.verificationLevel',
    'document.insert',
    'document.delete',
    'verification.request',
    'verification.withdraw',
    'verification.grant',
    'verification.reject',
    'verification.erase',
    'user.password',
    'user.requestReset',
    'user.resetPassword',
    'recoveryAddress.confirm',
    'recoveryAddress.remove',
    'user.setPassword',
    'user.unlock',
    'user.endSessions',
    'sign-in-link.create',
    'sign-in-link.use',
    'closure.request',
    'closure.withdraw',
    'closure.refuse',
    'profile.update',
    'bankAccount.insert',
    'bankAccount.update',
    'bankAccount.delete',
  ],
  notes: ['note.insert', 'note.delete'],
};

const BEYOND_ALL = 999_999_999_999_999;

interface Place {
  beforeSeq: number;
  after: Position;
}

interface PageRequest {
  userId: UserId;
  kind: TimelineKind | 'all';
  cursor?: string | undefined;
  limit: number;
}

/** Merges the user's audit chain, which records all actions by and on the user, with their logins. */
export async function listTimeline(
  { db }: Pick<Deps, 'db'>,
  reader: UserId,
  { userId, kind, cursor, limit }: PageRequest,
): Promise<{ rows: TimelineRow[]; nextCursor: string | undefined }> {
  if (!(await isUser(db.query, userId))) throw appError('USER_NOT_FOUND');
  const from = readPlace(cursor);
  const actions = kind === 'all' || kind === 'signIns' ? undefined : ACTIONS[kind];
  const wanted = { userId, beforeSeq: from.beforeSeq, limit: limit + 1 };
  const [records, signIns] = await Promise.all([
    kind === 'signIns' ? [] : selectRecords(db.query, { ...wanted, actions }),
    actions ? [] : selectSignIns(db.query, { userId, after: from.after, limit: limit + 1 }),
  ]);
  const page = merge(records, signIns, limit);
  const read = readOf(page, from);
  const rows = page.map((row) => (isRecord(row) ? toRow(row, reader) : toSignIn(row)));
  if (records.length + signIns.length > limit) return { rows, nextCursor: writePlace(read) };
  const scanEnd = actions && (await findScanEnd(db.query, wanted));
  const nextCursor = scanEnd ? writePlace({ ...read, beforeSeq: scanEnd }) : undefined;
  return { rows, nextCursor };
}

type Found = RecordRow | SignInRow;
const isRecord = (row: Found): row is RecordRow => 'seq' in row;

/** Keeps the order within each: a chain is ordered by sequence number, even if clocks differ. */
function merge(records: RecordRow[], signIns: SignInRow[], limit: number): Found[] {
  const [left, right] = [[...records], [...signIns]];
  const merged: Found[] = [];
  while (merged.length < limit) {
    const [record, signIn] = [left[0], right[0]];
    const isNewer = record && (!signIn || record.createdAt >= signIn.at);
    const next = isNewer ? left.shift() : right.shift();
    if (!next) break;
    merged.push(next);
  }
  return merged;
}

function readOf(page: Found[], from: Place): Place {
  const lastRecord = page.findLast(isRecord);
  const lastSignIn = page.findLast((row): row is SignInRow => !isRecord(row));
  return { beforeSeq: lastRecord?.seq ?? from.beforeSeq, after: lastSignIn ?? from.after };
}

function toRow(row: RecordRow, reader: UserId): TimelineRow {
  const { seq: _, request, noteText, noteAuthorId, ...record } = row;
  const note = noteText === null ? null : { text: noteText, isOwn: noteAuthorId === reader };
  const { id, createdAt: at } = record;
  return { id, at, kind: kindOf(record.action), record, request, note, signIn: null };
}

function kindOf(action: string): TimelineKind | null {
  const kinds = Object.entries(ACTIONS) as [TimelineKind, readonly string[]][];
  return kinds.find(([, actions]) => actions.includes(action))?.[0] ?? null;
}

function toSignIn({ id, at, ip, userAgent }: SignInRow): TimelineRow {
  const signIn = { ip, userAgent };
  return { id, at, kind: 'signIns', record: null, request: null, note: null, signIn };
}

function writePlace({ beforeSeq, after }: Place): string {
  return `${beforeSeq}.${toCursor(after)}`;
}

function readPlace(cursor: string | undefined): Place {
  if (cursor === undefined) return { beforeSeq: BEYOND_ALL, after: NEWEST };
  const [, beforeSeq = '', rest] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? [];
  const after = fromCursor(rest);
  if (!after) throw appError('INVALID_INPUT', { field: 'cursor' });
  return { beforeSeq: Number(beforeSeq), after };
}
