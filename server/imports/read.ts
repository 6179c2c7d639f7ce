import {
  isIfsc,
  MAX_ACCOUNT_NUMBER_LENGTH,
  MIN_ACCOUNT_NUMBER_LENGTH,
} from '#contract/bank-accounts/rules.ts';
import { isUtr, normalizeUtr } from '#contract/deposits/rules.ts';
import { LANGUAGES } from '#contract/shared/enums.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_DISPLAY_ORDER,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_URL_LENGTH,
} from '#contract/shared/limits.ts';
import { isEmail, isPhone, parseWebUrl } from '#contract/shared/text.ts';
import { MIN_SOURCE_NAME_LENGTH } from '#contract/sources/rules.ts';
import { DEFAULT_PAYMENT_METHOD } from '#contract/transactions/rules.ts';
import {
  isPlainUsername,
  MAX_USERNAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_USERNAME_LENGTH,
} from '#contract/users/rules.ts';
import { MIN_WITHDRAWAL } from '#contract/withdrawals/rules.ts';
import { readAmount } from './amounts.ts';
import type { OldRow } from './source.ts';
import { type Reading, type Staging, stage } from './staging.ts';
import { readFlag, storable } from './values.ts';

const TEXT = 10_000;
const SHORT = 1000;
/** The longest password that sign-in accepts; a longer one can't have been used. */
export const MAX_TYPED_PASSWORD = 1000;
const MAX_REFERENCE_LENGTH = 80;
const MAX_PROFILE_NAME = 80;
const MAX_ADDRESS = 500;
const MAX_MESSAGE = 2000;

/** Reads all tables without their images. Passwords are checked but not copied. */
export async function readOldTables(staging: Staging): Promise<void> {
  await readUsers(staging);
  await readShared(staging);
  await readAccounts(staging);
  await readTransactions(staging);
  await readNotifications(staging);
}

async function readUsers(staging: Staging): Promise<void> {
  const columns = {
    id: SHORT,
    username: SHORT,
    password: SHORT + 1,
    role: 40,
    status: 40,
    created_at: 40,
  };
  await stage(staging, { table: 'users', into: 'old_users', columns }, (reading) => {
    sayPassword(reading);
    const username = storable(reading.raw('username') ?? '');
    return {
      username,
      name: usableName(username),
      role: roleOf(reading),
      status: statusOf(reading),
      created_at: reading.moment('created_at'),
    };
  });
  const profile = {
    first_name: SHORT,
    last_name: SHORT,
    email: SHORT,
    phone: SHORT,
    address: TEXT,
    city: SHORT,
    country: SHORT,
    language: 40,
  };
  await stage(
    staging,
    {
      table: 'user_profiles',
      into: 'old_profiles',
      idColumn: 'user_id',
      columns: { user_id: SHORT, ...profile },
    },
    readProfile,
  );
  await stage(
    staging,
    {
      table: 'wallet_balances',
      into: 'old_balances',
      idColumn: 'user_id',
      columns: { user_id: SHORT, balance: SHORT },
    },
    readBalance,
  );
}

function sayPassword(reading: Reading): void {
  const length = reading.raw('password')?.length ?? 0;
  if (length === 0 || length > MAX_TYPED_PASSWORD) reading.say('password-missing', '');
  else if (length < MIN_PASSWORD_LENGTH) reading.say('password-short', '');
}

/** Names and references that the import generates. */
const MADE_NAME = /^user-[\da-f]{24}$/i;

/** Returns null if the name is not allowed here. */
function usableName(username: string): string | null {
  const name = username.trim();
  const length = [...name].length;
  const isUsable =
    length >= MIN_USERNAME_LENGTH &&
    length <= MAX_USERNAME_LENGTH &&
    isPlainUsername(name) &&
    !MADE_NAME.test(name);
  return isUsable ? name : null;
}

function roleOf(reading: Reading): string {
  const role = reading.raw('role')?.trim().toLowerCase() ?? 'user';
  if (role === 'admin') reading.say('administrator', reading.raw('username') ?? '');
  else if (role !== 'user') reading.say('role-unknown', role);
  return role === 'admin' ? 'admin' : 'user';
}

