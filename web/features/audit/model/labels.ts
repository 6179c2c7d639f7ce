import type { TFunction } from 'i18next';
import type { AuditAction, AuditEntity, AuditField } from '#contract/audit-actions.ts';
import { type SettingKey, settingKeys, settingTable } from '#contract/settings/table.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { limitLabels } from '#web/lib/i18n/verification-labels.ts';

/** Returns the label of an action, or its code if it is unknown. */
export function actionLabel(t: TFunction, action: string): string {
  return new Map(Object.entries(actionLabels(t))).get(action) ?? action;
}

/** Returns the label of an entity, or its code if it is unknown. */
export function entityLabel(t: TFunction, entity: string): string {
  return new Map(Object.entries(entityLabels(t))).get(entity) ?? entity;
}

/** Returns the label of a recorded field, or its name if it is unknown. */
export function fieldLabel(t: TFunction, field: string): string {
  return new Map(Object.entries(fieldLabels(t))).get(field) ?? field;
}

/** Returns the origin of an action: an IP address, or the server's command line. */
export function placeLabel(t: TFunction, ip: string | null): string | null {
  return ip === COMMAND_LINE ? t('Command line') : ip;
}

function actionLabels(t: TFunction): Record<AuditAction, string> {
  return {
    'access.refuse': t('Access refused'),
    'accountNumber.search': t('Account number searched'),
    'accountNumber.view': t('Account number viewed'),
    'adjustment-reason.insert': t('Reason for adjustments added'),
    'adjustment-reason.update': t('Reason for adjustments changed'),
    'api-key.insert': t('API key created'),
    'api-key.revoke': t('API key revoked'),
    'api-key.suspend': t('API key suspended'),
    'api-key.resume': t('API key resumed'),
    'approval.request': t('Second approval requested'),
    'approval.confirm': t('Approval request confirmed'),
    'approval.refuse': t('Approval request rejected'),
    'approval.withdraw': t('Approval request taken back'),
    'approval.expire': t('Approval request expired'),
    'approval.fail': t('Approval request failed'),
    'approval.bypass': t('Second approval skipped'),
    'approval-rule.update': t('Rule for second approvals changed'),
    'bank.insert': t('Bank added'),
    'bank.update': t('Bank updated'),
    'bank.delete': t('Bank deleted'),
    'bankAccount.insert': t('Bank account added'),
    'bankAccount.update': t('Default bank account changed'),
    'bankAccount.delete': t('Bank account deleted'),
    'banner.insert': t('Banner created'),
    'banner.update': t('Banner updated'),
    'banner.delete': t('Banner deleted'),
    'banner.reorder': t('Banners reordered'),
    'identity.link': t('Sign-in account linked'),
    'identity.unlink': t('Sign-in account unlinked'),
    'brand-image.update': t('Logo or icon changed'),
    'carousel.update': t('Carousel settings changed'),
    'recoveryAddress.request': t('Code sent to a new recovery email'),
    'recoveryAddress.confirm': t('Recovery email confirmed'),
    'recoveryAddress.remove': t('Recovery email removed'),
    'settings.update': t('Settings changed'),
    'closure.request': t('Account closure requested'),
    'closure.withdraw': t('Closure request taken back'),
    'closure.refuse': t('Closure request rejected'),
    'command.run': t('Command run on the server'),
    'export.create': t('Data exported'),
    'note.insert': t('Note added'),
    'note.delete': t('Note deleted'),
    'profile.update': t('Profile updated'),
    'qr-code.insert': t('QR code created'),
    'qr-code.update': t('QR code updated'),
    'qr-code.delete': t('QR code deleted'),
    'receipt.view': t('Receipt viewed'),
    'rejection-reason.insert': t('Reason for rejections added'),
    'rejection-reason.update': t('Reason for rejections changed'),
    'recovery-codes.use': t('Recovery code used'),
    'recovery-codes.replace': t('Recovery codes replaced'),
    'second-factor.insert': t('Second factor added'),
    'second-factor.rename': t('Passkey renamed'),
    'second-factor.reset': t('Second factors reset'),
    'second-factor.delete': t('Second factor removed'),
    'session.start': t('Logged in'),
    'session.end': t('Session ended'),
    'session.confirm': t('Identity confirmed'),
    'session.confirmFail': t('Identity not confirmed'),
    'session.fail': t('Login failed'),
    'sign-in-link.create': t('Login link created'),
    'sign-in-link.use': t('Login link used'),
    'site-url.insert': t('Site URL created'),
    'site-url.update': t('Site URL updated'),
    'site-url.delete': t('Site URL deleted'),
    'source.insert': t('Source created'),
    'source.update': t('Source updated'),
    'source.delete': t('Source deleted'),
    'support.send': t('Support message sent'),
    'support.reply': t('Reply to support sent'),
    'support.answer': t('Support message answered'),
    'support.close': t('Support message marked as answered'),
    'transaction.request': t('Transaction requested'),
    'transaction.import': t('Transaction imported'),
    'transaction.approve': t('Transaction approved'),
    'transaction.reject': t('Transaction rejected'),
    'transaction.cancel': t('Request cancelled by its owner'),
    'transaction.replaceReceipt': t('Receipt replaced'),
    'transaction.undo': t('Decision undone'),
    'transaction.drop': t('Decision not carried out'),
    'deposit-account.insert': t('Bank account for deposits added'),
    'deposit-account.update': t('Bank account for deposits changed'),
    'statement-account.insert': t('Bank account of the operator added'),
    'statement-account.update': t('Bank account of the operator changed'),
    'statement.import': t('Bank statement imported'),
    'statement.undo': t('Import of a bank statement undone'),
    'statement-match.accept': t('Received money matched'),
    'statement-match.undo': t('Match of received money undone'),
    'statement-match.dismiss': t('Proposed match dismissed'),
    'statement-match.restore': t('Dismissed match restored'),
    'statement-mapping.save': t('Columns of bank statements saved'),
    'verification-limits.update': t('Limits of a verification level changed'),
    'verification.request': t('Verification requested'),
    'verification.withdraw': t('Verification request taken back'),
    'verification.grant': t('Verification granted'),
    'verification.reject': t('Verification rejected'),
    'verification.erase': t('Documents deleted'),
    'document.insert': t('Document uploaded'),
    'document.delete': t('Document deleted'),
    'document.view': t('Document viewed'),
    'webhook.insert': t('Webhook created'),
    'webhook.update': t('Webhook updated'),
    'webhook.delete': t('Webhook deleted'),
    'webhook.stop': t('Webhook switched off'),
    'webhook.test': t('Test event sent'),
    'webhook.resend': t('Event sent again'),
    'mail.resend': t('Email sent again'),
    'webhook-secret.update': t('Secret of a webhook replaced'),
    'user.create': t('User created'),
    'user.import': t('User imported'),
    'user.delete': t('User deleted'),
    'user.erase': t('Evidence of a deleted account erased'),
    'user.activate': t('User activated'),
    'user.deactivate': t('User deactivated'),
    'user.freeze': t('Account frozen'),
    'user.unfreeze': t('Account unfrozen'),
    'user.role': t('Role changed'),
    'user.verificationLevel': t('Verification level changed'),
    'user.password': t('Password changed'),
    'user.requestReset': t('Link to reset the password sent'),
    'user.resetPassword': t('Password reset by email'),
    'user.setPassword': t('Password set by an administrator'),
    'user.unlock': t('Login unlocked'),
    'user.endSessions': t('Sessions ended'),
    'user.adjustBalance': t('Balance adjusted'),
  };
}

