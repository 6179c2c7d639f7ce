import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import type { AuditAction } from './audit-actions.ts';
import { contract } from './contract.ts';
import type { Meta } from './shared/base.ts';
import { ADMIN_ROLES, can } from './shared/permissions.ts';
import { uploads } from './uploads/routes.ts';

/** The audit actions that each command of administrators records. A command without one changes nothing of others. */
const records: Record<string, AuditAction[]> = {
  'apiKeys.create': ['api-key.insert'],
  'apiKeys.resume': ['api-key.resume'],
  'apiKeys.revoke': ['api-key.revoke'],
  'approvals.confirm': ['approval.confirm', 'approval.fail'],
  'approvals.refuse': ['approval.refuse'],
  'approvals.saveRule': ['approval-rule.update'],
  'approvals.withdraw': ['approval.withdraw'],
  'banks.create': ['bank.insert'],
  'banks.remove': ['bank.delete'],
  'banks.update': ['bank.update'],
  'banners.remove': ['banner.delete'],
  'banners.reorder': ['banner.reorder'],
  'banners.setCarousel': ['carousel.update'],
  'banners.update': ['banner.update'],
  'closures.refuse': ['closure.refuse'],
  'mails.resend': ['mail.resend'],
  'depositAccounts.save': ['deposit-account.insert', 'deposit-account.update'],
  'qrCodes.remove': ['qr-code.delete'],
  'qrCodes.update': ['qr-code.update'],
  'reconciliation.accept': ['statement-match.accept', 'transaction.approve'],
  'reconciliation.createDeposit': ['user.adjustBalance', 'statement-match.accept'],
  'reconciliation.markNotOurs': ['statement-match.accept'],
  'reconciliation.match': ['statement-match.accept', 'transaction.approve'],
  'reconciliation.restore': ['statement-match.restore'],
  'reconciliation.undo': ['statement-match.undo', 'statement-match.dismiss', 'transaction.undo'],
  'reconciliation.undoDeposit': ['statement-match.undo', 'user.adjustBalance'],
  'review.claim': [],
  'review.decide': ['transaction.approve', 'transaction.reject'],
  'review.decideOne': ['transaction.approve', 'transaction.reject'],
  'review.undo': ['transaction.undo'],
  'review.undoAll': ['transaction.undo'],
  'profiles.setListLayout': [],
  'savedViews.remove': [],
  'savedViews.rename': [],
  'savedViews.save': [],
  'sessions.endOfUser': ['user.endSessions'],
  'settings.addReason': ['rejection-reason.insert'],
  'settings.removeBrandImage': ['brand-image.update'],
  'settings.save': ['settings.update'],
  'settings.switchReason': ['rejection-reason.update'],
  'siteUrls.create': ['site-url.insert'],
  'siteUrls.remove': ['site-url.delete'],
  'siteUrls.update': ['site-url.update'],
  'sources.create': ['source.insert'],
  'sources.remove': ['source.delete'],
  'sources.update': ['source.update'],
  'supportMessages.answer': ['support.answer'],
  'supportMessages.markAnswered': ['support.close'],
  'timelines.addNote': ['note.insert'],
  'timelines.removeNote': ['note.delete'],
  'users.adjustBalance': ['user.adjustBalance'],
  'users.create': ['user.create'],
  'users.remove': ['user.delete'],
  'users.setFrozen': ['user.freeze', 'user.unfreeze'],
  'users.resetSecondFactors': ['second-factor.reset'],
  'users.setPassword': ['user.setPassword', 'api-key.suspend'],
  'users.setRole': ['user.role', 'webhook.stop'],
  'users.setStatus': ['user.activate', 'user.deactivate', 'webhook.stop'],
  'statements.createAccount': ['statement-account.insert'],
  'statements.undo': ['statement.undo'],
  'statements.updateAccount': ['statement-account.update'],
  'users.setVerificationLevel': ['user.verificationLevel'],
  'verificationLimits.save': ['verification-limits.update'],
  'verifications.decide': ['verification.grant', 'verification.reject', 'user.verificationLevel'],
  'verifications.eraseDocuments': ['verification.erase'],
  'webhooks.create': ['webhook.insert'],
  'webhooks.remove': ['webhook.delete'],
  'webhooks.resend': ['webhook.resend'],
  'webhooks.rotateSecret': ['webhook-secret.update'],
  'webhooks.sendTest': ['webhook.test'],
  'webhooks.update': ['webhook.update'],
  'sessions.createLink': ['sign-in-link.create'],
  'withdrawals.requestFor': ['transaction.request'],
  'POST /api/v1/users/{userId}/deposits': ['transaction.request'],
  'POST /files/banners': ['banner.insert'],
  'POST /files/qr-codes': ['qr-code.insert'],
  'POST /files/statements': ['statement.import', 'statement-mapping.save'],
  'PUT /files/banners/{id}': ['banner.update'],
  'PUT /files/brand-images/{id}': ['brand-image.update'],
  'PUT /files/qr-codes/{id}': ['qr-code.update'],
};

