import {
  DEFAULT_PAYMENT_METHOD,
  LANGUAGES,
  MAX_UPLOAD_BYTES,
  MIN_ACCOUNT_NUMBER_LENGTH,
  MIN_DEPOSIT,
  MIN_WITHDRAWAL,
  NOTIFICATIONS_LIMIT,
  SHORT_ID_LENGTH,
  UPLOAD_TYPES,
} from '#contract/rules.ts';
import { expect } from '../support/test.ts';
import { cannotOccur, computed, type Row, seen, tested } from './rows.ts';
import type { UserScene } from './user-scenes.ts';

const PROFILE = 'e2e/profile.spec.ts';
const SESSIONS = 'e2e/sessions.spec.ts';
const FAILURES = 'e2e/failures.spec.ts';
const NOTIFICATIONS = 'e2e/notifications.spec.ts';
const NOTIFICATIONS_TAKEN_BACK =
  'what the server does not do to notifications is taken back; more than 99 are 99+';
const SESSION_SERVICE = 'server/features/sessions/service.test.ts';

const entities: Row<UserScene>[] = [
  {
    section: 3,
    statement: 'Signing in writes isLoggedIn, userRole, userId and currentUser to the browser',
    proof: seen('dashboard', async ({ page }) => {
      const stored = await page.evaluate(() => ({ ...localStorage }));
      expect(stored).toMatchObject({ isLoggedIn: 'true', userRole: 'user' });
      const user = JSON.parse(stored.currentUser ?? '{}');
      expect(Object.keys(user)).toEqual(['id', 'username', 'role', 'created_at']);
      expect(user).toMatchObject({ id: stored.userId, username: 'demo', role: 'user' });
    }),
  },
  {
    section: 3,
    statement:
      "Support categories: 'Deposit Issues', 'Withdrawal Problems', 'Points Transfer Issues', 'Account Access', 'Transaction History', 'Balance Discrepancy', 'Technical Problems', 'Other Issues'",
    proof: seen('support', ({ page }) =>
      page.getByRole('combobox', { name: 'Issue Category' }).click(),
    ),
  },
  {
    section: 3,
    statement: "The account's type, 'Checking' or 'Savings', is asked for and not stored",
    proof: seen('newcomer, add bank account', ({ page }) =>
      page.getByRole('combobox', { name: 'Account Type' }).click(),
    ),
  },
  {
    section: 3,
    statement: 'An e-mail that nobody saved is shown as a hint and never saved',
    proof: tested(
      'server/features/profiles/service.test.ts',
      'are empty at first, with a placeholder for the e-mail',
    ),
  },
];

const states: Row<UserScene>[] = [
  {
    section: 4,
    statement: 'Every new deposit is pending, every new withdrawal too, and holds its amount',
    proof: tested(
      'server/features/withdrawals/service.test.ts',
      'a withdrawal holds its amount and keeps the beneficiary as it was',
    ),
  },
  {
    section: 4,
    statement: 'What an administrator made is hidden from the dashboard',
    proof: tested(
      'server/features/dashboards/service.test.ts',
      'hides what an administrator made, told by %s',
    ),
  },
  {
    section: 4,
    statement: 'Logout clears isLoggedIn, currentUser, userRole and userId',
    proof: tested(SESSIONS, 'logging out in one tab logs out the others'),
  },
  {
    section: 4,
    statement: "Validation: 'Missing session data'",
    proof: tested(
      SESSION_SERVICE,
      'no cookie and an unknown one are a missing session; the unknown one is taken away',
    ),
  },
  {
    section: 4,
    statement: "Validation: 'User not found in database' and 'User account is inactive'",
    proof: tested(SESSION_SERVICE, 'a deactivated user and a vanished one are told apart'),
  },
  {
    section: 4,
    statement: "'User account is inactive' is told at once and shows the way out",
    proof: tested(SESSIONS, 'a user deactivated while looking on is told and shown out'),
  },
  {
    section: 4,
    statement:
      'A new notification is shown at once, raises the unread count and is told in a toast',
    proof: tested('e2e/rejection.spec.ts', 'a rejection reaches the user with its reason'),
  },
  {
    section: 4,
    statement: 'The balance is the approved deposits less the approved withdrawals',
    proof: tested(
      'server/ledger/model.test.ts',
      'whatever is requested, decided, adjusted and repeated at once, some order explains it',
    ),
  },
  {
    section: 4,
    statement: 'The first bank account becomes the default; choosing one clears the others',
    proof: tested(
      'server/features/bank-accounts/service.test.ts',
      'is the first account, then the one that is added or chosen as such',
    ),
  },
  {
    section: 4,
    statement: "Own news replaces the profile's untouched fields",
    proof: tested(PROFILE, 'a profile: details, picture and password'),
  },
  {
    section: 4,
    statement: 'A stored language is accepted only if it is supported',
    proof: tested('web/lib/languages.test.ts', 'keeps the supported language %s'),
  },
  {
    section: 4,
    statement: 'An install prompt comes 5 s after it is possible, unless dismissed within the hour',
    proof: tested(
      'e2e/installation.spec.ts',
      'installing: offered, put off, accepted and turned down',
    ),
  },
  {
    section: 4,
    statement: "Validation: 'Validation error occurred'",
    proof: tested('e2e/failures.spec.ts', 'a session that could not be validated'),
  },
  {
    section: 4,
    statement: 'The carousel advances by itself, wraps around, and has dots and arrows',
    proof: tested('e2e/carousel.spec.ts', 'banners turn by themselves, and by hand'),
  },
];