function statusOf(reading: Reading): string {
  const status = reading.raw('status')?.trim().toLowerCase() ?? 'active';
  if (status !== 'active' && status !== 'inactive') reading.say('status-unknown', status);
  return status === 'active' ? 'active' : 'inactive';
}

function readProfile(reading: Reading): object {
  const orNull = (text: string) => (text === '' ? null : text);
  return {
    first_name: orNull(reading.line('first_name', MAX_PROFILE_NAME)),
    last_name: orNull(reading.line('last_name', MAX_PROFILE_NAME)),
    email: contact(reading, 'email', isEmail, MAX_EMAIL_LENGTH),
    phone: contact(reading, 'phone', isPhone, MAX_PHONE_LENGTH),
    address: orNull(reading.paragraph('address', MAX_ADDRESS)),
    city: orNull(reading.line('city', MAX_PROFILE_NAME)),
    country: orNull(reading.line('country', MAX_PROFILE_NAME)),
    language: contact(reading, 'language', (text) => LANGUAGES.some((known) => known === text), 40),
  };
}

function contact(
  reading: Reading,
  column: string,
  isUsable: (text: string) => boolean,
  maxLength: number,
): string | null {
  const text = reading.line(column, maxLength);
  if (text === '') return null;
  if (isUsable(text)) return text;
  reading.say('contact-unusable', `${column}: ${text}`);
  return null;
}

function readBalance(reading: Reading): object {
  const said = reading.raw('balance') ?? 'nothing';
  const balance = readAmount(said);
  if (!balance || balance.paise < 0) reading.say('balance-unreadable', said);
  if (balance?.isRounded) reading.say('amount-rounded', `${said} (stored balance)`);
  return { balance_paise: balance && balance.paise >= 0 ? balance.paise : null };
}

async function readTransactions(staging: Staging): Promise<void> {
  const columns = {
    id: SHORT,
    user_id: SHORT,
    type: 40,
    status: 40,
    amount: SHORT,
    payment_method: SHORT,
    ...{
      reference_id: SHORT,
      utr: SHORT,
      utr_number: SHORT,
      bank_account_id: SHORT,
      source_id: SHORT,
      notes: TEXT,
    },
    approved_by: SHORT,
    approved_at: 40,
    created_at: 40,
    updated_at: 40,
    // This reads only whether an image exists.
    receipt_url: 1,
    permanent_receipt_url: 1,
  };
  await stage(
    staging,
    { table: 'transactions', into: 'old_transactions', columns },
    readTransaction,
  );
}

function readTransaction(reading: Reading): object | undefined {
  const type = reading.raw('type')?.trim().toLowerCase() ?? '';
  const status = reading.raw('status')?.trim().toLowerCase() ?? '';
  if (type !== 'deposit' && type !== 'withdrawal') {
    reading.say('type-unknown', type);
    return undefined;
  }
  if (status !== 'pending' && status !== 'approved' && status !== 'rejected') {
    reading.say('state-unknown', status);
    return undefined;
  }
  const amount = readPositive(reading);
  if (amount === undefined) return undefined;
  const method = reading.line('payment_method', MAX_NAME_LENGTH);
  const reference = readReference(reading);
  const isByAdmin = /^admin[ _]adjustment$/i.test(method) || reference?.startsWith('ADM-') === true;
  const isSmall = type === 'withdrawal' && amount < MIN_WITHDRAWAL;
  if (isSmall && !isByAdmin) reading.say('below-minimum', reading.raw('amount') ?? '');
  const hasImage = ['receipt_url', 'permanent_receipt_url'].some((column) => reading.raw(column));
  if (type === 'deposit' && !isByAdmin && !hasImage)
    reading.say('receipt-missing', reference ?? '');
  const created = reading.moment('created_at', 'approved_at', 'updated_at');
  return {
    user_id: reading.id('user_id'),
    type,
    status: isSmall && status === 'pending' ? 'rejected' : status,
    kind: isSmall || (isByAdmin && status === 'approved') ? 'adjustment' : 'request',
    amount_paise: amount,
    payment_method: method || (type === 'deposit' ? DEFAULT_PAYMENT_METHOD : null),
    reference,
    utr: type === 'deposit' && !isByAdmin ? readUtr(reading, method) : null,
    bank_account_id: reading.id('bank_account_id'),
    source_id: reading.id('source_id'),
    notes: reading.paragraph('notes', MAX_NOTES_LENGTH) || null,
    approved_by: reading.line('approved_by', MAX_NAME_LENGTH) || null,
    created_at: created,
    decided_at: status === 'pending' && !isSmall ? null : decidedAt(reading, status, created),
    updated_at: reading.raw('updated_at') ? reading.moment('updated_at', 'created_at') : created,
    has_image: hasImage,
  };
}

