import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE, type Language, type Role } from '#contract/shared/enums.ts';
import { toDecimal } from '#contract/shared/money.ts';
import { systemClock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Deps } from '../deps/deps.ts';
import { createBankAccount } from '../features/bank-accounts/bank-accounts.ts';
import { createBanner } from '../features/banners/banners.ts';
import { requestDeposit } from '../features/deposits/request-deposit.ts';
import { setLanguage, updateOwnProfile } from '../features/profiles/profiles.ts';
import { createQrCode } from '../features/qr-codes/qr-codes.ts';
import { decideTransactions } from '../features/review/decide.ts';
import { hashToken, newToken } from '../features/sessions/cookie.ts';
import { insertSession } from '../features/sessions/sessions.queries.ts';
import { createSiteUrl } from '../features/site-urls/site-urls.ts';
import { listActiveSources } from '../features/sources/sources.ts';
import { findUserIdByName } from '../features/users/users.queries.ts';
import { createTypedUser } from '../features/users/users.ts';
import { requestWithdrawal } from '../features/withdrawals/request-withdrawal.ts';
import { type Actor, admit } from '../platform/auth/gate.ts';
import { prepareSecrets } from '../platform/secrets/load.ts';
import { drawBanner, drawReceipt, drawUpiCode, withImage } from './demo-images.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ADMIN = { access: 'admin', permission: 'users:manage' } as const;
const DAYS = 120;
/** Number of requests left pending. */
const PENDING = 6;
const NEVER = new Date('9999-12-31T00:00:00Z');

interface ShopPerson {
  username: string;
  names: [string, string];
  language: Language;
  city: string;
}

/** The account that a first start creates; it gets a history too. */
const demoPerson: ShopPerson = {
  username: 'demo',
  names: ['Demo', 'User'],
  language: 'en',
  city: 'Mumbai',
};

const people: ShopPerson[] = [
  { username: 'asha.rao', names: ['आशा', 'राव'], language: 'hi', city: 'पुणे' },
  { username: 'lakshmi.iyer', names: ['லட்சுமி', 'ஐயர்'], language: 'ta', city: 'சென்னை' },
  { username: 'ravi.kumar', names: ['రవి', 'కుమార్'], language: 'te', city: 'హైదరాబాద్' },
  { username: 'meera.nair', names: ['മീര', 'നായർ'], language: 'ml', city: 'കൊച്ചി' },
  { username: 'kiran.gowda', names: ['ಕಿರಣ್', 'ಗೌಡ'], language: 'kn', city: 'ಮೈಸೂರು' },
  { username: 'farhan.ali', names: ['Farhan', 'Ali'], language: 'en', city: 'Lucknow' },
  { username: 'joseph.dsouza', names: ['Joseph', 'D’Souza'], language: 'en', city: 'Panaji' },
  { username: 'gurpreet.kaur', names: ['Gurpreet', 'Kaur'], language: 'hi', city: 'Amritsar' },
];

const banks = [
  { bankName: 'HDFC Bank', code: 'HDFC' },
  { bankName: 'State Bank of India', code: 'SBIN' },
  { bankName: 'Canara Bank', code: 'CNRB' },
];

/** A clock that can be set, so that commands run at past times. */
interface MovableClock {
  now(): Date;
  set(now: Date): void;
}

/** Returns a clock that shows the system time until it is set. */
export function createMovableClock(): MovableClock {
  let at: Date | undefined;
  return {
    now: () => at ?? systemClock.now(),
    set: (now) => {
      at = now;
    },
  };
}

interface Member {
  actor: Actor;
  username: string;
  bankAccountId: string;
}

interface Shop {
  deps: Deps;
  clock: MovableClock;
  admin: Actor;
  members: Member[];
}

/**
 * Creates several months of demo history up to `until`, by calling the services at past times. Returns the demo
 * usernames.
 */
export async function openDemoShop(
  deps: Deps,
  clock: MovableClock,
  { adminId, until, password }: { adminId: UserId; until: Date; password: string },
): Promise<string[]> {
  // Otherwise account numbers would be stored as they are among the sealed ones of a server that was started before.
  await prepareSecrets(deps.db.query, deps.db.secrets);
  clock.set(new Date(until.getTime() - (DAYS + 1) * DAY_MS));
  const admin = await enter(deps, { userId: adminId, username: 'admin', role: 'admin' });
  await advertise(deps, admin);
  const demoId = await findUserIdByName(deps.db.query, 'demo');
  const members: Member[] = [];
  for (const [n, person] of (demoId ? [demoPerson, ...people] : people).entries()) {
    const { username } = person;
    const isDemo = username === demoPerson.username;
    const userId = isDemo && demoId ? demoId : await createMember(deps, { username, password });
    members.push(await join(deps, { person, userId, n }));
  }
  const shop = { deps, clock, admin, members };
  const { requestIds, moments } = { requestIds: [] as string[], moments: momentsUntil(until) };
  for (const [n, at] of moments.entries()) {
    const id = await request(shop, { n, at });
    if (n < moments.length - PENDING) await decide(shop, { id, n, at });
    requestIds.push(id);
  }
  const sessions = [admin, ...members.map(({ actor }) => actor)].map(
    (actor) => actor.credential.id,
  );
  await deps.db.query('DELETE FROM sessions WHERE id = ANY ($1::uuid[])', [sessions]);
  return people.map(({ username }) => username);
}

function createMember(
  deps: Deps,
  { username, password }: { username: string; password: string },
): Promise<UserId> {
  return createTypedUser(deps, COMMAND_LINE, { username, password, role: 'user' });
}

