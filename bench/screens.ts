import { userId as userIdSchema } from '#contract/shared/base.ts';
import { adminTransactionFilters } from '#contract/transactions/schema.ts';
import { openDatabase } from '../server/db/database.ts';
import { byHandLimits, DEFAULT_LIMITS } from '../server/db/limits.ts';
import { project } from '../server/db/projector.ts';
import type { Deps } from '../server/deps.ts';
import { listActions, listAudit } from '../server/features/audit/service.ts';
import { getVerification } from '../server/features/audit/verification/service.ts';
import { listBankAccounts } from '../server/features/bank-accounts/service.ts';
import { listActiveBanks } from '../server/features/banks/service.ts';
import { listBanners } from '../server/features/banners/service.ts';
import {
  getAdminDashboard,
  getCharts,
  getOwnCounts,
  listRecent,
} from '../server/features/dashboards/service.ts';
import { getWork } from '../server/features/dashboards/work/service.ts';
import { listNotifications } from '../server/features/notifications/service.ts';
import { getOwnProfile } from '../server/features/profiles/service.ts';
import { listQrCodes } from '../server/features/qr-codes/service.ts';
import { getDeskRequest, listQueue, listUnderWay } from '../server/features/review/desk/service.ts';
import { listViews } from '../server/features/saved-views/service.ts';
import { listReasons } from '../server/features/settings/reasons/service.ts';
import { listSiteUrls } from '../server/features/site-urls/service.ts';
import { listSources } from '../server/features/sources/service.ts';
import { listTimeline } from '../server/features/timelines/service.ts';
import { listPassbook } from '../server/features/transactions/passbook/service.ts';
import { exportTransactions } from '../server/features/transactions/search/csv.ts';
import {
  listTransactions,
  searchTransactions,
} from '../server/features/transactions/search/service.ts';
import { getTransaction } from '../server/features/transactions/search/views.ts';
import { countTransactions } from '../server/features/transactions/totals/queries.ts';
import { getUser, listUsers } from '../server/features/users/listing/service.ts';
import { getWallet } from '../server/ledger/wallets.ts';
import type { Actor } from '../server/platform/auth/gate.ts';
import { toCursor } from '../server/platform/lists/cursor.ts';
import { growHistory } from './people.ts';
import { reportBySize } from './size-sweep.ts';
import { median, time } from './statistics.ts';
import { type BenchDatabase, openBenchWorld } from './world.ts';

const SIZES = (process.env.SIZES ?? '10000,100000,1000000').split(',').map(Number);
const WARM_UPS = 3;
const ROUNDS = 25;
const TARGET_MS = 50;
const TARGET_RATIO = 1.5;
/** The palette's limit for each kind. */
const PALETTE_ROWS = 5;

/** A user in the middle of the history, one of their transactions, and the middle position of the lists. */
interface Sample {
  actor: Actor;
  username: string;
  transactionId: string;
  withdrawalId: string;
  reference: string;
  middle: string;
  middleUser: string;
  middleRecord: string;
  day: string;
  nextDay: string;
}

type Screens = Record<string, () => Promise<unknown>>;

