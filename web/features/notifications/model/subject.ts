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
  adminCreated: paths.admin.users,
  accountFrozen: paths.user.profile,
  accountUnfrozen: paths.user.profile,
  newDevice: paths.user.profile,
  bankAccountAdded: paths.user.bankAccounts,
  bankAccountRemoved: paths.user.bankAccounts,
  defaultBankAccountChanged: paths.user.bankAccounts,
  apiKeyCreated: paths.admin.apiKeys,
  apiKeyRevoked: paths.admin.apiKeys,
  webhooksChanged: paths.admin.webhooks,
  qrCodesChanged: paths.admin.qrCodes,
  settingsChanged: paths.admin.settings,
  connectedApproval: paths.admin.transactions,
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
  if (APPROVAL_TITLES.includes(titleKey ?? '')) return { to: paths.admin.approvals };
  const page = new Map<unknown, string>(Object.entries(pages)).get(change);
  if (page === undefined) return undefined;
  return { to: typeof userId === 'string' ? paths.admin.user(userId) : page };
}
