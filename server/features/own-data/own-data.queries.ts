import type { UserId } from '#contract/shared/base.ts';
import type { DocumentKind, VerificationState } from '#contract/verifications/rules.ts';
import type { Query } from '#server/db/database.ts';
import { bankAccounts } from '#server/db/schema/bank-accounts.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { userProfiles } from '#server/db/schema/profiles.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { supportMessages, supportReplies } from '#server/db/schema/support-messages.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import { users } from '#server/db/schema/users.ts';
import {
  computed,
  integer,
  optional,
  type Selected,
  select,
  selectionOf,
  together,
} from '#server/db/selection.ts';
import type { Position } from '#server/platform/lists/cursor.ts';

const PAGE_ROWS = 500;
/** Far above the number of sessions or bank accounts of a person. */
const MAX_ROWS = 5000;

/** A page of a person's rows, newest first, from a position. */
export interface PageOf {
  userId: UserId;
  after: Position;
}

const accountColumns = selectionOf(users, 'u', [
  ...(['id', 'username', 'role', 'status', 'verificationLevel', 'createdAt'] as const),
]);
const profileColumns = selectionOf(userProfiles, 'p', [
  ...(['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'country'] as const),
  ...(['language', 'avatarUrl'] as const),
]);

const wholeAccount = together(
  accountColumns,
  optional(profileColumns),
  computed({
    balancePaise: integer('coalesce(w.balance_paise, 0)'),
    heldPaise: integer('coalesce(w.held_paise, 0)'),
  }),
);

export type AccountRow = Selected<typeof wholeAccount>;

export async function findAccount(query: Query, userId: UserId): Promise<AccountRow | undefined> {
  const [row] = await select(
    query,
    wholeAccount,
    `SELECT ${wholeAccount.sql}
     FROM users u LEFT JOIN user_profiles p ON p.user_id = u.id
     LEFT JOIN wallet_balances w ON w.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
  return row;
}

const bankColumns = selectionOf(bankAccounts, 'b', [
  ...(['userId', 'id', 'accountHolderName', 'accountNumber', 'bankName'] as const),
  ...(['ifscCode', 'isDefault', 'createdAt'] as const),
]);

export async function selectBankAccounts(
  query: Query,
  userId: UserId,
): Promise<Selected<typeof bankColumns>[]> {
  return query(
    `SELECT ${bankColumns.sql} FROM bank_accounts b WHERE user_id = $1 AND deleted_at IS NULL
     ORDER BY created_at DESC, id DESC LIMIT ${MAX_ROWS}`,
    [userId],
  );
}

const sessionColumns = selectionOf(sessions, 's', [
  ...(['createdAt', 'lastSeenAt', 'expiresAt', 'endedAt', 'endedReason'] as const),
  ...(['ip', 'userAgent'] as const),
]);

export async function selectSessions(
  query: Query,
  userId: UserId,
): Promise<Selected<typeof sessionColumns>[]> {
  return query(
    `SELECT ${sessionColumns.sql} FROM sessions s WHERE user_id = $1
     ORDER BY created_at DESC, id DESC LIMIT ${MAX_ROWS}`,
    [userId],
  );
}

const from = `user_id = $1 AND (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT ${PAGE_ROWS}`;
const valuesOf = ({ userId, after }: PageOf) => [userId, after.at, after.id];

const notificationColumns = selectionOf(notifications, 'n', [
  ...(['id', 'title', 'message', 'type', 'category', 'read', 'createdAt'] as const),
]);

export async function selectNotifications(
  query: Query,
  page: PageOf,
): Promise<Selected<typeof notificationColumns>[]> {
  return query(
    `SELECT ${notificationColumns.sql} FROM notifications n WHERE ${from}`,
    valuesOf(page),
  );
}

const messageColumns = selectionOf(supportMessages, 'm', [
  ...(['id', 'name', 'email', 'category', 'subject', 'message', 'createdAt'] as const),
]);
const replyColumns = selectionOf(supportReplies, 'r', [
  ...(['messageId', 'isFromSupport', 'text', 'createdAt'] as const),
]);
/** A conversation has up to 50 long replies, which are read with it. */
const PAGE_CONVERSATIONS = 10;

export type MessageRow = Selected<typeof messageColumns>;
export type ReplyRow = Selected<typeof replyColumns>;

export async function selectMessages(query: Query, page: PageOf): Promise<MessageRow[]> {
  return query(
    `SELECT ${messageColumns.sql} FROM support_messages m
     WHERE user_id = $1 AND (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT ${PAGE_CONVERSATIONS}`,
    valuesOf(page),
  );
}

/** Returns the replies in these conversations, oldest first. */
export async function selectReplies(
  query: Query,
  { userId, messageIds }: { userId: UserId; messageIds: string[] },
): Promise<ReplyRow[]> {
  return query(
    `SELECT ${replyColumns.sql} FROM support_replies r WHERE user_id = $1 AND message_id = ANY ($2::uuid[])
     ORDER BY created_at, id`,
    [userId, messageIds],
  );
}

const requestColumns = selectionOf(transactions, 't', [
  ...(['userId', 'id', 'referenceId', 'type', 'kind', 'amountPaise', 'status'] as const),
  ...(['paymentMethod', 'userNotes', 'adminNotes', 'beneficiary', 'createdAt'] as const),
  ...(['decidedAt', 'isCancelled'] as const),
]);

/** The stored image of a receipt; null without a receipt. */
export interface ReceiptFile {
  storageKey: string | null;
  contentType: string | null;
  byteSize: number | null;
}
export type RequestRow = Selected<typeof requestColumns> & ReceiptFile & { hasReceipt: boolean };

const RECEIPT_URL = `coalesce(nullif(t.permanent_receipt_url, ''), nullif(t.receipt_url, ''))`;

/** Joins only files of the person. Receipts of imported rows may be on other servers. */
export async function selectRequests(query: Query, page: PageOf): Promise<RequestRow[]> {
  return query(
    `SELECT ${requestColumns.sql}, coalesce(${RECEIPT_URL} LIKE '/files/receipts/%', false) AS "hasReceipt",
       f.storage_key AS "storageKey", f.content_type AS "contentType", f.byte_size AS "byteSize"
     FROM (SELECT * FROM transactions WHERE ${from}) AS t
     LEFT JOIN files f ON f.user_id = t.user_id AND f.kind = 'receipts'
       AND f.id = substring(${RECEIPT_URL} FROM '^/files/receipts/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid
     ORDER BY t.created_at DESC, t.id DESC`,
    valuesOf(page),
  );
}

export async function findAvatar(
  query: Query,
  userId: UserId,
): Promise<{ storageKey: string; contentType: string; byteSize: number } | undefined> {
  const [row] = await query<{ storageKey: string; contentType: string; byteSize: number }>(
    `SELECT storage_key AS "storageKey", content_type AS "contentType", byte_size AS "byteSize"
     FROM files WHERE user_id = $1 AND kind = 'avatars' ORDER BY created_at DESC, id DESC LIMIT 1`,
    [userId],
  );
  return row;
}

export interface OwnDocumentRow {
  id: string;
  kind: DocumentKind;
  lastFour: string | null;
  createdAt: Date;
  /** Null if it was not sent for review. */
  state: VerificationState | null;
  /** The stored image; null after it was deleted. */
  storageKey: string | null;
  contentType: string | null;
  byteSize: number | null;
  sealedKey: string | null;
}

/** Returns a person's verification documents, newest first, also those whose image was deleted. */
export async function selectOwnDocuments(query: Query, userId: UserId): Promise<OwnDocumentRow[]> {
  return query(
    `SELECT d.id, d.kind, d.last_four AS "lastFour", d.created_at AS "createdAt", r.state,
       f.storage_key AS "storageKey", f.content_type AS "contentType", f.byte_size AS "byteSize", f.sealed_key AS "sealedKey"
     FROM verification_documents d
     LEFT JOIN verification_requests r ON r.user_id = d.user_id AND r.id = d.request_id
     LEFT JOIN files f ON f.id = d.id AND f.user_id = d.user_id AND f.kind = 'documents' AND d.deleted_at IS NULL
     WHERE d.user_id = $1 ORDER BY d.created_at DESC, d.id DESC LIMIT ${MAX_ROWS}`,
    [userId],
  );
}