/** Returns one to three times per day during opening hours, none after `until`. */
function momentsUntil(until: Date): Date[] {
  const moments: Date[] = [];
  for (let day = DAYS; day >= 0; day -= 1) {
    for (let n = 0; n < 1 + ((day * day) % 3); n += 1) {
      moments.push(new Date(until.getTime() - day * DAY_MS - (3 - n) * 97 * MINUTE_MS));
    }
  }
  return moments;
}

/** Creates an actor with a temporary session, which is deleted when the demo data is complete. */
async function enter(
  { db }: Deps,
  user: { userId: UserId; username: string; role: Role },
): Promise<Actor> {
  const sessionId = newId();
  await insertSession(db.orm, {
    id: sessionId,
    userId: user.userId,
    tokenHash: hashToken(newToken()),
    createdAt: new Date(),
    lastSeenAt: NEVER,
    expiresAt: NEVER,
    endedAt: null,
    endedReason: null,
    openedBy: null,
    openedWith: null,
    isConfirmed: true,
    ip: null,
    userAgent: null,
  });
  const nobody = {} as FastifyRequest; // never read: the session above is used
  const credential = { kind: 'session', id: sessionId } as const;
  const audience = { user: { access: 'user' }, admin: ADMIN } as const;
  const session = { credential, isConfirmed: true } as const;
  const given = { ...user, adminRole: 'administrator', ...session, ip: '127.0.0.1' } as const;
  return admit(audience[user.role], nobody, async () => given);
}

async function advertise(deps: Deps, admin: Actor): Promise<void> {
  for (const [name, upiId] of [
    ['HDFC Bank UPI', 'demo-shop@example'],
    ['SBI UPI', 'demo-shop-2@example'],
  ] as const) {
    const form = { name, description: `Pay ${upiId} with any UPI app`, isActive: true };
    const svg = drawUpiCode({ upiId, payee: 'Demo shop' });
    await withImage(deps, { kind: 'qr-codes', svg }, (image) =>
      createQrCode(deps, admin, { form, image }),
    );
  }
  const banners = [
    {
      title: 'Festival offer',
      description: 'No fee on deposits this week',
      sky: ['#1e1b4b', '#be185d'],
      light: '#ffd166',
    },
    {
      title: 'Refer a friend',
      description: 'Both of you are welcome',
      sky: ['#0c4a6e', '#15803d'],
      light: '#bef264',
    },
  ] as const;
  for (const {
    title,
    description,
    sky: [from, to],
    light,
  } of banners) {
    const form = { title, description, linkUrl: '', isActive: true };
    const svg = drawBanner({ sky: [from, to], light });
    await withImage(deps, { kind: 'banner-images', svg }, (image) =>
      createBanner(deps, admin, { form, image }),
    );
  }
  const link = {
    title: 'Price list',
    url: 'https://prices.example',
    description: 'What the shop charges',
  };
  await createSiteUrl(deps, admin, { ...link, displayOrder: 0, isActive: true });
}

async function join(
  deps: Deps,
  { person, userId, n }: { person: ShopPerson; userId: UserId; n: number },
): Promise<Member> {
  const { username, names, language, city } = person;
  const [firstName, lastName] = names;
  const actor = await enter(deps, { userId, username, role: 'user' });
  const email = `${username}@example.com`;
  const phone = `+91 90000 0000${n}`;
  await updateOwnProfile(deps, actor, {
    firstName,
    lastName,
    email,
    phone,
    address: '',
    city,
    country: 'India',
  });
  await setLanguage(deps, actor, language);
  const { bankName, code } = banks[n % banks.length] ?? { bankName: 'HDFC Bank', code: 'HDFC' };
  const account = await createBankAccount(deps, actor, {
    accountName: `${firstName} ${lastName}`,
    accountNumber: `5010002345${6700 + n}`,
    bankName,
    ifscCode: `${code}000123${n}`,
    isDefault: true,
  });
  return { actor, username, bankAccountId: account.id };
}

const deposits = [50_000, 120_000, 250_000, 499_950, 750_000, 1_875_000, 64_025];
const withdrawals = [10_000, 25_000, 40_000, 15_000, 30_000];

/** Requests a deposit, or every third time a withdrawal of less than was deposited. Returns its id. */
async function request({ deps, clock, members }: Shop, { n, at }: { n: number; at: Date }) {
  clock.set(at);
  const member = members[(n * 3) % members.length];
  if (!member) throw new Error('The shop has members');
  const { actor, bankAccountId } = member;
  const requestKey = randomUUID();
  if (n % 3 === 2 && n >= 3 * members.length) {
    const amount = toDecimal(withdrawals[n % withdrawals.length] ?? 0);
    return (await requestWithdrawal(deps, actor, { amount, bankAccountId, requestKey })).id;
  }
  const amount = toDecimal(deposits[(n * 5) % deposits.length] ?? 0);
  const form = { amount, requestKey, ...(n % 9 === 0 ? { notes: 'Rent share' } : {}) };
  const svg = drawReceipt(amount, String(532_900_000_000 + n * 74_381_207));
  const made = await withImage(deps, { kind: 'receipts', svg }, (receipt) =>
    requestDeposit(deps, actor, { form, receipt }),
  );
  return made.answer.id;
}

async function decide(
  { deps, clock, admin }: Shop,
  { id, n, at }: { id: string; n: number; at: Date },
): Promise<void> {
  clock.set(new Date(at.getTime() + (5 + ((n * 7) % 40)) * MINUTE_MS));
  const sources = await listActiveSources(deps);
  const requestKey = randomUUID();
  const decision =
    n % 17 === 3
      ? { decision: 'rejected' as const, notes: 'The receipt shows another amount' }
      : { decision: 'approved' as const, sourceId: sources[n % sources.length]?.id };
  const outcomes = await decideTransactions(deps, admin, { ids: [id], requestKey, ...decision });
  const error = outcomes.get(id);
  if (error) throw error;
}
