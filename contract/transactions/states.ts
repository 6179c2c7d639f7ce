/** The causes of an event: the owner, an administrator, a second one, a certain match, or time. */
export type Cause = 'owner' | 'administrator' | 'secondAdministrator' | 'certainMatch' | 'time';

/** Holds are of withdrawals only. `post` credits a deposit, and pays a withdrawal out of its hold. */
export type Effect = 'releaseHold' | 'post' | 'none';

interface Event {
  to: string;
  by: readonly Cause[];
  effect: Effect;
}

interface State {
  /** The column `status`. */
  status: 'pending' | 'approved' | 'rejected';
  /** English, as people read it, and the key in the catalogues. Null: the state is shown as its status. */
  word: string | null;
  /** Only if the word does not say it. */
  meaning?: string;
  /** The list of administrators that has it. A request in `pending` waits for a decision. */
  tab: 'pending' | 'history';
  /** Whether a withdrawal in this state holds its amount. */
  isHeld: boolean;
  /** Whether the ledger has the amount. */
  isPosted: boolean;
  /** The end of the name of its webhook event, `deposit.approved`; null if its event is not sent. */
  webhook: 'requested' | 'approved' | 'rejected' | 'cancelled' | null;
  /** The audit action that leads to it. */
  action: string;
  events: Readonly<Record<string, Event>>;
}

/** A decision was made and does not count yet. For people the request is still pending. */
const AWAITED = {
  status: 'pending',
  word: null,
  tab: 'pending',
  isHeld: true,
  isPosted: false,
  webhook: null,
  action: 'transaction.request',
} as const satisfies Partial<State>;

/**
 * The life of a request: each of its states, with the events that leave it. A request begins as `pending`; an
 * adjustment and a closure as `approved`. Adding a
 * state is a row here; then the compiler names the places that have to answer for it.
 */
export const REQUEST_STATES = {
  pending: {
    status: 'pending',
    word: 'Pending',
    tab: 'pending',
    isHeld: true,
    isPosted: false,
    webhook: 'requested',
    action: 'transaction.request',
    events: {
      approve: { to: 'approved', by: ['administrator', 'certainMatch'], effect: 'post' },
      reject: { to: 'rejected', by: ['administrator'], effect: 'releaseHold' },
      cancel: { to: 'cancelled', by: ['owner'], effect: 'releaseHold' },
      decideOnDesk: { to: 'deferred', by: ['administrator'], effect: 'none' },
      askForSecond: { to: 'unconfirmed', by: ['administrator'], effect: 'none' },
    },
  },
  deferred: {
    ...AWAITED,
    meaning: 'a decision waits for its undo time (a row of waiting_decisions)',
    events: {
      undo: { to: 'pending', by: ['administrator'], effect: 'none' },
      /** It cannot be carried out any more. */
      drop: { to: 'pending', by: ['time'], effect: 'none' },
      askForSecond: { to: 'unconfirmed', by: ['time'], effect: 'none' },
      approve: { to: 'approved', by: ['time'], effect: 'post' },
      reject: { to: 'rejected', by: ['time'], effect: 'releaseHold' },
      cancel: { to: 'cancelled', by: ['owner'], effect: 'releaseHold' },
    },
  },
  unconfirmed: {
    ...AWAITED,
    meaning: 'an approval waits for a second administrator (a row of approval_requests)',
    events: {
      approve: { to: 'approved', by: ['secondAdministrator'], effect: 'post' },
      refuse: {
        to: 'pending',
        by: ['secondAdministrator', 'administrator', 'time'],
        effect: 'none',
      },
      reject: { to: 'rejected', by: ['administrator'], effect: 'releaseHold' },
      cancel: { to: 'cancelled', by: ['owner'], effect: 'releaseHold' },
    },
  },
  approved: {
    status: 'approved',
    word: 'Approved',
    tab: 'history',
    isHeld: false,
    isPosted: true,
    webhook: 'approved',
    action: 'transaction.approve',
    events: {},
  },
  rejected: {
    status: 'rejected',
    word: 'Rejected',
    tab: 'history',
    isHeld: false,
    isPosted: false,
    webhook: 'rejected',
    action: 'transaction.reject',
    events: {},
  },
  cancelled: {
    status: 'rejected',
    word: 'Cancelled',
    meaning: 'the owner took it back (is_cancelled)',
    tab: 'history',
    isHeld: false,
    isPosted: false,
    webhook: 'cancelled',
    action: 'transaction.cancel',
    events: {},
  },
} as const satisfies Record<string, State>;

export type RequestState = keyof typeof REQUEST_STATES;
export type TransactionStatus = (typeof REQUEST_STATES)[RequestState]['status'];

/** The states with a word. */
export type ShownStatus = {
  [Name in RequestState]: (typeof REQUEST_STATES)[Name]['word'] extends null ? never : Name;
}[RequestState];

export const SHOWN_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'cancelled',
] as const satisfies readonly ShownStatus[];
export const TRANSACTION_STATUSES = [
  'pending',
  'approved',
  'rejected',
] as const satisfies readonly TransactionStatus[];

export function isShownStatus(value: unknown): value is ShownStatus {
  return SHOWN_STATUSES.some((name) => name === value);
}

interface Stored {
  status: TransactionStatus;
}

/** Returns the status that people read. A request that its owner cancelled is stored as rejected. */
export function toShownStatus(row: Stored & { isCancelled: boolean }): ShownStatus {
  return row.isCancelled ? 'cancelled' : row.status;
}

/** Returns whether a request waits for a decision. */
export function isDecidable({ status }: Stored): boolean {
  return REQUEST_STATES[status].tab === 'pending';
}

/** Returns whether the ledger has the amount: an approved request, an adjustment, a closure. */
export function isPosted({ status }: Stored): boolean {
  return REQUEST_STATES[status].isPosted;
}

/** Returns whether a request ended without money: it was rejected or cancelled. */
export function isRefused(row: Stored): boolean {
  return !isDecidable(row) && !isPosted(row);
}