/** Measures the database queries of each screen at several sizes of history (SIZES): medians and their growth. */
export async function benchScreens(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const databases: BenchDatabase[] = [];
    let grown = { name: undefined as string | undefined, size: 0 };
    for (const size of SIZES) {
      const startedAt = performance.now();
      const name = `screens_${size}`;
      await world.createDatabase(name, grown.name);
      const connectionString = world.urlOf(name);
      const db = openDatabase({ connectionString }, { limits: byHandLimits(DEFAULT_LIMITS) });
      await growHistory(db, { from: grown.size, to: size });
      await project(db);
      // A template database must have no connections.
      await db.close();
      console.log(`grown to ${size} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
      grown = { name, size };
    }
    for (const size of SIZES) databases.push(await world.open(`screens_${size}`));
    await reportBySize('screens', {
      title: `what each screen asks, median of ${ROUNDS}, by transactions (a tenth as many users)`,
      sizes: SIZES,
      medians: await measure(databases.map(({ deps }) => deps)),
      limits: { ms: TARGET_MS, ratio: TARGET_RATIO },
    });
    for (const { db } of databases) await db.close();
  } finally {
    await world.close();
  }
}

/** The medians of each screen's data, in milliseconds, by size. Sizes alternate, so that a busy moment affects all. */
async function measure(sizes: Deps[]): Promise<Map<string, number[]>> {
  const asked: Screens[] = [];
  for (const deps of sizes) asked.push(screensOf(deps, await pickSample(deps)));
  const medians = new Map<string, number[]>();
  for (const name of Object.keys(asked[0] ?? {})) {
    const asks = asked.flatMap((screens) => screens[name] ?? []);
    const times = asks.map((): number[] => []);
    for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
      for (const [size, ask] of asks.entries()) {
        const ms = await time(ask);
        if (round >= 0) times[size]?.push(ms);
      }
    }
    medians.set(name, times.map(median));
  }
  return medians;
}

async function pickSample({ db }: Deps): Promise<Sample> {
  const [row] = await db.query<
    Omit<Sample, 'actor' | 'middle'> & { userId: string; at: Date; seq: number }
  >(
    `SELECT t.id AS "transactionId", t.reference_id AS reference, t.created_at AS at, t.seq, u.id AS "userId", u.username,
       to_char(t.created_at, 'YYYY-MM-DD') AS day, to_char(t.created_at + interval '1 day', 'YYYY-MM-DD') AS "nextDay",
       (SELECT id FROM transactions WHERE type = 'withdrawal' AND created_at >= t.created_at
          ORDER BY created_at LIMIT 1) AS "withdrawalId"
     FROM transactions t JOIN users u ON u.id = t.user_id
     WHERE t.type = 'deposit'
       AND t.created_at >= (SELECT min(created_at) + (max(created_at) - min(created_at)) / 2 FROM transactions)
     ORDER BY t.created_at LIMIT 1`,
  );
  if (!row) throw new Error('The database is empty');
  const actor = { userId: row.userId, username: row.username, role: 'user' } as unknown as Actor;
  const at = row.at;
  return {
    ...row,
    actor,
    middle: toCursor({ at, id: row.transactionId }),
    middleUser: toCursor({ at, id: row.userId }),
    // The record of a transaction's decision has its id and its number.
    middleRecord: toCursor({ at, id: row.transactionId, seq: row.seq }),
  };
}

function screensOf(deps: Deps, sample: Sample): Screens {
  return { ...adminScreens(deps, sample), ...searches(deps, sample), ...userScreens(deps, sample) };
}

function adminScreens(deps: Deps, sample: Sample): Screens {
  const { actor, transactionId, withdrawalId, middle, middleUser, middleRecord } = sample;
  const limit = 50;
  const page = { limit, search: '' };
  return {
    'admin dashboard': () => getAdminDashboard(deps),
    'charts, 90 days': () => getCharts(deps, 90),
    'work in view': () => getWork(deps, { role: 'admin', adminRole: 'administrator' }),
    'users, first page': () => listUsers(deps, page),
    'users, in the middle': () => listUsers(deps, { ...page, cursor: middleUser }),
    'user detail': () => getUser(deps, userIdSchema.parse(actor.userId)),
    'saved views': () => listViews(deps, actor),
    'rejection reasons': () => listReasons(deps, 'rejection'),
    'a person’s timeline': () =>
      listTimeline(deps, actor.userId, { userId: actor.userId, kind: 'all', limit }),
    'a person’s timeline: decisions': () =>
      listTimeline(deps, actor.userId, { userId: actor.userId, kind: 'decisions', limit }),
    'a person’s timeline: nothing of a kind': () =>
      listTimeline(deps, actor.userId, { userId: actor.userId, kind: 'notes', limit }),
    'pending deposits': () =>
      listTransactions(deps, actor.userId, { limit, type: 'deposit', tab: 'pending' }),
    'deposit history': () =>
      listTransactions(deps, actor.userId, { limit, type: 'deposit', tab: 'history' }),
    'deposit history, in the middle': () =>
      listTransactions(deps, actor.userId, {
        limit,
        type: 'deposit',
        tab: 'history',
        cursor: middle,
      }),
    'pending withdrawals': () =>
      listTransactions(deps, actor.userId, { limit, type: 'withdrawal', tab: 'pending' }),
    'withdrawal history': () =>
      listTransactions(deps, actor.userId, { limit, type: 'withdrawal', tab: 'history' }),
    'queue of deposits': () => listQueue(deps, actor.userId, { limit, type: 'deposit' }),
    'queue of withdrawals': () => listQueue(deps, actor.userId, { limit, type: 'withdrawal' }),
    'what is under way': () => listUnderWay(deps, actor.userId),
    'a deposit on the desk': () => getDeskRequest(deps, actor, transactionId),
    'a withdrawal on the desk': () => getDeskRequest(deps, actor, withdrawalId),
    'counts of the tabs': () => countTransactions(deps.db),
    'transaction details': () => getTransaction(deps, actor, transactionId),
    'export, its first chunk': () => exportChunk(deps, {}),
    'audit, first page': () => listAudit(deps, page),
    'audit, in the middle': () => listAudit(deps, { ...page, cursor: middleRecord }),
    'audit, one action': () => listAudit(deps, { ...page, action: 'transaction.reject' }),
    'audit, a rare action': () => listAudit(deps, { ...page, action: 'user.create' }),
    'audit, actions and state': () => Promise.all([listActions(deps), getVerification(deps)]),
    'sources, QR codes, banners, banks, links': () =>
      Promise.all([
        listSources(deps),
        listQrCodes(deps),
        listBanners(deps),
        listActiveBanks(deps),
        listSiteUrls(deps),
      ]),
  };
}

function searches(deps: Deps, sample: Sample): Screens {
  const { actor, username, reference, middle, day, nextDay, transactionId } = sample;
  const find = (filters: object) =>
    searchTransactions(deps, actor.userId, {
      ...adminTransactionFilters.parse(filters),
      limit: 50,
    });
  const findUsers = (search: string) => listUsers(deps, { search, limit: 50 });
  const findDeposits = (search: string) =>
    listTransactions(deps, actor.userId, { type: 'deposit', tab: 'history', search, limit: 50 });
  const ask = (search: string) =>
    Promise.all([
      listUsers(deps, { search, limit: PALETTE_ROWS }),
      searchTransactions(deps, actor.userId, {
        ...adminTransactionFilters.parse({ search }),
        limit: PALETTE_ROWS,
      }),
    ]);
  const findAudit = (search: string) => listAudit(deps, { search, limit: 50 });
  return {
    'users search: one username': () => findUsers(username),
    'users search: a common name': () => findUsers('asha'),
    'users search: an address': () => findUsers('mail777@'),
    'users search: two letters': () => findUsers('ra'),
    'users search: two rare letters': () => findUsers('zq'),
    'users search: nobody': () => findUsers('nobody here'),
    'all transactions': () => find({}),
    'all transactions, in the middle': () =>
      searchTransactions(deps, actor.userId, {
        ...adminTransactionFilters.parse({}),
        limit: 50,
        cursor: middle,
      }),
    'transactions: rejected': () => find({ status: 'rejected' }),
    'transactions: approved withdrawals': () => find({ status: 'approved', type: 'withdrawal' }),
    'transactions: two days': () => find({ from: day, to: nextDay }),
    'transactions search: a reference': () => find({ search: reference }),
    'transactions search: part of one': () => find({ search: reference.slice(6, 14) }),
    'transactions search: a user': () => find({ search: username }),
    'transactions search: a user id': () => find({ search: actor.userId }),
    'transactions search: a common name': () => find({ search: 'asha' }),
    'transactions search: common': () => find({ search: 'upi' }),
    'transactions search: contradiction': () => find({ search: 'dep-', type: 'withdrawal' }),
    'transactions search: two letters': () => find({ search: 'im' }),
    'transactions search: two rare letters': () => find({ search: 'zq' }),
    'transactions search: nothing': () => find({ search: 'no such thing' }),
    'deposits search: a user': () => findDeposits(username),
    'deposits search: a common name': () => findDeposits('asha'),
    'export, its first chunk: two days': () => exportChunk(deps, { from: day, to: nextDay }),
    'export, its first chunk: a common name': () => exportChunk(deps, { search: 'asha' }),
    'export, its first chunk: contradiction': () =>
      exportChunk(deps, { search: 'dep-', type: 'withdrawal' }),
    'palette: a user': () => ask(username),
    'palette: a reference': () => ask(reference),
    'palette: a common name': () => ask('asha'),
    'palette: two letters': () => ask('as'),
    'audit search: an administrator': () => findAudit('admin'),
    'audit search: a user': () => findAudit(username),
    'audit search: an id': () => findAudit(transactionId),
    'audit search: a common name': () => findAudit('asha'),
  };
}

function userScreens(deps: Deps, { actor, reference }: Sample): Screens {
  const filters = adminTransactionFilters.parse({});
  return {
    'own dashboard': () =>
      Promise.all([
        getWallet(deps.db, actor.userId),
        getOwnCounts(deps, actor),
        listRecent(deps, actor),
      ]),
    passbook: () => listPassbook(deps, actor, { ...filters, limit: 50 }),
    'passbook, searched': () =>
      listPassbook(deps, actor, { ...filters, search: reference, limit: 50 }),
    notifications: () => listNotifications(deps, actor, { tab: 'all', limit: 50 }),
    'bank accounts': () => listBankAccounts(deps, actor),
    profile: () => getOwnProfile(deps, actor),
  };
}

/** The header and the first batch of rows. */
async function exportChunk(deps: Deps, filters: object): Promise<void> {
  const chunks = exportTransactions(deps, adminTransactionFilters.parse(filters));
  await chunks.next();
  await chunks.next();
  await chunks.return(undefined);
}
