import { type Paise, toPaise } from './money.ts';

/** Limits of section 9 of the specification, in the units their names say. */
export const MIN_DEPOSIT: Paise = toPaise(100);
export const MIN_WITHDRAWAL: Paise = toPaise(1000);
/** The highest amount of one deposit until an administrator has saved another, and how high that may be. */
export const DEFAULT_MAX_DEPOSIT: Paise = toPaise(1_00_00_000_00);
export const HIGHEST_MAX_DEPOSIT: Paise = toPaise(1000_00_00_000_00);
/** The highest balance that an administrator can set. */
export const MAX_SET_BALANCE: Paise = toPaise(1_00_000_00_00_000_00);
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 256;
export const MIN_USERNAME_LENGTH = 3;
export const MAX_USERNAME_LENGTH = 64;
export const MIN_ACCOUNT_NUMBER_LENGTH = 5;
export const MAX_ACCOUNT_NUMBER_LENGTH = 34;
/** How many bank accounts a person may keep at once; one more is refused. */
export const MAX_BANK_ACCOUNTS = 50;
export const MAX_NAME_LENGTH = 120;
export const MAX_DESCRIPTION_LENGTH = 500;
export const MAX_NOTES_LENGTH = 1000;
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
export const MAX_UPLOAD_PIXELS = 40_000_000;
/** Longer than any screen's picture, even one scrolled through; the most that WebP has. */
export const MAX_UPLOAD_SIDE = 16_384;
/** How many uploads of a person are taken at once, and how many may be sent: the others wait unread. */
export const MAX_UPLOADS_AT_ONCE = 2;
export const MAX_SENT_UPLOADS = 20;
/** How many uploads a server takes at once from everyone. */
export const MAX_OPEN_UPLOADS = 100;
/** What a person's receipts and picture may take together: some thousand receipts. */
export const MAX_STORED_BYTES = 1024 * 1024 * 1024;
/** How many deposits and withdrawals of a person may wait for a decision at once. */
export const MAX_PENDING_REQUESTS = 50;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_URL_LENGTH = 2000;
export const MAX_BANNER_BYTES = 10 * 1024 * 1024;
export const MAX_BANNER_WIDTH = 1200;
export const MAX_BANNER_HEIGHT = 600;
export const MIN_CAROUSEL_SECONDS = 5;
export const MAX_CAROUSEL_SECONDS = 60;
export const DEFAULT_CAROUSEL_SECONDS = 10;
/** How long a banner is shown until an administrator has saved a duration. */
export const UNSAVED_SLIDE_SECONDS = 5;
export const MIN_SOURCE_NAME_LENGTH = 2;
export const MAX_DISPLAY_ORDER = 100_000;
export const MAX_DECISIONS_AT_ONCE = 500;
/** For how long a decision of the desk can be undone, until an administrator has saved another time, and at most. */
export const DEFAULT_UNDO_SECONDS = 5;
export const MAX_UNDO_SECONDS = 60;
/** How long requests should wait at most, in minutes, until an administrator has saved another time, and its bounds. */
export const DEFAULT_TARGET_MINUTES = 24 * 60;
export const MIN_TARGET_MINUTES = 5;
export const MAX_TARGET_MINUTES = 7 * 24 * 60;
/** How many canned reasons for rejections there may be, and how long each. */
export const MAX_REJECTION_REASONS = 30;
export const MAX_REASON_LENGTH = 200;
/** The lists whose filters can be saved, how many views an administrator has, and how long their names are. */
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
/** What a person's line of time can be narrowed to. */
export const TIMELINE_KINDS = [
  'requests',
  'decisions',
  'balance',
  'signIns',
  'changes',
  'notes',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
/** How many notes administrators can keep on one user. */
export const MAX_USER_NOTES = 500;
/** How many webhooks there may be, and for how long a replaced secret signs beside the new one. */
export const MAX_WEBHOOKS = 10;
export const SECRET_OVERLAP_HOURS = 24;
/** How often a delivery is tried, and how long what became of it is kept. */
export const MAX_DELIVERY_ATTEMPTS = 11;
export const DELIVERIES_KEPT_DAYS = 30;
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const NOTIFICATIONS_LIMIT = 50;
/** For so long the server can bring back notifications that their reader removed. */
export const REMOVAL_UNDO_MS = 60_000;
/** How many rows a page of a list has unless fewer or more are asked for. */
export const PAGE_ROWS = 50;
/** What one call may ask to have translated. */
export const MAX_TRANSLATIONS_AT_ONCE = 50;
export const MAX_TRANSLATED_LENGTH = 500;
export const DEFAULT_SUPPORT_PHONE = '1800-000-0000';
export const DEFAULT_SUPPORT_EMAIL = 'support@wallet.example';
export const DEFAULT_PROCESSING_TIME = '1-3 business days';
export const MAX_PHONE_LENGTH = 30;
export const DEFAULT_PAYMENT_METHOD = 'UPI';
export const DEFAULT_USERNAMES = ['admin', 'demo'] as const;

/** In the place of an address: an operator did it on the server's own command line. */
export const COMMAND_LINE = 'command line';
export const SHORT_ID_LENGTH = 8;

export const LANGUAGES = ['en', 'hi', 'te', 'ml', 'ta', 'kn'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a program may be allowed to do by an API key; what has none of them is for people alone. */
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
/** `suspended`: whoever made it is no active administrator. */
export const API_KEY_STATES = ['active', 'expired', 'revoked', 'suspended'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];
/** Why API keys are suspended: their owner changed the password, or someone else set it. An administrator can resume them. */
export const SUSPENSION_REASONS = ['password_changed', 'password_reset', 'restored'] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];
/** After how many days a key may end by itself. */
export const API_KEY_DAYS = [30, 90, 365] as const;
export const MAX_API_KEY_NAME_LENGTH = 60;
/** How many keys of a person may be in use, and how many of theirs that no longer are stay in the list. */
export const MAX_API_KEYS = 20;
export const MAX_ENDED_API_KEYS = 30;
/** What a secret begins with, so that scanners of published code know one. */
export const API_KEY_PREFIX = 'wlt_';

/** What a message to support can be about; their labels are texts of the screen. */
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

/** What operators' own systems can be told of. */
export const WEBHOOK_EVENTS = [
  'deposit.requested',
  'deposit.approved',
  'deposit.rejected',
  'withdrawal.requested',
  'withdrawal.approved',
  'withdrawal.rejected',
  'balance.adjusted',
  'user.created',
  'user.activated',
  'user.deactivated',
  'user.deleted',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Sent when an administrator asks for it, whatever events a webhook is for. */
export const WEBHOOK_TEST = 'webhook.test';
/**
 * Why the server switched a webhook off: the receiver reported that it is gone (410), every delivery failed for days,
 * or the administrator responsible for the webhook was deleted or demoted.
 */
export const STOP_REASONS = ['gone', 'failing', 'owner_deleted', 'owner_demoted'] as const;
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

/** Warnings about a request, the most serious first. */
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

/** Control characters, and those that turn the direction of what follows them (Unicode TR 9). */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Text of one line without unseen characters: line breaks and tabs become spaces, the rest is left out. */
export function toPlainLine(text: string): string {
  return text.replace(/[\t\n\r\u2028\u2029]+/g, ' ').replace(UNSEEN, '');
}

/** Text of several lines without unseen characters but its line breaks and tabs. */
export function toPlainText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(UNSEEN, (character) => (character === '\n' || character === '\t' ? character : ''));
}

/** What makes a username look like another or turns the text around it: controls, direction marks, zero-width signs. */
const DECEPTIVE =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;

/** True for a username without unseen characters. Its length is another rule. */
export function isPlainUsername(username: string): boolean {
  return !DECEPTIVE.test(username);
}

/** A local part, one `@`, and a domain of at least two labels. What a mail server accepts it alone knows. */
const EMAIL = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(?:\.[^\s@<>"(),:;[\]\\.]+)+$/u;

/** True for a plausible e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
}

/** True for 5 to 15 digits (E.164) with the signs people put between them. */
export function isPhone(text: string): boolean {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  return digits >= 5 && digits <= 15 && /^\+?[\p{Nd}\s().\-/]+$/u.test(text);
}

/** True for a phone number that a link can dial: in the digits of ASCII. */
export function isSupportPhone(text: string): boolean {
  return isPhone(text) && /^[ -~]*$/.test(text);
}

const PROCESSING_TIME = /^([1-9]\d?)(?:-([1-9]\d?))? (business days?|hours?)$/;

/** How long withdrawals take: so many business days or hours, or from so many to so many. */
export interface ProcessingTime {
  /** As written: `3` or `1-3`. */
  range: string;
  /** The longest. */
  most: number;
  unit: 'business days' | 'hours';
}

/** Reads a time such as `1-3 business days` or `4 hours`; undefined for anything else. */
export function parseProcessingTime(text: string): ProcessingTime | undefined {
  const [, from, to = from, unit] = PROCESSING_TIME.exec(text) ?? [];
  if (!from || !to || !unit || Number(from) > Number(to)) return undefined;
  return {
    range: from === to ? from : `${from}-${to}`,
    most: Number(to),
    unit: unit.startsWith('hour') ? 'hours' : 'business days',
  };
}

/** The e-mail shown for a person who has saved none; it is never saved itself. */
export function emailPlaceholder(username: string): string {
  return `${username.toLowerCase().replace(/\s+/g, '.')}@wallet.example`;
}

/**
 * Reads an http or https address as typed and returns it as it will be opened, or undefined for
 * anything else. A host in other letters comes in its ASCII form, so that a look-alike shows itself;
 * an address with a user's name before the host is refused for the same reason.
 */
export function parseWebUrl(typed: string): string | undefined {
  const text = typed.trim();
  if (hasLongHost(text) || !URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  if (username || password) return undefined;
  // Only what changes nothing may stay as typed: the missing slash of a bare host.
  return href === `${text}/` ? text : href;
}

/** More than DNS and a port allow. Reading a name in other letters costs the square of its length. */
const LONG_HOST = /^[\s\p{Cc}]*\w+:[\s/\\]*[^\s/\\?#]{300}/u;

function hasLongHost(text: string): boolean {
  // The parser leaves these out, wherever they stand (WHATWG URL, 4.4).
  return LONG_HOST.test(text.replace(/[\t\n\r]/g, ''));
}

/** Indian Financial System Code: four letters, a zero, six letters or digits (RBI). */
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/** True for a well-formed IFSC in upper case. */
export function isIfsc(code: string): boolean {
  return IFSC.test(code);
}

/**
 * Masks an account number for its owner: the first four and last four characters stay;
 * of eight or fewer only the last four.
 */
export function maskAccountNumber(accountNumber: string): string {
  if (accountNumber.length <= 8) return maskToLastFour(accountNumber);
  const hidden = '•'.repeat(accountNumber.length - 8);
  return `${accountNumber.slice(0, 4)}${hidden}${accountNumber.slice(-4)}`;
}

/** Masks an account number for administrators' lists: only the last four characters stay. */
export function maskToLastFour(accountNumber: string): string {
  return `••••${accountNumber.slice(-4)}`;
}

/** The first eight characters of an id, as references carry them. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_LENGTH);
}

/** The eight characters by which lists show an id: its last, as ids of one minute begin alike (UUIDv7). */
export function endOfId(id: string): string {
  return id.slice(-SHORT_ID_LENGTH);
}

/** Whether an administrator may still decide a transaction. */
export function isDecidable(transaction: { status: TransactionStatus }): boolean {
  return transaction.status === 'pending';
}

/** What a withdrawal may use: the approved balance less what pending withdrawals hold. */
export function availablePaise(wallet: { balancePaise: number; heldPaise: number }): Paise {
  return toPaise(wallet.balancePaise - wallet.heldPaise);
}
