import { type Paise, toPaise } from './money.ts';

export const MIN_DEPOSIT: Paise = toPaise(100);
export const MIN_WITHDRAWAL: Paise = toPaise(1000);
export const MAX_SET_BALANCE: Paise = toPaise(1_00_000_00_00_000_00);
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 256;
export const MIN_USERNAME_LENGTH = 3;
export const MAX_USERNAME_LENGTH = 64;
export const MIN_ACCOUNT_NUMBER_LENGTH = 5;
export const MAX_ACCOUNT_NUMBER_LENGTH = 34;
export const MAX_BANK_ACCOUNTS = 50;
export const MAX_NAME_LENGTH = 120;
export const MAX_DESCRIPTION_LENGTH = 500;
export const MAX_NOTES_LENGTH = 1000;
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
export const MAX_UPLOAD_PIXELS = 40_000_000;
/** Maximum width and height in pixels, which is also the limit of WebP. */
export const MAX_UPLOAD_SIDE = 16_384;
/** How many uploads of a user are processed concurrently, and how many may be open. Others wait unread. */
export const MAX_UPLOADS_AT_ONCE = 2;
export const MAX_SENT_UPLOADS = 20;
export const MAX_OPEN_UPLOADS = 100;
/** Storage quota of a user's receipts and avatar: about a thousand receipts. */
export const MAX_STORED_BYTES = 1024 * 1024 * 1024;
/** Maximum number of a user's pending deposits and withdrawals. */
export const MAX_PENDING_REQUESTS = 50;
/** Maximum number of a user's requests that were cancelled within a day after the connection was lost. */
export const MAX_CANCELLED_REQUESTS = 200;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_URL_LENGTH = 2000;
export const MAX_BANNER_BYTES = 10 * 1024 * 1024;
export const MAX_BANNER_WIDTH = 1200;
export const MAX_BANNER_HEIGHT = 600;
export const MIN_CAROUSEL_SECONDS = 5;
export const MAX_CAROUSEL_SECONDS = 60;
export const DEFAULT_CAROUSEL_SECONDS = 10;
/** Display time of a banner until an administrator saves a duration. */
export const UNSAVED_SLIDE_SECONDS = 5;
export const MIN_SOURCE_NAME_LENGTH = 2;
export const MAX_DISPLAY_ORDER = 100_000;
export const MAX_DECISIONS_AT_ONCE = 500;
export const MAX_REJECTION_REASONS = 30;
export const MAX_REASON_LENGTH = 200;
/** Lists with saved views; below, the maximum number of views per administrator and length of a name. */
export const LISTS_WITH_VIEWS = [
  'deposits',
  'withdrawals',
  'transactions',
  'users',
  'audit',
] as const;
export type ListWithViews = (typeof LISTS_WITH_VIEWS)[number];
export const MAX_SAVED_VIEWS = 20;
export const MAX_VIEW_NAME_LENGTH = 60;
/** Filters of a user's timeline. */
export const TIMELINE_KINDS = [
  'requests',
  'decisions',
  'balance',
  'signIns',
  'changes',
  'notes',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
export const MAX_USER_NOTES = 500;
/** Maximum number of webhooks, and how long a replaced secret stays valid next to the new one. */
export const MAX_WEBHOOKS = 10;
export const SECRET_OVERLAP_HOURS = 24;
/** Maximum number of attempts per webhook delivery, and how long results are kept. */
export const MAX_DELIVERY_ATTEMPTS = 11;
export const DELIVERIES_KEPT_DAYS = 30;
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const NOTIFICATIONS_LIMIT = 50;
/** How long a user can undo removing notifications. */
export const REMOVAL_UNDO_MS = 60_000;
export const PAGE_ROWS = 50;
/** Limits of one translation request. */
export const MAX_TRANSLATIONS_AT_ONCE = 50;
export const MAX_TRANSLATED_LENGTH = 500;
export const MAX_PHONE_LENGTH = 30;
export const DEFAULT_PAYMENT_METHOD = 'UPI';
export const DEFAULT_USERNAMES = ['admin', 'demo'] as const;

/** Recorded instead of an IP address if an operator used the server's command line. */
export const COMMAND_LINE = 'command line';
export const SHORT_ID_LENGTH = 8;

export const LANGUAGES = ['en', 'hi', 'te', 'ml', 'ta', 'kn'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Scopes of API keys. A procedure without a scope rejects API keys. */
export const API_SCOPES = [
  'requests:read',
  'requests:decide',
  'users:read',
  'users:write',
  'balances:adjust',
  'content:read',
  'content:write',
  'reports:read',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];
/** `suspended`: the owner is not an active administrator. */
export const API_KEY_STATES = ['active', 'expired', 'revoked', 'suspended'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];
/** Why API keys are suspended: their owner changed the password, or someone else set it. An administrator can resume them. */
export const SUSPENSION_REASONS = ['password_changed', 'password_reset', 'restored'] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];
export const API_KEY_DAYS = [30, 90, 365] as const;
export const MAX_API_KEY_NAME_LENGTH = 60;
/** Maximum number of a user's active API keys, and how many inactive keys the list shows. */
export const MAX_API_KEYS = 20;
export const MAX_ENDED_API_KEYS = 30;
/** Prefix of every API key, so that secret scanners detect leaked keys. */
export const API_KEY_PREFIX = 'wlt_';

export const SUPPORT_CATEGORIES = [
  'deposit',
  'withdrawal',
  'points',
  'account',
  'transaction',
  'balance',
  'technical',
  'other',
] as const;

/**
 * Why the server disabled a webhook: the receiver returned 410, every delivery failed for days, or the responsible
 * administrator was deleted, demoted or deactivated.
 */
export const STOP_REASONS = [
  'gone',
  'failing',
  'owner_deleted',
  'owner_demoted',
  'owner_deactivated',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];
export const USER_STATUSES = ['active', 'inactive'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
export const TRANSACTION_TYPES = ['deposit', 'withdrawal'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const TRANSACTION_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];
export const TRANSACTION_KINDS = ['request', 'adjustment', 'closure'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** Warnings about a request, most serious first. */
export const REQUEST_WARNINGS = [
  'ownRequest',
  'sameReceipt',
  'holderDiffers',
  'accountOfOthers',
  'farAboveUsual',
  'sameAmount',
  'inactiveUser',
  'newAccount',
  'first',
] as const;
export type WarningCode = (typeof REQUEST_WARNINGS)[number];

/** Control characters, and those that change the text direction (Unicode TR 9). */
const INVISIBLE_CHARS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Removes invisible characters from a single-line text; line breaks and tabs become spaces. */
export function toPlainLine(text: string): string {
  return text.replace(/[\t\n\r\u2028\u2029]+/g, ' ').replace(INVISIBLE_CHARS, '');
}

/** Removes invisible characters from a multi-line text; keeps line breaks and tabs. */
export function toPlainText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(INVISIBLE_CHARS, (character) =>
      character === '\n' || character === '\t' ? character : '',
    );
}

/**
 * Characters that make a username look like another or reverse text: controls, direction marks, zero-width
 * characters.
 */
const CONFUSABLE_CHARS =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;

/** Returns true for a username without invisible characters. Does not check its length. */
export function isPlainUsername(username: string): boolean {
  return !CONFUSABLE_CHARS.test(username);
}

/** A local part, one `@`, and a domain of at least two labels. Only a mail server can verify more. */
const EMAIL = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(?:\.[^\s@<>"(),:;[\]\\.]+)+$/u;

export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
}

/** Returns true for 5 to 15 digits (E.164) with common separators. */
export function isPhone(text: string): boolean {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  return digits >= 5 && digits <= 15 && /^\+?[\p{Nd}\s().\-/]+$/u.test(text);
}

/** Returns true for a phone number with ASCII digits only, which a `tel:` link can dial. */
export function isSupportPhone(text: string): boolean {
  return isPhone(text) && /^[ -~]*$/.test(text);
}

const PROCESSING_TIME = /^([1-9]\d?)(?:-([1-9]\d?))? (business days?|hours?)$/;

/** Duration of withdrawals: a number or range of business days or hours. */
export interface ProcessingTime {
  /** `3` or `1-3`, as typed. */
  range: string;
  /** Upper end of the range. */
  most: number;
  unit: 'business days' | 'hours';
}

/** Parses a duration such as `1-3 business days` or `4 hours`. Returns undefined for other text. */
export function parseProcessingTime(text: string): ProcessingTime | undefined {
  const [, from, to = from, unit] = PROCESSING_TIME.exec(text) ?? [];
  if (!from || !to || !unit || Number(from) > Number(to)) return undefined;
  return {
    range: from === to ? from : `${from}-${to}`,
    most: Number(to),
    unit: unit.startsWith('hour') ? 'hours' : 'business days',
  };
}

/** Returns the e-mail address shown for a user who has saved none. It is never saved. */
export function emailPlaceholder(username: string): string {
  return `${username.toLowerCase().replace(/\s+/g, '.')}@wallet.example`;
}

/**
 * Parses a typed http or https address and returns the URL that opens, or undefined. International hosts are
 * returned in ASCII, so that look-alike domains are visible. Addresses with a username are rejected: the name could
 * pass for the host.
 */
export function parseWebUrl(typed: string): string | undefined {
  const text = typed.trim();
  if (hasLongHost(text) || !URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  if (username || password) return undefined;
  // Keep the typed text if only the trailing slash of a bare host differs.
  return href === `${text}/` ? text : href;
}

/** Longer than DNS and a port allow. Parsing an international host takes quadratic time. */
const LONG_HOST = /^[\s\p{Cc}]*\w+:[\s/\\]*[^\s/\\?#]{300}/u;

function hasLongHost(text: string): boolean {
  // The URL parser removes tabs and line breaks anywhere in the address (WHATWG URL, 4.4).
  return LONG_HOST.test(text.replace(/[\t\n\r]/g, ''));
}

/** Indian Financial System Code: four letters, a zero, six letters or digits (RBI). */
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;

export function isIfsc(code: string): boolean {
  return IFSC.test(code);
}

/**
 * Masks an account number for its owner: shows the first and last four characters. For eight or fewer characters,
 * shows only the last four.
 */
export function maskAccountNumber(accountNumber: string): string {
  if (accountNumber.length <= 8) return maskToLastFour(accountNumber);
  const hidden = '•'.repeat(accountNumber.length - 8);
  return `${accountNumber.slice(0, 4)}${hidden}${accountNumber.slice(-4)}`;
}

/** Masks an account number for administrators' lists: shows the last four characters. */
export function maskToLastFour(accountNumber: string): string {
  return `••••${accountNumber.slice(-4)}`;
}

/** Returns the first eight characters of an id, as used in references. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_LENGTH);
}

/**
 * Returns the last eight characters of an id for lists. Ids created in the same minute share their start (UUIDv7).
 */
export function shortIdSuffix(id: string): string {
  return id.slice(-SHORT_ID_LENGTH);
}

export function isDecidable(transaction: { status: TransactionStatus }): boolean {
  return transaction.status === 'pending';
}

/** Returns the amount available for withdrawal: the approved balance minus the holds of pending withdrawals. */
export function availablePaise(wallet: { balancePaise: number; heldPaise: number }): Paise {
  return toPaise(wallet.balancePaise - wallet.heldPaise);
}
