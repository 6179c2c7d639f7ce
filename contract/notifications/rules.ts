export const NOTIFICATIONS_LIMIT = 50;
/** Most notifications of a person. Unread ones about sensitive changes are kept beyond it, until they are old. */
export const MAX_NOTIFICATIONS = 1000;
export const REMOVAL_UNDO_MS = 60_000;

/** What notifications are about. People choose by topic what they also receive as e-mail. */
export const TOPICS = [
  /** Changes of the own account that may be an attack. They cannot be switched off. */
  'security',
  'deposits',
  'withdrawals',
  'balance',
  'account',
  'support',
  'approvals',
  /** Sensitive changes by other administrators. */
  'changes',
  /** Work for administrators, such as messages and stopped webhooks. */
  'work',
] as const;
export type Topic = (typeof TOPICS)[number];
/** The topics that a person of a role can choose. */
export const TOPICS_OF = {
  user: ['deposits', 'withdrawals', 'balance', 'account', 'support'],
  admin: ['approvals', 'changes', 'work'],
} as const satisfies Record<'user' | 'admin', readonly Exclude<Topic, 'security'>[]>;
export const CHOSEN_TOPICS = [...TOPICS_OF.user, ...TOPICS_OF.admin] as const;
export type ChosenTopic = (typeof CHOSEN_TOPICS)[number];

/** Sensitive changes that people are notified of. */
export const CHANGE_KINDS = [
  'passwordSet',
  'passwordChanged',
  'passwordReset',
  'recoveryAddressChanged',
  'recoveryAddressRemoved',
  'secondFactorAdded',
  'secondFactorRemoved',
  'secondFactorsReset',
  'secondFactorPaused',
  'recoveryCodesReplaced',
  'recoveryCodeUsed',
  'roleChanged',
  'adminCreated',
  'accountFrozen',
  'accountUnfrozen',
  'newDevice',
  'sessionsEnded',
  'bankAccountAdded',
  'bankAccountRemoved',
  'defaultBankAccountChanged',
  'apiKeyCreated',
  'apiKeyRevoked',
  'webhooksChanged',
  'qrCodesChanged',
  'depositAccountsChanged',
  'settingsChanged',
  'approvalRulesChanged',
  'adminActivated',
  'adminDeactivated',
  'adminRemoved',
  'apiKeyResumed',
  'webhookResumed',
  'dataDownloaded',
  'connectedApproval',
  'statementImported',
  'automaticApprovals',
  'identityLinked',
  'identityUnlinked',
  'roleFollowedGroups',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
/** By default, an equal change by the same person within this time adds no notification while the first is unread. */
export const CHANGES_MERGED_MS = 10 * 60_000;
