import { z } from 'zod';
import { SUSPENSION_REASONS } from './api-keys/rules.ts';
import { apiKey } from './api-keys/schema.ts';
import { APPROVAL_STATES } from './approvals/rules.ts';
import { approvalRule } from './approvals/schema.ts';
import { bank } from './banks/schema.ts';
import { banner } from './banners/schema.ts';
import { BRAND_IMAGES } from './branding/rules.ts';
import { CLOSURE_STATES } from './closures/rules.ts';
import { TOPICS } from './notifications/rules.ts';
import { MATCH_GRADES, MATCH_KINDS } from './reconciliation/rules.ts';
import { FACTOR_KINDS, FACTOR_PROOFS } from './second-factors/rules.ts';
import { PROOF_KINDS } from './sessions/rules.ts';
import { settingSchemas } from './settings/schema.ts';
import { APPROVAL_KINDS, ROLES, USER_STATUSES } from './shared/enums.ts';
import { ADMIN_ROLES } from './shared/permissions.ts';
import { siteUrl } from './site-urls/schema.ts';
import { source } from './sources/schema.ts';
import { statementAccount, statementImport } from './statements/schema.ts';
import { SUPPORT_CATEGORIES } from './support-messages/rules.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from './transactions/rules.ts';
import { VERIFICATION_LEVELS } from './verification-limits/rules.ts';
import { levelLimits } from './verification-limits/schema.ts';
import { DOCUMENT_KINDS, REQUESTABLE_LEVELS } from './verifications/rules.ts';
import { STOP_REASONS } from './webhooks/rules.ts';
import { webhook } from './webhooks/schema.ts';

const nothing = z.object({});
const paise = z.int();
const status = z.enum(TRANSACTION_STATUSES);

const key = apiKey.pick({
  name: true,
  scopes: true,
  lastFour: true,
  expiresAt: true,
  dayPaise: true,
  dayCommands: true,
});
const suspension = z.object({ suspensionReason: z.enum(SUSPENSION_REASONS) });
const account = z.object({
  isDefault: z.boolean(),
  /** Checksum of the saved bank account, in records of its addition. */
  beneficiarySha256: z.string().optional(),
});
const closureDetails = z.object({ state: z.enum(CLOSURE_STATES) });
const qrCode = z.object({
  name: z.string(),
  description: z.string().nullable(),
  qrImageUrl: z.string(),
  isActive: z.boolean(),
  /** Missing in records from before codes had a payee. */
  upiId: z.string().nullable().optional(),
  payeeName: z.string().nullable().optional(),
  merchantCode: z.string().nullable().optional(),
  isSigned: z.boolean().optional(),
});
const depositAccount = z.object({
  accountHolderName: z.string(),
  bankName: z.string(),
  ifscCode: z.string(),
  lastFour: z.string(),
  beneficiarySha256: z.string(),
  isActive: z.boolean(),
});
/** How a person confirmed their identity. */
const proof = { method: z.enum(PROOF_KINDS) };
const reason = z.object({ name: z.string(), isActive: z.boolean() });
const request = z.object({ type: z.enum(TRANSACTION_TYPES), amountPaise: paise, status });
/** The checksum is that of a withdrawal's beneficiary; null if it is unknown because the number's key is missing. */
const newRequest = request.extend({
  referenceId: z.string(),
  beneficiarySha256: z.string().nullable().optional(),
});
const decision = newRequest.extend({ sourceId: z.string().nullable(), withNotes: z.boolean() });
const approvedRequest = decision.extend({
  /** Approved requests with the same receipt, that the administrator confirmed. */
  confirmedDuplicateIds: z.array(z.string()).optional(),
  /** Of an automatic approval: the received money, who imported it and who switched the setting on. */
  lineIds: z.array(z.string()).optional(),
  importedBy: z.string().optional(),
  enabledBy: z.string().nullable().optional(),
});
/** `becauseOf` is the code of an error, or another audit action. */
const cause = { becauseOf: z.string() };
const endpoint = webhook.pick({ url: true, eventTypes: true, isActive: true });
const factor = z.object({ factor: z.enum(FACTOR_KINDS) });
/** The number of codes that can still be used. */
const codes = z.object({ remaining: z.int() });
const approval = z.object({
  kind: z.enum(APPROVAL_KINDS),
  requestedAction: z.string(),
  state: z.enum(APPROVAL_STATES),
  targetId: z.string(),
  amountPaise: paise.nullable(),
  requestedBy: z.string().nullable(),
  /** Number of confirmations that the request needs. */
  approvals: z.int(),
  ...cause,
});
const document = z.object({ documentKind: z.enum(DOCUMENT_KINDS) });
const statementAccountFacts = statementAccount.pick({ name: true, lastFour: true, isActive: true });
const statementImportFacts = statementImport
  .pick({ accountId: true, sha256: true, newLines: true, knownLines: true })
  .extend({ skippedRows: z.int() });
