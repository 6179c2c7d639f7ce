import { MIN_WITHDRAWAL } from '#contract/rules.ts';
import { expect } from '../support/test.ts';
import { cannotOccur, computed, type Row, seen, tested } from './rows.ts';
import type { UserScene } from './user-scenes.ts';

const PROFILE = 'e2e/profile.spec.ts';
const SESSIONS = 'e2e/sessions.spec.ts';
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

/** Sections 3 to 9: what holds whatever the screen. */
export const userRuleRows: Row<UserScene>[] = [...entities, ...states, ...limits];
