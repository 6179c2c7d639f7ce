import { DEFAULT_BRAND_COLOR, isBrandColor } from '../branding/rules.ts';
import { MIN_DEPOSIT } from '../deposits/rules.ts';
import { MAX_SESSION_HOURS } from '../sessions/rules.ts';
import type { ErrorCode } from '../shared/errors.ts';
import { MAX_EMAIL_LENGTH, MAX_PHONE_LENGTH } from '../shared/limits.ts';
import { toPaise } from '../shared/money.ts';
import { isEmail } from '../shared/text.ts';
import { isSupportPhone, MAX_BRAND_NAME_LENGTH, parseProcessingTime } from './rules.ts';

/** Cards of the settings page that are drawn from their rows in `settingTable`, in the table's order. */
export type SettingCard =
  | 'limits'
  | 'documents'
  | 'utr'
  | 'accounts'
  | 'review'
  | 'automatic'
  | 'target'
  | 'identity'
  | 'adjustments'
  | 'passwords'
  | 'sessions';

/** The texts are English; they are the keys in the catalogues. */
export interface SettingRule {
  /** The name of the setting in the audit log. */
  label: string;
  audience: 'users' | 'admins';
  /** Settings without it have a hand-written card. */
  card?: SettingCard;
  /** Label of the field on its card, if it is not `label`. */
  fieldLabel?: string;
  /** Shown with the field; may name `{{minimum}}` and `{{maximum}}`. */
  help?: string;
}

interface IntegerRule extends SettingRule {
  type: 'integer';
  default: number;
  min: number;
  max: number;
  /** The form reads and shows an amount. */
  unit?: 'paise';
  /** Times in minutes from which the administrator selects. */
  choices?: readonly number[];
}

interface TextRule extends SettingRule {
  type: 'text';
  default: string;
  maxLength: number;
  isValid(text: string): boolean;
  error: ErrorCode;
}

interface BooleanRule extends SettingRule {
  type: 'boolean';
  default: boolean;
  /** The switch is disabled while this one is off. */
  dependsOn?: 'receiptReading';
}

const RANGE = 'From {{minimum}} to {{maximum}}.';