function decidedAt(reading: Reading, status: string, created: string): string {
  if (status === 'approved') return reading.moment('approved_at', 'updated_at', 'created_at');
  return reading.raw('updated_at') ? reading.moment('updated_at', 'created_at') : created;
}

function readPositive(reading: Reading): number | undefined {
  const said = reading.raw('amount') ?? 'nothing';
  const amount = readAmount(said);
  if (!amount) reading.say('amount-unreadable', said);
  else if (amount.paise <= 0) reading.say('amount-not-positive', said);
  else if (amount.isRounded) reading.say('amount-rounded', said);
  return amount && amount.paise > 0 ? amount.paise : undefined;
}

function readReference(reading: Reading): string | null {
  const reference = storable(reading.raw('reference_id') ?? '').trim();
  const isUsable = reference.length > 0 && reference.length <= MAX_REFERENCE_LENGTH;
  return isUsable && isPlainUsername(reference) && !reference.startsWith('IMP-') ? reference : null;
}

/** Returns null and reports a finding if the number is not one of the payment method. */
function readUtr(reading: Reading, method: string): string | null {
  const said = reading.raw('utr') ?? reading.raw('utr_number') ?? '';
  const utr = normalizeUtr(storable(said));
  if (utr === '') return null;
  if (isUtr(utr, method || DEFAULT_PAYMENT_METHOD)) return utr;
  reading.say('utr-unusable', said);
  return null;
}

async function readAccounts(staging: Staging): Promise<void> {
  const columns = {
    id: SHORT,
    user_id: SHORT,
    account_holder_name: SHORT,
    account_number: SHORT,
    bank_name: SHORT,
    ifsc_code: SHORT,
    is_default: 10,
    created_at: 40,
  };
  await stage(staging, { table: 'bank_accounts', into: 'old_accounts', columns }, (reading) => {
    const number = reading.line('account_number', MAX_ACCOUNT_NUMBER_LENGTH);
    const isCut = reading.found.some(({ kind }) => kind === 'text-cut');
    const isUsable = number.length >= MIN_ACCOUNT_NUMBER_LENGTH && !isCut;
    if (!isUsable) reading.say('account-unusable', `${number.length} characters`);
    const ifsc = reading.line('ifsc_code', 40).toUpperCase();
    if (ifsc !== '' && !isIfsc(ifsc)) reading.say('value-wrong', `ifsc_code: ${ifsc}`);
    return {
      user_id: reading.id('user_id'),
      holder: reading.line('account_holder_name', 200),
      number,
      bank: reading.line('bank_name', 200),
      ifsc: isIfsc(ifsc) ? ifsc : null,
      is_default: readFlag(reading.raw('is_default')) ?? false,
      created_at: reading.moment('created_at'),
      comes: isUsable,
    };
  });
}