const permissions: Row<UserScene>[] = [
  {
    section: 6,
    statement: 'Nothing but the login is open to strangers',
    proof: tested('server/gate.test.ts', '$path is closed to strangers, over RPC and REST'),
  },
  {
    section: 6,
    statement: 'Users see their own transactions only',
    proof: tested(
      'server/features/withdrawals/service.test.ts',
      'the history pages newest first through the caller’s own withdrawals only',
    ),
  },
  {
    section: 6,
    statement: 'Users use their own bank accounts only',
    proof: tested('server/features/withdrawals/service.test.ts', 'an account %s'),
  },
  {
    section: 6,
    statement: 'Users see and change their own profile only',
    proof: tested(
      'server/features/profiles/service.test.ts',
      'are saved whole and shown to no one else',
    ),
  },
  {
    section: 6,
    statement: 'Users read and delete their own notifications only',
    proof: tested(
      'server/features/notifications/service.test.ts',
      'each change can be repeated, and touches one’s own only',
    ),
  },
  {
    section: 6,
    statement: 'A receipt is seen by its owner and by administrators',
    proof: tested(
      'server/gate.test.ts',
      'a receipt is for its owner and administrators: to others it does not exist',
    ),
  },
  {
    section: 6,
    statement: 'Users see active banners',
    proof: tested(
      'server/features/banners/service.test.ts',
      'puts a banner last and tells everyone; users see active ones',
    ),
  },
  {
    section: 6,
    statement: 'Users see active QR codes',
    proof: tested(
      'server/features/qr-codes/service.test.ts',
      'an administrator adds a code, everyone’s list changes, and users see active ones only',
    ),
  },
  {
    section: 6,
    statement: 'Users see active site links',
    proof: tested(
      'server/features/site-urls/service.test.ts',
      'links come in order, to users the active ones, and everyone is told',
    ),
  },
];

const limits: Row<UserScene>[] = [
  {
    section: 9,
    statement: 'Minimum withdrawal: 10',
    proof: computed(() => expect(MIN_WITHDRAWAL).toBe(1000)),
  },
  {
    section: 8,
    statement: "Balance update: 'Balance updated but failed to create transaction record'",
    proof: cannotOccur('Both are written in one database transaction.'),
  },
  {
    section: 8,
    statement: "Session guard: 'Authentication error occurred'",
    proof: tested('e2e/failures.spec.ts', 'a session that could not be validated'),
  },
  {
    section: 8,
    statement: "Withdrawal: 'Amount must be greater than 0'",
    proof: cannotOccur('The form and the server refuse it as an invalid withdrawal amount.'),
  },
  {
    section: 8,
    statement: "Withdrawal: 'User not authenticated'",
    proof: cannotOccur('A call without a session is told to log in to make a withdrawal.'),
  },
  {
    section: 8,
    statement: "Withdrawal: 'No data returned from withdrawal submission'",
    proof: cannotOccur('A withdrawal that succeeded is answered with its transaction.'),
  },
  {
    section: 5,
    statement: 'Running balance: over the whole history, at every depth and under every filter',
    proof: tested(
      'server/features/transactions/passbook.test.ts',
      'is that of the whole history under the filter: %s',
    ),
  },
  {
    section: 9,
    statement:
      'Passbook export: passbook-{yyyy-MM-dd}.csv of all filtered rows, its columns, then the balance',
    proof: tested('e2e/passbook.spec.ts', 'exported as it is narrowed'),
  },
];

const PACE = 'web/features/dashboards/refetch-pace.test.ts';
const TOASTS = 'web/features/dashboards/failure-toasts.test.ts';
const INSTALLATION = 'e2e/installation.spec.ts';