/** The settings that administrators change on the settings page. Each is a column of `wallet_settings`. */
export const settingTable = {
  maxDepositPaise: {
    type: 'integer',
    label: 'Maximum deposit',
    audience: 'users',
    card: 'limits',
    unit: 'paise',
    default: toPaise(1_00_00_000_00),
    min: MIN_DEPOSIT,
    max: toPaise(1000_00_00_000_00),
  },
  /** The highest amount of one UPI payment. Above it a deposit is paid by bank transfer. */
  upiLimitPaise: {
    type: 'integer',
    label: 'Highest UPI payment',
    audience: 'users',
    card: 'limits',
    unit: 'paise',
    default: toPaise(1_00_000_00),
    min: MIN_DEPOSIT,
    max: toPaise(1000_00_00_000_00),
  },
  /** Whether a deposit needs the reference number of its payment (UTR). */
  utrRequired: {
    type: 'boolean',
    label: 'UTR required for deposits',
    audience: 'users',
    card: 'utr',
    fieldLabel: 'A deposit needs a UTR',
    help: 'Otherwise the field is optional.',
    default: false,
  },
  /** Whether browsers offer to read the UTR from the receipt. */
  receiptReading: {
    type: 'boolean',
    label: 'UTR read from receipts',
    audience: 'users',
    card: 'utr',
    fieldLabel: 'Users can have the UTR read from their receipt',
    help: 'Their browser reads the receipt. It loads about 4 MB for that, once.',
    default: false,
  },
  /** Whether that starts when a receipt is chosen, without a click. */
  receiptAutoReading: {
    type: 'boolean',
    label: 'UTR read automatically',
    audience: 'users',
    card: 'utr',
    fieldLabel: 'Read it as soon as a receipt is chosen',
    help: 'The user compares the number before it is entered.',
    dependsOn: 'receiptReading',
    default: false,
  },
  /** Highest sum of one administrator's balance adjustments on one Indian day; credits and debits both add to it. */
  adjustmentDayPaise: {
    type: 'integer',
    label: 'Adjustments per admin and day',
    audience: 'admins',
    card: 'adjustments',
    unit: 'paise',
    default: toPaise(10_00_000_00),
    min: 0,
    max: toPaise(1000_00_00_000_00),
  },
  /** Approvals of more in total since the last confirmation require a confirmed session; 0 requires it for each. */
  stepUpAbovePaise: {
    type: 'integer',
    label: 'Approvals without confirmation (maximum)',
    audience: 'admins',
    card: 'identity',
    unit: 'paise',
    default: toPaise(1_00_000_00),
    min: 0,
    max: toPaise(1000_00_00_000_00),
  },
  /** Whether certain matches of bank statements are approved without an administrator. */
  autoApproval: {
    type: 'boolean',
    label: 'Automatic approval of certain matches',
    audience: 'admins',
    card: 'automatic',
    fieldLabel: 'Approve certain matches automatically',
    help: 'The admin who imports the statement has to confirm their identity.',
    default: false,
  },
  /** Highest deposit that is approved automatically. */
  autoApprovalPaise: {
    type: 'integer',
    label: 'Automatic approval per deposit (maximum)',
    audience: 'admins',
    card: 'automatic',
    fieldLabel: 'Up to this amount per deposit',
    unit: 'paise',
    default: toPaise(10_000_00),
    min: MIN_DEPOSIT,
    max: toPaise(1000_00_00_000_00),
  },
  /** Highest sum that is approved automatically on one Indian day. */
  autoApprovalDayPaise: {
    type: 'integer',
    label: 'Automatic approvals per day (maximum)',
    audience: 'admins',
    card: 'automatic',
    fieldLabel: 'Up to this sum per day',
    unit: 'paise',
    default: toPaise(1_00_000_00),
    min: MIN_DEPOSIT,
    max: toPaise(1000_00_00_000_00),
  },
  /** How long a certain match waits, so that administrators can stop it. */
  autoApprovalMinutes: {
    type: 'integer',
    label: 'Minutes until an automatic approval',
    audience: 'admins',
    card: 'automatic',
    fieldLabel: 'Waiting time (minutes)',
    help: RANGE,
    default: 15,
    min: 1,
    max: 24 * 60,
  },
  /** How long a decision can be undone; 0 disables undo. Deferred decisions keep their time. */
  undoSeconds: {
    type: 'integer',
    label: 'Time to undo a decision (seconds)',
    audience: 'admins',
    card: 'review',
    fieldLabel: 'Time to undo (seconds)',
    help: 'From 0 to {{maximum}}. With 0, decisions take effect at once.',
    default: 5,
    min: 0,
    max: 60,
  },
  targetMinutes: {
    type: 'integer',
    label: 'Target for decisions (minutes)',
    audience: 'admins',
    card: 'target',
    fieldLabel: 'Time limit for decisions',
    choices: [15, 30, 60, 180, 360, 720, 1440, 2880, 4320, 10_080],
    default: 24 * 60,
    min: 5,
    max: 7 * 24 * 60,
  },
  /** Hours before the first withdrawal to a new bank account; 0 disables the waiting time. */
  newAccountHours: {
    type: 'integer',
    label: 'Waiting time for a new bank account (hours)',
    audience: 'users',
    card: 'accounts',
    fieldLabel: 'Waiting time (hours)',
    help: 'From 0 to {{maximum}}. With 0, there is no waiting time.',
    default: 0,
    min: 0,
    max: 168,
  },
  /** Minimum length of new passwords of administrators; existing ones are kept. */
  adminPasswordLength: {
    type: 'integer',
    label: 'Minimum password length for admins',
    audience: 'admins',
    card: 'passwords',
    fieldLabel: 'Minimum length (characters)',
    help: RANGE,
    default: 10,
    min: 8,
    max: 64,
  },
  /** Hours without use until a session ends. */
  userIdleHours: {
    type: 'integer',
    label: 'Idle sessions of users end after (hours)',
    audience: 'admins',
    card: 'sessions',
    help: RANGE,
    default: 7 * 24,
    min: 1,
    max: MAX_SESSION_HOURS,
  },
  /** Hours after the login until a session ends. */
  userSessionHours: {
    type: 'integer',
    label: 'Sessions of users end after (hours)',
    audience: 'admins',
    card: 'sessions',
    help: RANGE,
    default: MAX_SESSION_HOURS,
    min: 12,
    max: MAX_SESSION_HOURS,
  },
  adminIdleHours: {
    type: 'integer',
    label: 'Idle sessions of admins end after (hours)',
    audience: 'admins',
    card: 'sessions',
    help: RANGE,
    default: 24,
    min: 1,
    max: MAX_SESSION_HOURS,
  },
  adminSessionHours: {
    type: 'integer',
    label: 'Sessions of admins end after (hours)',
    audience: 'admins',
    card: 'sessions',
    help: RANGE,
    default: 7 * 24,
    min: 12,
    max: MAX_SESSION_HOURS,
  },
  /** Whether administrators need a second factor. The first start that other machines can reach switches it on. */
  adminFactorRequired: {
    type: 'boolean',
    label: 'Second factor required for admins',
    audience: 'admins',
    default: false,
  },
  /** Days in which an administrator can add a second factor, from the start of the rule or as administrator. */
  adminFactorDays: {
    type: 'integer',
    label: 'Days for admins to add a second factor',
    audience: 'admins',
    default: 14,
    min: 0,
    max: 90,
  },
  /** Days after a decision until the images of verification documents are deleted. */
  documentDays: {
    type: 'integer',
    label: 'Days until verification documents are deleted',
    audience: 'users',
    card: 'documents',
    fieldLabel: 'Days until the images are deleted',
    default: 30,
    min: 1,
    max: 365,
  },
  /** The operator's name. The server's setting is the default. */
  brandName: {
    type: 'text',
    label: 'Name of the wallet',
    audience: 'users',
    default: 'the product wallet',
    maxLength: MAX_BRAND_NAME_LENGTH,
    isValid: (text: string) => text !== '',
    error: 'BRAND_NAME_REQUIRED',
  },
  /** The colour of buttons and links; the other shades are computed. */
  brandColor: {
    type: 'text',
    label: 'Brand colour',
    audience: 'users',
    default: DEFAULT_BRAND_COLOR,
    maxLength: 7,
    isValid: isBrandColor,
    error: 'INVALID_BRAND_COLOR',
  },
  supportPhone: {
    type: 'text',
    label: 'Support phone',
    audience: 'users',
    default: '1800-000-0000',
    maxLength: MAX_PHONE_LENGTH,
    isValid: isSupportPhone,
    error: 'INVALID_PHONE',
  },
  supportEmail: {
    type: 'text',
    label: 'Support email',
    audience: 'users',
    default: 'support@wallet.example',
    maxLength: MAX_EMAIL_LENGTH,
    isValid: isEmail,
    error: 'INVALID_EMAIL',
  },
  /** Duration of withdrawals, as `parseProcessingTime` reads it. */
  processingTime: {
    type: 'text',
    label: 'Processing time',
    audience: 'users',
    default: '1-3 business days',
    maxLength: 30,
    isValid: (text: string) => parseProcessingTime(text) !== undefined,
    error: 'INVALID_PROCESSING_TIME',
  },
} as const satisfies Record<string, IntegerRule | TextRule | BooleanRule>;

export type SettingKey = keyof typeof settingTable;
type ValueOf<Type> = Type extends 'integer' ? number : Type extends 'boolean' ? boolean : string;
export type Settings = {
  [Key in SettingKey]: ValueOf<(typeof settingTable)[Key]['type']>;
};

export type SettingRow = { key: SettingKey } & (IntegerRule | BooleanRule);

/** Returns the rows of a card. */
export function rowsOf(card: SettingCard): SettingRow[] {
  return settingKeys.flatMap((key) => {
    const rule: IntegerRule | TextRule | BooleanRule = settingTable[key];
    return rule.type !== 'text' && rule.card === card ? [{ key, ...rule }] : [];
  });
}

export const settingKeys = Object.keys(settingTable) as SettingKey[]; // The keys of a closed table.

export function pickSettings<Key extends SettingKey>(
  settings: Settings,
  keys: readonly Key[],
): Pick<Settings, Key> {
  // The entries are those of `Pick`, which Object.fromEntries does not know.
  return Object.fromEntries(keys.map((key) => [key, settings[key]])) as Pick<Settings, Key>;
}