function entityLabels(t: TFunction): Record<AuditEntity, string> {
  return {
    'adjustment-reason': t('Reason for adjustments'),
    'api-key': t('API key'),
    access: t('Request address'),
    accountNumber: t('Transaction'),
    approval: t('Approval request'),
    'approval-rule': t('Rule for second approvals'),
    bank: t('Bank'),
    recoveryAddress: t('Recovery email'),
    mail: t('Email'),
    bankAccount: t('Bank Account'),
    banner: t('Banner'),
    'brand-image': t('Logo and icon'),
    carousel: t('Carousel settings'),
    settings: t('Settings'),
    closure: t('Closure request'),
    command: t('Command'),
    document: t('Document'),
    export: t('File'),
    identity: t('Sign-in account'),
    note: t('Note'),
    profile: t('Profile'),
    'qr-code': t('QR Code'),
    receipt: t('Receipt'),
    'rejection-reason': t('Reason for rejections'),
    'sign-in-link': t('Login link'),
    'site-url': t('Site URL'),
    session: t('Session'),
    'second-factor': t('Second factor'),
    'recovery-codes': t('Recovery codes'),
    source: t('Source'),
    support: t('Support message'),
    transaction: t('Transaction'),
    user: t('User'),
    statement: t('Bank statement'),
    'deposit-account': t('Bank account for deposits'),
    'statement-account': t('Bank account of the operator'),
    'statement-match': t('Received money'),
    'statement-mapping': t('Columns of bank statements'),
    verification: t('Verification'),
    'verification-limits': t('Limits by verification level'),
    webhook: t('Webhook'),
    'webhook-secret': t('Webhook'),
  };
}