const constants: Row<UserScene>[] = [
  {
    section: 9,
    statement: 'Six languages: en, hi, te, ml, ta, kn',
    proof: computed(() => expect(LANGUAGES).toEqual(['en', 'hi', 'te', 'ml', 'ta', 'kn'])),
  },
  {
    section: 9,
    statement: 'Minimum deposit 1; bank account numbers of at least 5 characters; short ids of 8',
    proof: computed(() => {
      expect([MIN_DEPOSIT, MIN_ACCOUNT_NUMBER_LENGTH, SHORT_ID_LENGTH]).toEqual([100, 5, 8]);
    }),
  },
  {
    section: 9,
    statement: 'Avatars and receipts: up to 5 MB, JPEG, PNG or WebP; the payment method is UPI',
    proof: computed(() => {
      expect(MAX_UPLOAD_BYTES).toBe(5_242_880);
      expect(UPLOAD_TYPES).toEqual(['image/jpeg', 'image/png', 'image/webp']);
      expect(DEFAULT_PAYMENT_METHOD).toBe('UPI');
    }),
  },
  {
    section: 9,
    statement: 'A withdrawal costs no fee',
    proof: tested(
      'web/features/withdrawals/withdrawal-form.test.ts',
      'is the amount requested, as there is no fee',
    ),
  },
  {
    section: 9,
    statement: 'Notifications come fifty at a time',
    proof: computed(() => expect(NOTIFICATIONS_LIMIT).toBe(50)),
  },
  {
    section: 9,
    statement: "The bell's badge shows '99+' above 99",
    proof: tested(NOTIFICATIONS, NOTIFICATIONS_TAKEN_BACK),
  },
  {
    section: 8,
    statement: 'Notifications that can not be read or deleted come back, and nothing is said',
    proof: tested(NOTIFICATIONS, NOTIFICATIONS_TAKEN_BACK),
  },
  {
    section: 8,
    statement: "Dashboard: 'Failed to load transactions'",
    proof: tested(FAILURES, 'the newest transactions, after three attempts'),
  },
  {
    section: 8,
    statement: 'Dashboard: such failures are told at least 5 s apart',
    proof: tested(TOASTS, 'come at least five seconds apart'),
  },
  {
    section: 8,
    statement: 'Dashboard: of failures at most three are told a period, which ends after 10 s',
    proof: tested(TOASTS, 'stop after three, until ten seconds have passed without one'),
  },
  {
    section: 8,
    statement: 'Dashboard: what was aborted is not told',
    proof: tested(TOASTS, 'knows a fetch that was given up'),
  },
  {
    section: 9,
    statement: 'Dashboard: three attempts, a second and then two seconds apart',
    proof: tested(PACE, 'makes three attempts, a second and then two seconds apart'),
  },
  {
    section: 9,
    statement: 'Dashboard: fetches are a second apart',
    proof: tested(PACE, 'keeps a second between a fetch and the next'),
  },
  {
    section: 9,
    statement: 'Bank accounts are fetched again 300 ms after news of them',
    proof: tested(
      'web/features/live/stale-queries.test.ts',
      'waits 300 ms for more news of bank accounts',
    ),
  },
  {
    section: 9,
    statement: 'References: DEP-{timestamp}',
    proof: tested(
      'server/features/deposits/service.test.ts',
      'the reference is the millisecond; one that is taken gives way to the next',
    ),
  },
  {
    section: 9,
    statement: 'Install hints stay 10 s on iOS, 12 s from the top bar elsewhere',
    proof: tested(
      INSTALLATION,
      'installing by hand: each browser its steps, for as long as they take to read',
    ),
  },
  {
    section: 9,
    statement: 'A dismissal hides the install card for an hour',
    proof: tested(
      'web/features/installations/memory.test.ts',
      'hides the card for an hour after it was dismissed',
    ),
  },
  {
    section: 8,
    statement: 'A translation that fails shows the original text',
    proof: tested(
      'server/features/translations/service.test.ts',
      'the original is shown when the service is down, and it is tried again after a pause',
    ),
  },
  {
    section: 8,
    statement: "Export: 'Export Complete'",
    proof: tested('e2e/passbook.spec.ts', 'exported as it is narrowed'),
  },
  {
    section: 5,
    statement: 'Passbook: search by reference, in any case; days inclusive, from start to end',
    proof: tested(
      'server/features/transactions/passbook.test.ts',
      'is that of the whole history under the filter: %s',
    ),
  },
];

/** Sections 3 to 9: what holds whatever the screen. */
export const userRuleRows: Row<UserScene>[] = [
  ...entities,
  ...states,
  ...permissions,
  ...limits,
  ...constants,
];
