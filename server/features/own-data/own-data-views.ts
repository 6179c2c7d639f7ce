import type { MailPreferences } from '#contract/mails/schema.ts';
import { toDecimal } from '#contract/shared/money.ts';
import { toShownStatus } from '#contract/transactions/states.ts';
import type { Secrets } from '#server/base/secrets.ts';
import { openNumber, readBeneficiary } from '#server/platform/secrets/account-numbers.ts';
import type {
  AccountRow,
  MessageRow,
  OwnDocumentRow,
  ReplyRow,
  RequestRow,
  selectBankAccounts,
} from './own-data.queries.ts';

type BankAccountRow = Awaited<ReturnType<typeof selectBankAccounts>>[number];

export function toProfileFile(row: AccountRow, preferences: MailPreferences): object {
  const { balancePaise, heldPaise, avatarUrl: _, ...account } = row;
  const { topics, hasDigest, pushTopics, hidesDetails } = preferences;
  return {
    ...account,
    emails: { topics, hasDigest },
    notificationsOnDevices: { topics: pushTopics, hidesDetails },
    balance: toDecimal(balancePaise),
    onHold: toDecimal(heldPaise),
    currency: 'INR',
  };
}

/** With the full number; null if its key is missing on this server. */
export function toBankAccountEntry(secrets: Secrets, row: BankAccountRow): object {
  const accountNumber = openNumber(secrets, row.accountNumber, 'bank_accounts', row) ?? null;
  const { userId: _, id, ...account } = row;
  return { id, ...account, accountNumber };
}

/** A message with its replies. Users do not see the name of the administrator. */
export function toMessageEntry(message: MessageRow, replies: readonly ReplyRow[]): object {
  const own = replies.filter(({ messageId }) => messageId === message.id);
  return { ...message, replies: own.map(({ messageId: _, ...reply }) => reply) };
}

/** `file` is the name of the image in the archive; null after it was deleted. */
export function toDocumentEntry(row: OwnDocumentRow): object {
  const { id, kind, lastFour, createdAt, state } = row;
  return { id, kind, lastFour, createdAt, state, file: row.contentType ? documentName(row) : null };
}

export function documentName({
  kind,
  id,
  contentType,
}: Pick<OwnDocumentRow, 'kind' | 'id' | 'contentType'>): string {
  return imageName(`documents/${kind}-${id}`, contentType ?? '');
}

/** `receiptFile` is the name of the receipt in the archive; null without a receipt, or if its file is unknown. */
export function toRequestEntry(secrets: Secrets, row: RequestRow): object {
  const { id, referenceId, type, kind, paymentMethod, userNotes, adminNotes } = row;
  return {
    id,
    referenceId,
    type,
    kind,
    amount: toDecimal(row.amountPaise),
    currency: 'INR',
    status: toShownStatus(row),
    paymentMethod,
    userNotes,
    adminNotes,
    bankAccount: readBeneficiary(secrets, row),
    createdAt: row.createdAt,
    decidedAt: row.decidedAt,
    receiptFile: row.contentType ? receiptName(row) : null,
  };
}

const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

export function receiptName({
  referenceId,
  id,
  contentType,
}: Pick<RequestRow, 'referenceId' | 'id' | 'contentType'>): string {
  // References of imported rows may contain any character.
  const safe = referenceId.replaceAll(/[^\w-]/g, '_');
  const name = safe === referenceId ? safe : `${safe}-${id}`;
  return imageName(`receipts/${name}`, contentType ?? '');
}

export function imageName(name: string, contentType: string): string {
  return `${name}.${ENDINGS[contentType] ?? 'bin'}`;
}
