import type { ChangeKind } from '#contract/notifications/rules.ts';

interface ChangeTexts {
  title: string;
  /** To the person concerned. */
  own?: string;
  /** To the other administrators. */
  others: string;
  /** Other administrators are notified even if the person concerned is a user. */
  forAdmins?: true;
  /** The administrator who made the change is notified too: it may have been another person with a stolen session. */
  forActor?: true;
  /** Equal changes within this time are one notification while it is unread. */
  mergedMs?: number;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** These texts are catalogue keys. Users do not learn which administrator it was. */
export const texts: Record<ChangeKind, ChangeTexts> = {
  passwordSet: {
    title: 'New password',
    own: 'An admin set a new password for your account. If you did not ask for it, contact support.',
    others: '{{actor}} set a new password for {{person}}.',
  },
  passwordChanged: {
    title: 'Password changed',
    own: 'The password of your account was changed. If you did not do this, contact support immediately.',
    others: '{{person}} changed the password of the own account.',
  },
  passwordReset: {
    title: 'Password reset',
    own: 'The password of your account was reset with a link from an email. If you did not do this, contact support immediately.',
    others: '{{person}} reset the password of the own account.',
  },
  recoveryAddressChanged: {
    title: 'Recovery email changed',
    own: 'The recovery email of your account was changed. If you did not do this, contact support immediately.',
    others: '{{person}} changed the recovery email of the own account.',
  },
  recoveryAddressRemoved: {
    title: 'Recovery email removed',
    own: 'The recovery email of your account was removed. If you did not do this, contact support immediately.',
    others: '{{person}} removed the recovery email of the own account.',
  },
  secondFactorAdded: {
    title: 'Second factor added',
    own: 'A second factor was added to your account. If you did not do this, contact support immediately.',
    others: '{{person}} added a second factor to the own account.',
  },
  secondFactorRemoved: {
    title: 'Second factor removed',
    own: 'A second factor was removed from your account. If you did not do this, contact support immediately.',
    others: '{{person}} removed a second factor from the own account.',
  },
  secondFactorsReset: {
    title: 'Second factors reset',
    own: 'An admin removed the second factors of your account. If you did not ask for it, contact support immediately.',
    others: '{{actor}} removed the second factors of {{person}}.',
    forAdmins: true,
  },
  secondFactorPaused: {
    title: 'Wrong codes entered',
    own: 'Someone entered five wrong codes for your account, and has to wait now. They may know your password. If it was not you, change your password immediately.',
    others: 'Someone entered five wrong codes for the account {{person}}.',
  },
  recoveryCodesReplaced: {
    title: 'New recovery codes',
    own: 'The recovery codes of your account were replaced. If you did not do this, contact support immediately.',
    others: '{{person}} replaced the recovery codes of the own account.',
  },
  recoveryCodeUsed: {
    title: 'Recovery code used',
    own: 'Someone used a recovery code of your account. Codes left: {{remaining}}. If it was not you, change your password immediately.',
    others: '{{person}} used a recovery code of the own account.',
  },
  roleChanged: {
    title: 'Role changed',
    own: 'An admin changed the role of your account.',
    others: '{{actor}} changed the role of {{person}}.',
    forAdmins: true,
  },
  adminCreated: {
    title: 'New admin',
    others: '{{actor}} created the admin account {{person}}.',
    forAdmins: true,
  },
  accountFrozen: {
    title: 'Account frozen',
    own: 'An admin froze your account. You can see everything, but not deposit, withdraw or change bank accounts. Reason: {{reason}}',
    others: '{{actor}} froze the account {{person}}.',
  },
  accountUnfrozen: {
    title: 'Account unfrozen',
    own: 'You can use your account again. Reason: {{reason}}',
    others: '{{actor}} unfroze the account {{person}}.',
  },
  newDevice: {
    title: 'Login from a new device',
    own: 'Someone logged in to your account from a new device or browser. If it was not you, change your password immediately.',
    others: '{{person}} logged in from a new device or browser.',
  },
  sessionsEnded: {
    title: 'Sessions ended',
    own: 'An admin logged you out in one or more browsers. The page Security lists where you are logged in.',
    others: '{{actor}} ended sessions of {{person}}.',
  },
  bankAccountAdded: {
    title: 'Bank accounts changed',
    own: 'A bank account was added to your profile. If you did not do this, contact support immediately.',
    others: '{{person}} changed the bank accounts of the own profile.',
  },
  bankAccountRemoved: {
    title: 'Bank accounts changed',
    own: 'A bank account was removed from your profile. If you did not do this, contact support immediately.',
    others: '{{person}} changed the bank accounts of the own profile.',
  },
  defaultBankAccountChanged: {
    title: 'Bank accounts changed',
    own: 'Your default bank account was changed. If you did not do this, contact support immediately.',
    others: '{{person}} changed the bank accounts of the own profile.',
  },
  apiKeyCreated: {
    title: 'API key created',
    own: 'An API key was created with your account. If you did not do this, revoke it and change your password immediately.',
    others: '{{actor}} created an API key.',
    forAdmins: true,
  },
  apiKeyRevoked: {
    title: 'API key revoked',
    own: 'An API key of your account was revoked.',
    others: '{{actor}} revoked an API key of {{person}}.',
    forAdmins: true,
  },
  webhooksChanged: {
    title: 'Webhooks changed',
    others: '{{actor}} changed the webhooks.',
    forAdmins: true,
  },
  qrCodesChanged: {
    title: 'Payment QR codes changed',
    others: '{{actor}} changed the QR codes that users pay to.',
    forAdmins: true,
  },
  depositAccountsChanged: {
    title: 'Bank accounts for deposits changed',
    others: '{{actor}} changed the bank accounts that users pay to.',
    forAdmins: true,
  },
  settingsChanged: {
    title: 'Settings changed',
    others: '{{actor}} changed the settings.',
    forAdmins: true,
  },
  approvalRulesChanged: {
    title: 'Rules for second approvals changed',
    others: '{{actor}} changed the rules for second approvals.',
    forAdmins: true,
  },
  adminActivated: {
    title: 'Admin activated',
    others: '{{actor}} activated the admin account {{person}}.',
    forAdmins: true,
  },
  adminDeactivated: {
    title: 'Admin deactivated',
    others: '{{actor}} deactivated the admin account {{person}}.',
    forAdmins: true,
  },
  adminRemoved: {
    title: 'Admin deleted',
    others: '{{actor}} deleted the admin account {{person}}.',
    forAdmins: true,
  },
  apiKeyResumed: {
    title: 'API key resumed',
    own: 'A suspended API key of your account is in use again. If you did not do this, revoke it and change your password immediately.',
    others: '{{actor}} resumed an API key of {{person}}.',
    forAdmins: true,
  },
  webhookResumed: {
    title: 'Webhook resumed',
    others: '{{actor}} switched a webhook on again.',
    forAdmins: true,
  },
  dataDownloaded: {
    title: 'Your data was downloaded',
    own: 'Someone logged in to your account downloaded all your data. If it was not you, change your password immediately.',
    others: '{{person}} downloaded the data of the own account.',
  },
  connectedApproval: {
    title: 'Approved without a second approval',
    others:
      '{{actor}} approved requests of accounts that the same admin created or changed in the last 30 days. No second admin was there to confirm them.',
    forAdmins: true,
    forActor: true,
    mergedMs: DAY_MS,
  },
  statementImported: {
    title: 'Bank statement imported',
    others:
      '{{actor}} imported a bank statement. Its certain matches are approved automatically after the waiting time. If you did not expect it, undo the import.',
    forAdmins: true,
    forActor: true,
  },
  automaticApprovals: {
    title: 'Deposits approved automatically',
    others:
      'Deposits were approved automatically because of a bank statement that {{actor}} imported.',
    forAdmins: true,
    forActor: true,
    mergedMs: HOUR_MS,
  },
  identityLinked: {
    title: 'Account linked',
    own: 'A new way to sign in was linked to your account. If you did not do this, contact support immediately.',
    others: '{{person}} linked a new way to sign in to the own account.',
  },
  identityUnlinked: {
    title: 'Account unlinked',
    own: 'A linked way to sign in was removed from your account. If you did not do this, contact support immediately.',
    others: 'A linked way to sign in was removed from the account {{person}}.',
  },
  roleFollowedGroups: {
    title: 'Role changed',
    own: 'The role of your account was changed, because your groups in the sign-in service have changed.',
    others:
      'The role of {{person}} was changed, because their groups in the sign-in service have changed.',
    forAdmins: true,
  },
};