function fieldLabels(t: TFunction): Record<AuditField, string> {
  return {
    ...keptFieldLabels(t),
    ...personFieldLabels(t),
    ...moneyFieldLabels(t),
    ...limitLabels(t),
    ...approvalFieldLabels(t),
    ...settingLabels(t),
  };
}

/** Fields of site content. */
function keptFieldLabels(t: TFunction) {
  return {
    id: t('ID'),
    name: t('Name'),
    title: t('Title'),
    description: t('Description'),
    url: t('URL'),
    linkUrl: t('Link URL'),
    image: t('Logo and icon'),
    fileId: t('Image'),
    imageUrl: t('Image'),
    qrImageUrl: t('Image'),
    upiId: t('UPI ID'),
    payeeName: t('Payee name'),
    accountHolderName: t('Account holder name'),
    bankName: t('Bank name'),
    ifscCode: t('IFSC code'),
    merchantCode: t('Merchant category code'),
    isSigned: t('Signed by the bank'),
    code: t('Bank code'),
    displayOrder: t('Display order'),
    ids: t('Order'),
    slideSeconds: t('Slide duration (seconds)'),
    isActive: t('Active'),
    eventTypes: t('Events'),
    ownerId: t('Set up by'),
    delivery: t('Delivery'),
    stopReason: t('Reason'),
    suspensionReason: t('Reason'),
    scopes: t('Permissions'),
    lastFour: t('Last four characters'),
    dayPaise: t('Amount per day'),
    dayCommands: t('Commands per day'),
    expiresAt: t('Expires'),
    createdAt: t('Created'),
    accountId: t('Account'),
    sha256: t('Checksum of the file'),
    newLines: t('New lines'),
    knownLines: t('Known lines'),
    skippedRows: t('Skipped rows'),
  };
}

/** Fields of users and their data. */
function personFieldLabels(t: TFunction) {
  return {
    username: t('Username'),
    role: t('Role'),
    adminRole: t('Admin role'),
    level: t('Verification level'),
    verificationLevel: t('Verification level'),
    isFrozen: t('Frozen'),
    documentKind: t('Kind of document'),
    documents: t('Documents'),
    isDefault: t('Default'),
    category: t('Issue category'),
    replyId: t('Reply'),
    fields: t('Fields changed'),
    firstName: t('First Name'),
    lastName: t('Last Name'),
    email: t('Email'),
    phone: t('Phone'),
    address: t('Address'),
    city: t('City'),
    country: t('Country'),
    avatarUrl: t('Profile picture'),
    language: t('Language'),
  };
}

/** Fields of requests and balances. */
function moneyFieldLabels(t: TFunction) {
  return {
    type: t('Type'),
    status: t('Status'),
    matchKind: t('Kind'),
    lineId: t('Bank statement'),
    requestId: t('Request'),
    grade: t('Certainty'),
    bookedOn: t('Date'),
    utr: t('UTR'),
    amountPaise: t('Amount'),
    referenceId: t('Reference'),
    receiptUrl: t('Receipt image'),
    sourceId: t('Source'),
    withNotes: t('With notes'),
    confirmedDuplicateIds: t('Confirmed: same receipt as'),
    lineIds: t('Lines of bank statements'),
    importedBy: t('Imported by'),
    enabledBy: t('Automatic approvals switched on by'),
    becauseOf: t('Reason'),
    decision: t('Decision'),
    balancePaise: t('Balance'),
    transactionId: t('Transaction ID'),
    transactions: t('Transactions'),
    rejected: t('Requests rejected'),
    closure: t('Closing transaction'),
    beneficiarySha256: t('Checksum of the bank account'),
    apiKeyId: t('API key'),
    passwordSha256: t('Checksum of the password hash'),
    removesOtherAccess: t('Second factors and recovery email removed'),
    decidedBy: t('Administrator'),
    decidedAt: t('Date'),
    sessions: t('Sessions'),
    factor: t('Second factor'),
    secondFactor: t('Second factor'),
    remaining: t('Codes left'),
    attempts: t('Attempts'),
    topic: t('Subject'),
    typed: t('Username as entered'),
    method: t('Method'),
    filters: t('Filters'),
  };
}

/** Fields of second approvals and their rules. */
function approvalFieldLabels(t: TFunction) {
  return {
    kind: t('Kind'),
    requestedAction: t('Action'),
    state: t('State'),
    targetId: t('Concerns'),
    requestedBy: t('Requested by'),
    approvals: t('Confirmations needed'),
    thresholdPaise: t('Above the amount'),
  };
}

function settingLabels(t: TFunction) {
  const entries = settingKeys.map((key) => [key, t(settingTable[key].label)]);
  return Object.fromEntries(entries) as Record<SettingKey, string>; // An entry for each key.
}