/** Reads the lists that administrators maintain for all users. */
async function readShared(staging: Staging): Promise<void> {
  const kept = { id: SHORT, is_active: 10, created_at: 40 };
  const common = (reading: Reading) => ({
    is_active: readFlag(reading.raw('is_active')) ?? true,
    created_at: reading.raw('created_at')
      ? reading.moment('created_at')
      : staging.now.toISOString(),
  });
  const banks = { ...kept, name: SHORT, code: SHORT };
  await stage(staging, { table: 'banks', into: 'old_banks', columns: banks }, (reading) => {
    const name = named(reading, 'name', 1);
    return name === undefined ? name : { name, code: reading.line('code', 40), ...common(reading) };
  });
  const sources = { ...kept, name: SHORT, description: TEXT };
  await stage(staging, { table: 'sources', into: 'old_sources', columns: sources }, (reading) => {
    const name = named(reading, 'name', MIN_SOURCE_NAME_LENGTH);
    const description = reading.line('description', MAX_DESCRIPTION_LENGTH) || null;
    return name === undefined ? name : { name, description, ...common(reading) };
  });
  const links = { ...kept, title: SHORT, url: TEXT, description: TEXT, display_order: 40 };
  await stage(staging, { table: 'site_urls', into: 'old_links', columns: links }, (reading) => {
    const title = named(reading, 'title', 1);
    const url = readUrl(reading, 'url');
    if (!title || !url) return undefined;
    const description = reading.line('description', MAX_DESCRIPTION_LENGTH) || null;
    return { title, url, description, display_order: readOrder(reading), ...common(reading) };
  });
}

function named(reading: Reading, column: string, minLength: number): string | undefined {
  const name = reading.line(column, MAX_NAME_LENGTH);
  if (name.length >= minLength) return name;
  reading.say('value-wrong', `${column}: ${name}`);
  return undefined;
}

/** Returns undefined and reports a finding unless the column holds an allowed web address. */
export function readUrl(reading: Reading, column: string): string | undefined {
  const text = reading.raw(column) ?? '';
  const url = text.length <= MAX_URL_LENGTH ? parseWebUrl(text) : undefined;
  if (url === undefined) reading.say('value-wrong', `${column}: ${text}`);
  return url;
}

/** Returns 0 if the value is not a valid position. */
export function readOrder(reading: Reading): number {
  const order = Number(reading.raw('display_order') ?? '0');
  const isOrder = Number.isInteger(order) && order >= 0 && order <= MAX_DISPLAY_ORDER;
  if (!isOrder) reading.say('value-wrong', `display_order: ${reading.raw('display_order')}`);
  return isOrder ? order : 0;
}

const NOTICE_TYPES = ['success', 'warning', 'error', 'other'];
const NOTICE_DATA = [
  ...['rejection_reason', 'old_balance', 'new_balance', 'adjustment_amount'],
  ...['updated_by', 'admin_action'],
];

async function readNotifications(staging: Staging): Promise<void> {
  const columns = {
    id: SHORT,
    user_id: SHORT,
    title: SHORT,
    message: TEXT,
    type: 40,
    category: 40,
    read: 10,
    data: TEXT,
    created_at: 40,
  };
  await stage(
    staging,
    { table: 'notifications', into: 'old_notifications', columns },
    (reading) => {
      const type = reading.raw('type') ?? 'other';
      return {
        user_id: reading.id('user_id'),
        title: reading.line('title', 200),
        message: reading.paragraph('message', MAX_MESSAGE),
        type: NOTICE_TYPES.includes(type) ? type : 'other',
        category: reading.line('category', 40) || 'system',
        read: readFlag(reading.raw('read')) ?? false,
        data: readData(reading),
        created_at: reading.moment('created_at'),
      };
    },
  );
}

/** Keeps the data fields that the specification names, if they are strings, numbers or booleans. */
function readData(reading: Reading): object {
  const given = parseObject(reading.raw('data'));
  if (!given) reading.say('value-wrong', 'data');
  const known = Object.entries(given ?? {}).filter(([name]) => NOTICE_DATA.includes(name));
  const plain = known.flatMap(([name, value]) => {
    if (typeof value === 'string') return [[name, storable(value.slice(0, SHORT))]];
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
  });
  return Object.fromEntries(plain);
}

function parseObject(text: string | null): OldRow | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (value === null) return {};
    return typeof value === 'object' && !Array.isArray(value) ? (value as OldRow) : undefined;
  } catch {
    return undefined;
  }
}
