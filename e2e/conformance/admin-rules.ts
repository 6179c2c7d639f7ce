import {
  DEFAULT_CAROUSEL_SECONDS,
  MAX_BANNER_BYTES,
  MAX_BANNER_HEIGHT,
  MAX_BANNER_WIDTH,
  MAX_CAROUSEL_SECONDS,
  MAX_UPLOAD_BYTES,
  MIN_CAROUSEL_SECONDS,
  MIN_PASSWORD_LENGTH,
  MIN_SOURCE_NAME_LENGTH,
  MIN_USERNAME_LENGTH,
  SHORT_ID_LENGTH,
} from '#contract/rules.ts';
import { requestDeposit } from '../support/api.ts';
import { expect } from '../support/test.ts';
import type { ListScene } from './admin-list-scenes.ts';
import { PERSON } from './admin-visits.ts';
import { cannotOccur, computed, type Row, seen, tested } from './rows.ts';

const RACE = 'e2e/race.spec.ts';
const HAZARDS = 'e2e/admin-hazards.spec.ts';
const DECISIONS = 'server/features/review/service.test.ts';

const states: Row<ListScene>[] = [
  {
    section: 4,
    statement:
      "A new request is told at once: 'New deposit Request', '₹41.00 deposit request requires approval'",
    proof: seen('settings', ({ wallet }) => requestDeposit(wallet, '41', PERSON)),
  },
  {
    section: 6,
    statement: 'The navigation counts what waits, live',
    proof: tested(HAZARDS, 'of two administrators, each sees what the other decided, and by whom'),
  },
  {
    section: 4,
    statement: "The slower of two: 'Failed to approved transaction', with the reason",
    proof: tested(
      RACE,
      'of two administrators with one request, the slower is told what became of it',
    ),
  },
  {
    section: 4,
    statement: 'An approval says when and by whom; its source and notes are optional',
    proof: tested(
      DECISIONS,
      'of a deposit credits, records who and when, notifies, audits and tells',
    ),
  },
  {
    section: 4,
    statement: 'A rejection needs no reason',
    proof: tested(DECISIONS, 'without a reason names none, and a rejected deposit moves nothing'),
  },
  {
    section: 4,
    statement: 'Approved and rejected are final',
    proof: tested(
      DECISIONS,
      'is final: with another key, by another or to the contrary it says what was decided, and by whom',
    ),
  },
  {
    section: 4,
    statement: 'A row that was decided stays a moment, marked, in the list that it leaves',
    proof: tested(HAZARDS, 'of two administrators, each sees what the other decided, and by whom'),
  },
  {
    section: 4,
    statement: 'Only what is approved counts in the totals',
    proof: tested(
      'server/features/dashboards/service.test.ts',
      'the administrators’ totals are those of all rows, folded or not',
    ),
  },
  {
    section: 8,
    statement:
      "A request that is gone: 'Cannot view receipt: invalid deposit data', 'Cannot approve deposit: invalid deposit data', 'Cannot reject deposit: invalid deposit data'",
    proof: tested(HAZARDS, 'what is gone is said to be gone'),
  },
  {
    section: 5,
    statement: "Deleting a default user: 'Default users cannot be deleted in demo mode'",
    proof: tested(
      'server/features/users/removal.test.ts',
      'default users, oneself, nobody and the last administrator are not deleted',
    ),
  },
  {
    section: 6,
    statement: 'A role counts from the next call on, whatever the browser holds',
    proof: tested('server/features/users/service.test.ts', 'a role counts from the next call on'),
  },
  {
    section: 9,
    statement: 'References are DEP-, WDL and ADM- with a moment, each but once',
    proof: tested(
      'server/features/deposits/service.test.ts',
      'the reference is the millisecond; one that is taken gives way to the next',
    ),
  },
  {
    section: 8,
    statement: "Approved: 'Deposit Approved'",
    proof: tested(RACE, 'two administrators who press at the same moment credit once'),
  },
  {
    section: 8,
    statement: "Rejected: 'Deposit Rejected'",
    proof: tested(HAZARDS, 'of two administrators, each sees what the other decided, and by whom'),
  },
  {
    section: 6,
    statement: "An administrator no more: 'Admin access required'",
    proof: tested(HAZARDS, 'a role just taken away ends what it allowed'),
  },
];

const limits: Row<ListScene>[] = [
  {
    section: 9,
    statement: 'Minimum lengths: password 6, username 3, source name 2; short ids 8',
    proof: computed(() => {
      expect(MIN_PASSWORD_LENGTH).toBe(6);
      expect(MIN_USERNAME_LENGTH).toBe(3);
      expect(MIN_SOURCE_NAME_LENGTH).toBe(2);
      expect(SHORT_ID_LENGTH).toBe(8);
    }),
  },
  {
    section: 9,
    statement: 'QR images up to 5 MB; banners up to 10 MB, stored at most 1200x600',
    proof: computed(() => {
      expect(MAX_UPLOAD_BYTES).toBe(5 * 1024 * 1024);
      expect(MAX_BANNER_BYTES).toBe(10 * 1024 * 1024);
      expect([MAX_BANNER_WIDTH, MAX_BANNER_HEIGHT]).toEqual([1200, 600]);
    }),
  },
  {
    section: 9,
    statement: 'Slide duration: default 10 s, from 5 to 60 s',
    proof: computed(() => {
      expect(DEFAULT_CAROUSEL_SECONDS).toBe(10);
      expect([MIN_CAROUSEL_SECONDS, MAX_CAROUSEL_SECONDS]).toEqual([5, 60]);
    }),
  },
];

const absent: Row<ListScene>[] = [
  {
    section: 8,
    statement: "'Failed to fetch users count'",
    proof: cannotOccur('The count comes with the other figures, in one answer.'),
  },
  {
    section: 5,
    statement: 'A receipt update ignores an empty URL',
    proof: cannotOccur('A deposit has its receipt from the start, and no one updates it.'),
  },
  {
    section: 8,
    statement: "'User has been deactivated', 'User has been activated'",
    proof: cannotOccur('The other variant is shown: deactivated or activated successfully.'),
  },
  {
    section: 8,
    statement: "'Failed to create transaction'",
    proof: cannotOccur('Administrators create none but by a balance, in one database transaction.'),
  },
  {
    section: 8,
    statement: "'Failed to update wallet balance in database'",
    proof: cannotOccur('A balance is written with its transaction, or not at all.'),
  },
  {
    section: 5,
    statement: "'Please select a role'",
    proof: cannotOccur('One of the two roles is always chosen.'),
  },
];

/** Sections 3 to 9: what holds whatever the screen. */
export const adminRuleRows: Row<ListScene>[] = [...states, ...limits, ...absent];
