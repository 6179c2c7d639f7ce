import type { TFunction } from 'i18next';
import { type AuditEntity, auditActions, isAuditAction } from '#contract/audit-actions.ts';
import type { AuditField } from '#contract/audit-details.ts';
import { type SettingKey, settingKeys, settingTable } from '#contract/settings/table.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { limitLabels } from '#web/lib/i18n/verification-labels.ts';

/** Returns the label of an action, or its code if it is unknown. */
export function actionLabel(t: TFunction, action: string): string {
  return isAuditAction(action) ? t(auditActions[action]) : action;
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
    differentPaymentOf: t('Confirmed: different payment than'),
    differentReason: t('Reason'),
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
