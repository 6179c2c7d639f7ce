import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { bankAccounts } from '#server/db/schema/bank-accounts.ts';
import { files } from '#server/db/schema/files.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { userProfiles } from '#server/db/schema/profiles.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { supportMessages, supportReplies } from '#server/db/schema/support-messages.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import { users } from '#server/db/schema/users.ts';
import { verificationDocuments, verificationRequests } from '#server/db/schema/verifications.ts';
import {
  boolean,
  computed,
  integer,
  optional,
  type Selected,
  select,
  selectFirst,
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
  return selectFirst(
    query,
    wholeAccount,
    `FROM users u LEFT JOIN user_profiles p ON p.user_id = u.id
     LEFT JOIN wallet_balances w ON w.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
}

const bankColumns = selectionOf(bankAccounts, 'b', [
  ...(['userId', 'id', 'accountHolderName', 'accountNumber', 'bankName'] as const),
  ...(['ifscCode', 'isDefault', 'createdAt'] as const),
]);

export async function selectBankAccounts(
  query: Query,
  userId: UserId,
): Promise<Selected<typeof bankColumns>[]> {
  return select(
    query,
    bankColumns,
    `FROM bank_accounts b WHERE user_id = $1 AND deleted_at IS NULL
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
  return select(
    query,
    sessionColumns,
    `FROM sessions s WHERE user_id = $1
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
  return select(query, notificationColumns, `FROM notifications n WHERE ${from}`, valuesOf(page));
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
  return select(
    query,
    messageColumns,
    `FROM support_messages m
     WHERE user_id = $1 AND (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT ${PAGE_CONVERSATIONS}`,
    valuesOf(page),
  );
}

/** Returns the replies in these conversations, oldest first. */
export async function selectReplies(
  query: Query,
  { userId, messageIds }: { userId: UserId; messageIds: string[] },
): Promise<ReplyRow[]> {
  return select(
    query,
    replyColumns,
    `FROM support_replies r WHERE user_id = $1 AND message_id = ANY ($2::uuid[])
     ORDER BY created_at, id`,
    [userId, messageIds],
  );
}

const RECEIPT_URL = `coalesce(nullif(t.permanent_receipt_url, ''), nullif(t.receipt_url, ''))`;

const fileColumns = selectionOf(files, 'f', ['storageKey', 'contentType', 'byteSize']);
const requestColumns = together(
  selectionOf(transactions, 't', [
    ...(['userId', 'id', 'referenceId', 'type', 'kind', 'amountPaise', 'status'] as const),
    ...(['paymentMethod', 'userNotes', 'adminNotes', 'beneficiary', 'createdAt'] as const),
    ...(['decidedAt', 'isCancelled'] as const),
  ]),
  computed({ hasReceipt: boolean(`coalesce(${RECEIPT_URL} LIKE '/files/receipts/%', false)`) }),
  optional(fileColumns),
);
export type RequestRow = Selected<typeof requestColumns>;

/** Joins only files of the person. Receipts of imported rows may be on other servers. */
export async function selectRequests(query: Query, page: PageOf): Promise<RequestRow[]> {
  return select(
    query,
    requestColumns,
    `FROM (SELECT * FROM transactions WHERE ${from}) AS t
     LEFT JOIN files f ON f.user_id = t.user_id AND f.kind = 'receipts'
       AND f.id = substring(${RECEIPT_URL} FROM '^/files/receipts/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid
     ORDER BY t.created_at DESC, t.id DESC`,
    valuesOf(page),
  );
}

export async function findAvatar(
  query: Query,
  userId: UserId,
): Promise<Selected<typeof fileColumns> | undefined> {
  return selectFirst(
    query,
    fileColumns,
    `FROM files f WHERE user_id = $1 AND kind = 'avatars' ORDER BY created_at DESC, id DESC LIMIT 1`,
    [userId],
  );
}

const documentColumns = together(
  selectionOf(verificationDocuments, 'd', ['id', 'kind', 'lastFour', 'createdAt']),
  // Null if it was not sent for review.
  optional(selectionOf(verificationRequests, 'r', ['state'])),
  // Null after the image was deleted.
  optional(together(fileColumns, selectionOf(files, 'f', ['sealedKey']))),
);
export type OwnDocumentRow = Selected<typeof documentColumns>;

/** Returns a person's verification documents, newest first, also those whose image was deleted. */
export async function selectOwnDocuments(query: Query, userId: UserId): Promise<OwnDocumentRow[]> {
  return select(
    query,
    documentColumns,
    `FROM verification_documents d
     LEFT JOIN verification_requests r ON r.user_id = d.user_id AND r.id = d.request_id
     LEFT JOIN files f ON f.id = d.id AND f.user_id = d.user_id AND f.kind = 'documents' AND d.deleted_at IS NULL
     WHERE d.user_id = $1 ORDER BY d.created_at DESC, d.id DESC LIMIT ${MAX_ROWS}`,
    [userId],
  );
}