interface Entry extends Pick<Meta, 'permission' | 'approval' | 'stepUp'> {
  name: string;
  isCommand: boolean;
}

function listProcedures(router: object = contract, path: string[] = []): Entry[] {
  return Object.entries(router).flatMap(([name, part]: [string, object]) => {
    if (!isContractProcedure(part)) return listProcedures(part, [...path, name]);
    const { meta, route } = part['~orpc'];
    const { access, permission, approval, stepUp } = meta as Meta;
    const isCommand = route.method !== 'GET';
    return access === 'admin'
      ? [{ name: [...path, name].join('.'), isCommand, permission, approval, stepUp }]
      : [];
  });
}

const files: Entry[] = Object.values(uploads).flatMap(({ method, path, ...upload }) =>
  upload.access === 'admin'
    ? [
        {
          name: `${method} ${path}`,
          isCommand: true,
          permission: upload.permission,
          ...('approval' in upload && { approval: upload.approval }),
          ...('stepUp' in upload && { stepUp: upload.stepUp }),
        },
      ]
    : [],
);
const entries: Entry[] = [
  ...listProcedures(),
  { name: 'GET /files/receipts/{id}', isCommand: false, permission: 'receipts:read' },
  { name: 'GET /files/documents/{id}', isCommand: false, permission: 'documents:read' },
  {
    name: 'GET /files/transactions.csv',
    permission: 'exports:read',
    isCommand: false,
    stepUp: 'always',
  },
  {
    name: 'GET /files/audit.csv',
    permission: 'audit:read',
    isCommand: false,
    stepUp: 'always',
  },
  {
    name: 'GET /files/audit.json',
    permission: 'audit:read',
    isCommand: false,
    stepUp: 'always',
  },
  ...files,
];

const HEAD = `# Permissions

What each [admin role](security.md#admin-roles) may call. ${'`'}contract/${'`'} declares the permission of each procedure and file route, and
${'`'}contract/shared/permissions.ts${'`'} those of each admin role. After a change, write this table by
${'`'}npx vitest run contract/permissions.test.ts -u${'`'}.

*Confirmation*: the person of a session has to have [confirmed their identity](security.md#confirmation-of-identity) within the last
ten minutes. *Above an amount*: if approvals since the last confirmation total more than the setting *Approvals without confirmation*.
*To grant*: to activate, unfreeze or verify an account, but not to restrict it.

| procedure | permission | admin roles | confirmation | second approval | audit actions |
|---|---|---|---|---|---|
`;

const STEP_UPS = {
  always: 'always',
  aboveLimit: 'above an amount',
  withFactor: 'with a second factor',
  granting: 'to grant',
};
const codes = (values: readonly string[] = []) => values.map((value) => `\`${value}\``).join(', ');

test('the documentation lists the permission of every procedure for administrators', async () => {
  const rows = entries.map(({ name, permission, approval, stepUp }) => {
    const roles = ADMIN_ROLES.filter(
      (adminRole) => permission && can({ role: 'admin', adminRole }, permission),
    );
    const who = roles.length === ADMIN_ROLES.length ? 'all' : roles.join(', ');
    const asks = stepUp ? STEP_UPS[stepUp] : '';
    const cells = [codes([name]), codes(permission && [permission]), who, asks];
    return `| ${[...cells, codes(approval), codes(records[name])].join(' | ')} |\n`;
  });
  const docs = new URL('../docs/permissions.md', import.meta.url).pathname;
  await expect(HEAD + rows.join('')).toMatchFileSnapshot(docs);
});

test('the table has the audit actions of every command', () => {
  const commands = entries.filter(({ isCommand }) => isCommand).map(({ name }) => name);
  expect(Object.keys(records).sort()).toEqual(commands.sort());
});
