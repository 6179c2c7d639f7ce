import type { ChangeKind } from '#contract/notifications/rules.ts';
import type { Notification } from '#contract/notifications/schema.ts';
import { paths } from '#web/lib/page/paths.ts';

/** The titles of notifications about second approvals. */
const APPROVAL_TITLES = [
  'Second approval needed',
  'Approval request confirmed',
  'Approval request rejected',
  'Approval request expired',
  'Approval request failed',
];

const pages: Record<ChangeKind, string> = {
  passwordSet: paths.user.profile,
  passwordChanged: paths.user.profile,
  roleChanged: paths.user.profile,
  secondFactorAdded: paths.user.security,
  secondFactorRemoved: paths.user.security,
  secondFactorsReset: paths.user.security,
  secondFactorPaused: paths.user.security,
  recoveryCodesReplaced: paths.user.security,
  recoveryCodeUsed: paths.user.security,
  adminCreated: paths.admin.users,
  passwordReset: paths.user.profile,
  recoveryAddressChanged: paths.user.profile,
  recoveryAddressRemoved: paths.user.profile,
  accountFrozen: paths.user.profile,
  accountUnfrozen: paths.user.profile,
  newDevice: paths.user.security,
  sessionsEnded: paths.user.security,
  bankAccountAdded: paths.user.bankAccounts,
  bankAccountRemoved: paths.user.bankAccounts,
  defaultBankAccountChanged: paths.user.bankAccounts,
  apiKeyCreated: paths.admin.apiKeys,
  apiKeyRevoked: paths.admin.apiKeys,
  webhooksChanged: paths.admin.webhooks,
  qrCodesChanged: paths.admin.qrCodes,
  depositAccountsChanged: paths.admin.statements,
  settingsChanged: paths.admin.settings,
  approvalRulesChanged: paths.admin.approvals,
  adminActivated: paths.admin.users,
  adminDeactivated: paths.admin.users,
  adminRemoved: paths.admin.users,
  apiKeyResumed: paths.admin.apiKeys,
  webhookResumed: paths.admin.webhooks,
  dataDownloaded: paths.user.profile,
  connectedApproval: paths.admin.transactions,
  statementImported: paths.admin.statements,
  automaticApprovals: paths.admin.reconciliation,
  identityLinked: paths.user.security,
  identityUnlinked: paths.user.security,
  roleFollowedGroups: paths.user.profile,
};

/** Returns the page of what a notification is about, if any. */
export function subjectOf({
  category,
  data,
  titleKey,
}: Pick<Notification, 'category' | 'data' | 'titleKey'>) {
  const { transaction_id: transactionId, change, user_id: userId } = data;
  if (category !== 'system' && typeof transactionId === 'string') {
    return { to: paths.user.passbook, search: { details: transactionId } };
  }
  const { support_message_id: messageId, from_user_id: senderId } = data;
  if (typeof messageId === 'string') return { to: conversationPath(messageId, senderId) };
  if (typeof data.closure_of === 'string') return { to: paths.admin.user(data.closure_of) };
  if (APPROVAL_TITLES.includes(titleKey ?? '')) return { to: paths.admin.approvals };
  const page = new Map<unknown, string>(Object.entries(pages)).get(change);
  if (page === undefined) return undefined;
  // The page of a deleted account does not exist.
  const isGone = change === 'adminRemoved';
  return { to: typeof userId === 'string' && !isGone ? paths.admin.user(userId) : page };
}

/** Administrators' notifications name the sender of the message. */
function conversationPath(id: string, senderId: unknown): string {
  return typeof senderId === 'string'
    ? paths.admin.conversation({ userId: senderId, id })
    : paths.user.conversation(id);
}