const statementMatchFacts = z.object({
  matchKind: z.enum(MATCH_KINDS),
  lineId: z.string(),
  requestId: z.string().nullable(),
  amountPaise: paise,
  grade: z.enum(MATCH_GRADES),
  bookedOn: z.string(),
  utr: z.string().nullable(),
});
const supportReply = z.object({ category: z.enum(SUPPORT_CATEGORIES), replyId: z.string() });
const verification = z.object({ level: z.enum(REQUESTABLE_LEVELS), documents: z.int() });
const freeze = z.object({ isFrozen: z.boolean() });
/** The checksum of the stored hash, so that a replaced hash is detected. */
const password = { passwordSha256: z.string() };
/** Administrators have an admin role. */
const person = z.object({
  role: z.enum(ROLES),
  adminRole: z.enum(ADMIN_ROLES).optional(),
  status: z.enum(USER_STATUSES),
});

/**
 * A record may have some of the details. They are never secrets, names of people or account numbers, because records
 * outlive the account. Only a deletion has the username, because nothing else names the account then.
 */
export const auditActions = {
  'access.refuse': { entity: 'access', details: z.object({ attempts: z.int(), ...cause }) },
  'accountNumber.search': { entity: 'accountNumber', details: nothing },
  'accountNumber.view': { entity: 'accountNumber', details: nothing },
  'adjustment-reason.insert': { entity: 'adjustment-reason', details: reason },
  'adjustment-reason.update': { entity: 'adjustment-reason', details: reason },
  'api-key.insert': { entity: 'api-key', details: key },
  'api-key.revoke': { entity: 'api-key', details: key },
  'api-key.suspend': { entity: 'api-key', details: suspension },
  'api-key.resume': { entity: 'api-key', details: key },
  'approval.request': { entity: 'approval', details: approval },
  'approval.confirm': { entity: 'approval', details: approval },
  'approval.refuse': { entity: 'approval', details: approval },
  'approval.withdraw': { entity: 'approval', details: approval },
  'approval.expire': { entity: 'approval', details: approval },
  'approval.fail': { entity: 'approval', details: approval },
  /** An operator on the server's command line did without the second approval that a rule requires. */
  'approval.bypass': { entity: 'approval', details: approval },
  'approval-rule.update': { entity: 'approval-rule', details: approvalRule },
  'bank.insert': { entity: 'bank', details: bank },
  'bank.update': { entity: 'bank', details: bank },
  'bank.delete': { entity: 'bank', details: bank },
  'bankAccount.insert': { entity: 'bankAccount', details: account },
  'bankAccount.update': { entity: 'bankAccount', details: account },
  'bankAccount.delete': { entity: 'bankAccount', details: account },
  'banner.insert': { entity: 'banner', details: banner },
  'banner.update': { entity: 'banner', details: banner },
  'banner.delete': { entity: 'banner', details: banner },
  'banner.reorder': { entity: 'banner', details: z.object({ ids: z.array(z.string()) }) },
  'carousel.update': {
    entity: 'carousel',
    details: z.object({ slideSeconds: z.int().nullable() }),
  },
  'closure.request': { entity: 'closure', details: closureDetails },
  'closure.withdraw': { entity: 'closure', details: closureDetails },
  'closure.refuse': { entity: 'closure', details: closureDetails },
  'command.run': { entity: 'command', details: nothing },
  'document.insert': { entity: 'document', details: document },
  'document.delete': { entity: 'document', details: document },
  'document.view': { entity: 'document', details: nothing },
  'export.create': { entity: 'export', details: z.object({ filters: z.string() }) },
  'receipt.view': { entity: 'receipt', details: nothing },
  'second-factor.insert': { entity: 'second-factor', details: factor },
  'second-factor.rename': { entity: 'second-factor', details: factor },
  /** Of another user, who has lost them. */
  'second-factor.reset': { entity: 'second-factor', details: nothing },
  'second-factor.delete': { entity: 'second-factor', details: factor },
  'recovery-codes.use': { entity: 'recovery-codes', details: codes },
  'recovery-codes.replace': { entity: 'recovery-codes', details: codes },
  'session.start': {
    entity: 'session',
    /** Without `method`, the person used the credentials of the wallet. */
    details: z.object({ secondFactor: z.enum(FACTOR_PROOFS), method: z.enum(['provider']) }),
  },
  /** Its owner ended a session. */
  'session.end': { entity: 'session', details: nothing },
  /** The person confirmed their identity, or presented a wrong proof. */
  'session.confirm': { entity: 'session', details: z.object(proof) },
  'session.confirmFail': { entity: 'session', details: z.object({ attempts: z.int(), ...proof }) },
  /** `typed` is the entered username, which may not exist. */
  'session.fail': {
    entity: 'session',
    details: z.object({ attempts: z.int(), typed: z.string() }),
  },
  /** A program made a link that signs the user in; the user opened it. */
  'sign-in-link.create': { entity: 'sign-in-link', details: z.object({ apiKeyId: z.string() }) },
  'sign-in-link.use': { entity: 'sign-in-link', details: z.object({ apiKeyId: z.string() }) },
  'recoveryAddress.request': { entity: 'recoveryAddress', details: nothing },
  'recoveryAddress.confirm': { entity: 'recoveryAddress', details: nothing },
  'recoveryAddress.remove': { entity: 'recoveryAddress', details: nothing },
  'settings.update': { entity: 'settings', details: z.object(settingSchemas) },
  'brand-image.update': {
    entity: 'brand-image',
    details: z.object({ image: z.enum(BRAND_IMAGES), fileId: z.string().nullable() }),
  },
  /** A person linked or unlinked the account of a sign-in provider, or an administrator removed the link. */
  'identity.link': { entity: 'identity', details: nothing },
  'identity.unlink': { entity: 'identity', details: nothing },
  'note.insert': { entity: 'note', details: nothing },
  'deposit-account.insert': { entity: 'deposit-account', details: depositAccount },
  'deposit-account.update': { entity: 'deposit-account', details: depositAccount },
  'note.delete': { entity: 'note', details: nothing },
  'profile.update': { entity: 'profile', details: z.object({ fields: z.array(z.string()) }) },
  'qr-code.insert': { entity: 'qr-code', details: qrCode },
  'qr-code.update': { entity: 'qr-code', details: qrCode },
  'qr-code.delete': { entity: 'qr-code', details: qrCode },
  'rejection-reason.insert': { entity: 'rejection-reason', details: reason },
  'rejection-reason.update': { entity: 'rejection-reason', details: reason },
  'site-url.insert': { entity: 'site-url', details: siteUrl },
  'site-url.update': { entity: 'site-url', details: siteUrl },
  'site-url.delete': { entity: 'site-url', details: siteUrl },
  'source.insert': { entity: 'source', details: source },
  'source.update': { entity: 'source', details: source },
  'source.delete': { entity: 'source', details: source },
  'statement-account.insert': { entity: 'statement-account', details: statementAccountFacts },
  'statement-account.update': { entity: 'statement-account', details: statementAccountFacts },
  'statement.import': { entity: 'statement', details: statementImportFacts },
  'statement.undo': { entity: 'statement', details: statementImportFacts },
  'statement-mapping.save': { entity: 'statement-mapping', details: nothing },
  /** Money of a line of a bank statement is that of a request, or not for us. The line's day and UTR are evidence. */
  'statement-match.accept': { entity: 'statement-match', details: statementMatchFacts },
  'statement-match.undo': { entity: 'statement-match', details: statementMatchFacts },
  /** A person said that a proposed match is wrong, or that it is not. */
  'statement-match.dismiss': { entity: 'statement-match', details: statementMatchFacts },
  'statement-match.restore': { entity: 'statement-match', details: statementMatchFacts },
  'support.send': {
    entity: 'support',
    details: z.object({ category: z.enum(SUPPORT_CATEGORIES) }),
  },
  /** Of the user, in the conversation that the message began. */
  'support.reply': { entity: 'support', details: supportReply },
  'support.answer': { entity: 'support', details: supportReply },
  /** Closed by an administrator without an answer. */
  'support.close': {
    entity: 'support',
    details: z.object({ category: z.enum(SUPPORT_CATEGORIES) }),
  },
  'transaction.request': {
    entity: 'transaction',
    /** The key of the program that made the request for the user. */
    details: newRequest.extend({ apiKeyId: z.string().optional() }),
  },
  'transaction.import': {
    entity: 'transaction',
    details: newRequest.extend({
      decidedBy: z.string().nullable(),
      decidedAt: z.date().nullable(),
    }),
  },
  'transaction.approve': { entity: 'transaction', details: approvedRequest },
  'transaction.reject': { entity: 'transaction', details: decision.extend(cause) },
  /** The owner's. */
  'transaction.cancel': { entity: 'transaction', details: newRequest },
  'transaction.replaceReceipt': {
    entity: 'transaction',
    details: z.object({ receiptUrl: z.string() }),
  },
  'transaction.undo': { entity: 'transaction', details: z.object({ status }) },
  'transaction.drop': {
    entity: 'transaction',
    details: z.object({ status, decision: z.string(), ...cause }),
  },
  'verification-limits.update': { entity: 'verification-limits', details: levelLimits },
  'verification.request': { entity: 'verification', details: verification },
  'verification.withdraw': { entity: 'verification', details: verification },
  'verification.grant': { entity: 'verification', details: verification },
  'verification.reject': { entity: 'verification', details: verification },
  /** The images were deleted. */
  'verification.erase': { entity: 'verification', details: verification },
  'webhook.insert': { entity: 'webhook', details: endpoint },
  'webhook.update': { entity: 'webhook', details: endpoint },
  'webhook.delete': { entity: 'webhook', details: endpoint },
  'webhook.stop': {
    entity: 'webhook',
    details: z.object({ isActive: z.boolean(), stopReason: z.enum(STOP_REASONS) }),
  },
  'webhook.test': { entity: 'webhook', details: nothing },
  'webhook.resend': { entity: 'webhook', details: z.object({ delivery: z.string() }) },
  'mail.resend': { entity: 'mail', details: z.object({ topic: z.enum(TOPICS) }) },
  'webhook-secret.update': { entity: 'webhook-secret', details: endpoint },
  'user.create': { entity: 'user', details: person.extend(password) },
  'user.import': { entity: 'user', details: person.extend(password) },
  'user.delete': {
    entity: 'user',
    details: person.extend({
      username: z.string(),
      balancePaise: paise,
      transactions: z.int(),
      closure: z.string().nullable(),
      /** The reference of the closing transaction. */
      referenceId: z.string(),
      rejected: z.int(),
    }),
  },
  /** The retention time of a deleted account has passed: its evidence is erased. */
  'user.erase': { entity: 'user', details: nothing },
  'user.activate': { entity: 'user', details: person },
  'user.deactivate': { entity: 'user', details: person },
  'user.freeze': { entity: 'user', details: freeze },
  'user.unfreeze': { entity: 'user', details: freeze },
  /** `becauseOf` names the sign-in whose groups at the provider lowered the admin role. */
  'user.role': { entity: 'user', details: person.extend(cause) },
  'user.verificationLevel': {
    entity: 'user',
    details: z.object({ verificationLevel: z.enum(VERIFICATION_LEVELS) }),
  },
  'user.password': { entity: 'user', details: z.object(password) },
  'user.requestReset': { entity: 'user', details: nothing },
  'user.resetPassword': { entity: 'user', details: z.object(password) },
  /** Records of earlier versions have no `removesOtherAccess`. */
  'user.setPassword': {
    entity: 'user',
    details: z.object({ ...password, removesOtherAccess: z.boolean() }).partial(),
  },
  'user.unlock': { entity: 'user', details: nothing },
  'user.endSessions': { entity: 'user', details: z.object({ sessions: z.int(), ...cause }) },
  'user.adjustBalance': {
    entity: 'user',
    details: z.object({
      balancePaise: paise,
      transactionId: z.string(),
      referenceId: z.string(),
      withNotes: z.boolean(),
    }),
  },
} as const satisfies Record<string, { entity: string; details: z.ZodObject }>;

export type AuditAction = keyof typeof auditActions;
export type AuditEntity = (typeof auditActions)[AuditAction]['entity'];
export type AuditDetails<Action extends AuditAction> = Partial<
  z.infer<(typeof auditActions)[Action]['details']>
>;
export type AuditField = {
  [Action in AuditAction]: keyof AuditDetails<Action>;
}[AuditAction];
export type AuditedChange = {
  [Action in AuditAction]: {
    action: Action;
    entity: (typeof auditActions)[Action]['entity'];
    before: AuditDetails<Action> | null;
    after: AuditDetails<Action> | null;
  };
}[AuditAction];
/** Entities whose rows administrators insert, update and delete by `recordConfigChange`. */
export type ConfigEntity = {
  [Entity in AuditEntity]: `${Entity}.update` extends AuditAction ? Entity : never;
}[AuditEntity];

export function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(auditActions, action);
}
