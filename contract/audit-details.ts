import { z } from 'zod';
import { SUSPENSION_REASONS } from './api-keys/rules.ts';
import { apiKey } from './api-keys/schema.ts';
import { APPROVAL_STATES } from './approvals/rules.ts';
import { approvalRule } from './approvals/schema.ts';
import type { AuditAction, EntityOf } from './audit-actions.ts';
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
import { TRANSACTION_TYPES } from './transactions/rules.ts';
import { TRANSACTION_STATUSES } from './transactions/states.ts';
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
  /** The request that was credited with the reference before, and why this is another payment. */
  differentPaymentOf: z.string().optional(),
  differentReason: z.string().optional(),
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
export const auditDetails = {
  'access.refuse': z.object({ attempts: z.int(), ...cause }),
  'accountNumber.search': nothing,
  'accountNumber.view': nothing,
  'adjustment-reason.insert': reason,
  'adjustment-reason.update': reason,
  'api-key.insert': key,
  'api-key.revoke': key,
  'api-key.suspend': suspension,
  'api-key.resume': key,
  'approval.request': approval,
  'approval.confirm': approval,
  'approval.refuse': approval,
  'approval.withdraw': approval,
  'approval.expire': approval,
  'approval.fail': approval,
  'approval.bypass': approval,
  'approval-rule.update': approvalRule,
  'bank.insert': bank,
  'bank.update': bank,
  'bank.delete': bank,
  'bankAccount.insert': account,
  'bankAccount.update': account,
  'bankAccount.delete': account,
  'banner.insert': banner,
  'banner.update': banner,
  'banner.delete': banner,
  'banner.reorder': z.object({ ids: z.array(z.string()) }),
  'carousel.update': z.object({ slideSeconds: z.int().nullable() }),
  'closure.request': closureDetails,
  'closure.withdraw': closureDetails,
  'closure.refuse': closureDetails,
  'command.run': nothing,
  'document.insert': document,
  'document.delete': document,
  'document.view': nothing,
  'export.create': z.object({ filters: z.string() }),
  'receipt.view': nothing,
  'second-factor.insert': factor,
  'second-factor.rename': factor,
  'second-factor.reset': nothing,
  'second-factor.delete': factor,
  'recovery-codes.use': codes,
  'recovery-codes.replace': codes,
  /** Without `method`, the person used the credentials of the wallet. */
  'session.start': z.object({ secondFactor: z.enum(FACTOR_PROOFS), method: z.enum(['provider']) }),
  'session.end': nothing,
  'session.confirm': z.object(proof),
  'session.confirmFail': z.object({ attempts: z.int(), ...proof }),
  /** `typed` is the entered username, which may not exist. */
  'session.fail': z.object({ attempts: z.int(), typed: z.string() }),
  'sign-in-link.create': z.object({ apiKeyId: z.string() }),
  'sign-in-link.use': z.object({ apiKeyId: z.string() }),
  'recoveryAddress.request': nothing,
  'recoveryAddress.confirm': nothing,
  'recoveryAddress.remove': nothing,
  'settings.update': z.object(settingSchemas),
  'brand-image.update': z.object({ image: z.enum(BRAND_IMAGES), fileId: z.string().nullable() }),
  'identity.link': nothing,
  'identity.unlink': nothing,
  'note.insert': nothing,
  'deposit-account.insert': depositAccount,
  'deposit-account.update': depositAccount,
  'note.delete': nothing,
  'profile.update': z.object({ fields: z.array(z.string()) }),
  'qr-code.insert': qrCode,
  'qr-code.update': qrCode,
  'qr-code.delete': qrCode,
  'rejection-reason.insert': reason,
  'rejection-reason.update': reason,
  'site-url.insert': siteUrl,
  'site-url.update': siteUrl,
  'site-url.delete': siteUrl,
  'source.insert': source,
  'source.update': source,
  'source.delete': source,
  'statement-account.insert': statementAccountFacts,
  'statement-account.update': statementAccountFacts,
  'statement.import': statementImportFacts,
  'statement.undo': statementImportFacts,
  'statement-mapping.save': nothing,
  'statement-match.accept': statementMatchFacts,
  'statement-match.undo': statementMatchFacts,
  'statement-match.dismiss': statementMatchFacts,
  'statement-match.restore': statementMatchFacts,
  'support.send': z.object({ category: z.enum(SUPPORT_CATEGORIES) }),
  'support.reply': supportReply,
  'support.answer': supportReply,
  'support.close': z.object({ category: z.enum(SUPPORT_CATEGORIES) }),
  /** The key of the program that made the request for the user. */
  'transaction.request': newRequest.extend({ apiKeyId: z.string().optional() }),
  'transaction.import': newRequest.extend({
    decidedBy: z.string().nullable(),
    decidedAt: z.date().nullable(),
  }),
  'transaction.approve': approvedRequest,
  'transaction.reject': decision.extend(cause),
  'transaction.cancel': newRequest,
  'transaction.replaceReceipt': z.object({ receiptUrl: z.string() }),
  'transaction.undo': z.object({ status }),
  'transaction.drop': z.object({ status, decision: z.string(), ...cause }),
  'verification-limits.update': levelLimits,
  'verification.request': verification,
  'verification.withdraw': verification,
  'verification.grant': verification,
  'verification.reject': verification,
  'verification.erase': verification,
  'webhook.insert': endpoint,
  'webhook.update': endpoint,
  'webhook.delete': endpoint,
  'webhook.stop': z.object({ isActive: z.boolean(), stopReason: z.enum(STOP_REASONS) }),
  'webhook.test': nothing,
  'webhook.resend': z.object({ delivery: z.string() }),
  'mail.resend': z.object({ topic: z.enum(TOPICS) }),
  'webhook-secret.update': endpoint,
  'user.create': person.extend(password),
  'user.import': person.extend(password),
  'user.delete': person.extend({
    username: z.string(),
    balancePaise: paise,
    transactions: z.int(),
    closure: z.string().nullable(),
    /** The reference of the closing transaction. */
    referenceId: z.string(),
    rejected: z.int(),
  }),
  'user.erase': nothing,
  'user.activate': person,
  'user.deactivate': person,
  'user.freeze': freeze,
  'user.unfreeze': freeze,
  /** `becauseOf` names the sign-in whose groups at the provider lowered the admin role. */
  'user.role': person.extend(cause),
  'user.verificationLevel': z.object({ verificationLevel: z.enum(VERIFICATION_LEVELS) }),
  'user.password': z.object(password),
  'user.requestReset': nothing,
  'user.resetPassword': z.object(password),
  /** Records of earlier versions have no `removesOtherAccess`. */
  'user.setPassword': z.object({ ...password, removesOtherAccess: z.boolean() }).partial(),
  'user.unlock': nothing,
  'user.endSessions': z.object({ sessions: z.int(), ...cause }),
  'user.adjustBalance': z.object({
    balancePaise: paise,
    transactionId: z.string(),
    referenceId: z.string(),
    withNotes: z.boolean(),
  }),
} as const satisfies Record<AuditAction, z.ZodObject>;

export type AuditDetails<Action extends AuditAction> = Partial<
  z.infer<(typeof auditDetails)[Action]>
>;
export type AuditField = {
  [Action in AuditAction]: keyof AuditDetails<Action>;
}[AuditAction];
export type AuditedChange = {
  [Action in AuditAction]: {
    action: Action;
    entity: EntityOf<Action>;
    before: AuditDetails<Action> | null;
    after: AuditDetails<Action> | null;
  };
}[AuditAction];
