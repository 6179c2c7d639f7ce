import type { ProofKind } from '#contract/sessions/rules.ts';
import { isLockTimeout } from '../../base/outages.ts';
import type { Database, Query } from '../../db/database.ts';
import { computed, select, text } from '../../db/selection.ts';
import { type AuditEntry, type AuditInput, recordAudit } from './audit.ts';

/*
 * Records of what people read or were refused. They are collected in memory and written by a background job, so that reading
 * costs nothing and a flood writes a bounded number of records. A crash loses those of the last seconds.
 */

/** Chain of records that concern no known user. */
const NOBODY = 'access';
/** Beyond this, occurrences are only counted. */
const MAX_COLLECTED = 2000;
/** A chain that a command holds for longer is written in the next turn, so that no command waits for another user's. */
const LOCK_TIMEOUT_MS = 200;
const MINUTE_MS = 60_000;
const VIEW_WINDOW_MS = 10 * MINUTE_MS;
/** Most records of a server and minute, by kind. Views are by administrators only, and complete. */
const MAX_A_MINUTE = { failure: 20, refusal: 20, view: Number.POSITIVE_INFINITY };
type Kind = keyof typeof MAX_A_MINUTE;

interface Noted {
  kind: Kind;
  /** Occurrences with the same key within `windowMs` are one record. */
  key: string;
  windowMs: number;
  input: (attempts: number, chainOf: (username: string) => string | undefined) => AuditInput;
  username?: string;
}

interface Collected extends Noted {
  sinceMs: number;
  unwritten: number;
  isWritten: boolean;
}

interface Collection {
  byKey: Map<string, Collected>;
  /** Occurrences that had no room, by kind. */
  further: Record<'failure' | 'refusal', number>;
  minute: { startMs: number; written: Record<Kind, number> };
}

const collections = new WeakMap<Database, Collection>();
const nothingWritten = () => ({ failure: 0, refusal: 0, view: 0 });

function collectionOf(db: Database): Collection {
  const known = collections.get(db);
  if (known) return known;
  const made: Collection = {
    byKey: new Map(),
    further: { failure: 0, refusal: 0 },
    minute: { startMs: 0, written: nothingWritten() },
  };
  collections.set(db, made);
  return made;
}

interface Needs {
  db: Database;
  clock: { now(): Date };
}

function note({ db, clock }: Needs, noted: Noted): void {
  const { byKey, further } = collectionOf(db);
  const known = byKey.get(noted.key);
  if (known) known.unwritten += known.kind === 'view' && known.isWritten ? 0 : 1;
  else if (byKey.size < MAX_COLLECTED || noted.kind === 'view') {
    byKey.set(noted.key, {
      ...noted,
      sinceMs: clock.now().getTime(),
      unwritten: 1,
      isWritten: false,
    });
  } else further[noted.kind] += 1;
}

const MAX_TYPED_LENGTH = 64;

/** An unknown name may be a password typed into the wrong field, so two characters and the length are kept. */
const shortened = (typed: string) => `${[...typed].slice(0, 2).join('')}… (${[...typed].length})`;

/** Notes a failed sign-in: one record a minute for a username and address. */
export function noteFailedLogin(
  deps: Needs,
  { username, ip }: { username: string; ip: string },
): void {
  const typed = username.replaceAll(/\p{Cc}/gu, '\uFFFD').slice(0, MAX_TYPED_LENGTH);
  note(deps, {
    kind: 'failure',
    key: `failure ${typed.toLowerCase()} ${ip}`,
    windowMs: MINUTE_MS,
    username: typed,
    input: (attempts, chainOf) => {
      const userId = chainOf(typed);
      const after = { attempts, typed: userId ? typed : shortened(typed) };
      const entry = { action: 'session.fail', entity: 'session', before: null, after } as const;
      const entries = [{ ...entry, chainId: userId ?? NOBODY, entityId: userId ?? 'unknown' }];
      return { actor: { userId: null, ip }, entries };
    },
  });
}

interface Person {
  userId: string;
  ip: string;
}

/** Notes a wrong proof of identity during a session: one record a minute for a person and address. */
export function noteFailedConfirmation(
  deps: Needs,
  { userId, ip, method }: Person & { method: ProofKind },
): void {
  note(deps, {
    kind: 'failure',
    key: `confirmation ${userId} ${ip} ${method}`,
    windowMs: MINUTE_MS,
    input: (attempts) => {
      const subject = { chainId: userId, entity: 'session', entityId: userId } as const;
      const after = { attempts, method };
      const entry = { ...subject, action: 'session.confirmFail', before: null, after } as const;
      return { actor: { userId, ip }, entries: [entry] };
    },
  });
}

/** Notes that a signed-in person was refused for lack of rights: one record each ten minutes for a person and route. */
export function noteRefusal(
  deps: Needs,
  { userId, ip, route, becauseOf }: Person & { route: string; becauseOf: string },
): void {
  note(deps, {
    kind: 'refusal',
    key: `refusal ${userId} ${route} ${becauseOf}`,
    windowMs: VIEW_WINDOW_MS,
    input: (attempts) => {
      const after = { attempts, becauseOf };
      const entry = { action: 'access.refuse', entity: 'access', before: null, after } as const;
      return { actor: { userId, ip }, entries: [{ ...entry, chainId: userId, entityId: route }] };
    },
  });
}

type Viewed =
  | {
      action: 'receipt.view' | 'document.view' | 'accountNumber.view';
      id: string;
      ownerId: string;
    }
  /** `searched` distinguishes searches, and is not stored. */
  | { action: 'accountNumber.search'; id: string; searched: string };

/** Notes that somebody saw another's personal data: one record each ten minutes for a viewer and object. */
export function noteView(deps: Needs, { userId, ip }: Person, viewed: Viewed): void {
  const { action, id } = viewed;
  // A search is of no single person: it is in the chain of the person who searched.
  const ownerId = 'ownerId' in viewed ? viewed.ownerId : userId;
  if ('ownerId' in viewed && userId === ownerId) return;
  note(deps, {
    kind: 'view',
    key: `view ${userId} ${action} ${id} ${'searched' in viewed ? viewed.searched : ''}`,
    windowMs: VIEW_WINDOW_MS,
    input: () => ({ actor: { userId, ip }, entries: [toViewEntry(action, { id, ownerId })] }),
  });
}

function toViewEntry(
  action: Viewed['action'],
  { id, ownerId }: { id: string; ownerId: string },
): AuditEntry {
  const common = { chainId: ownerId, entityId: id, before: null, after: null };
  switch (action) {
    case 'receipt.view':
      return { ...common, action, entity: 'receipt' };
    case 'document.view':
      return { ...common, action, entity: 'document' };
    case 'accountNumber.view':
    case 'accountNumber.search':
      return { ...common, action, entity: 'accountNumber' };
  }
}

interface Write {
  input: AuditInput;
  onWritten(): void;
}

/** Writes what was noted to the audit log, chain by chain. What could not be written is written by the next call. */
export async function writeActivity(deps: Needs): Promise<void> {
  const { db, clock } = deps;
  const collection = collectionOf(db);
  const nowMs = clock.now().getTime();
  startMinute(collection, nowMs);
  const due = takeDue(collection, nowMs);
  const names = due.flatMap((one) => one.username ?? []);
  const ids = await findUserIds(db.background.query, names);
  const chainOf = (username: string) => ids.get(username.toLowerCase());
  const writes = due.map((one): Write => {
    // Others may be noted meanwhile.
    const attempts = one.unwritten;
    const onWritten = () => {
      Object.assign(one, { unwritten: one.unwritten - attempts, isWritten: true, sinceMs: nowMs });
      collection.minute.written[one.kind] += 1;
    };
    return { input: one.input(attempts, chainOf), onWritten };
  });
  const byChain = new Map<string | undefined, Write[]>();
  for (const write of [...writes, ...overflowOf(collection, nowMs)]) {
    const chainId = write.input.entries[0]?.chainId;
    byChain.set(chainId, [...(byChain.get(chainId) ?? []), write]);
  }
  for (const inChain of byChain.values()) await writeChain(db, inChain);
}

async function writeChain(db: Database, writes: Write[]): Promise<void> {
  const inputs = writes.map(({ input }) => input);
  try {
    await db.background.transaction((tx) => recordAudit(tx, inputs), {
      lockTimeoutMs: LOCK_TIMEOUT_MS,
    });
  } catch (error) {
    if (isLockTimeout(error)) return;
    throw error;
  }
  for (const { onWritten } of writes) onWritten();
}

function startMinute({ minute }: Collection, nowMs: number): void {
  const ageMs = nowMs - minute.startMs;
  if (ageMs >= 0 && ageMs < MINUTE_MS) return;
  Object.assign(minute, { startMs: nowMs, written: nothingWritten() });
}

/** Returns what is to be written, forgets what is over, and only counts what exceeds the limits. */
function takeDue({ byKey, further, minute }: Collection, nowMs: number): Collected[] {
  const due: Collected[] = [];
  const taken = nothingWritten();
  for (const [key, one] of byKey) {
    const ageMs = nowMs - one.sinceMs;
    const isOver = ageMs < 0 || ageMs >= one.windowMs;
    if (one.unwritten === 0 && isOver) byKey.delete(key);
    if (one.unwritten === 0 || (one.isWritten && !isOver)) continue;
    if (minute.written[one.kind] + taken[one.kind] < MAX_A_MINUTE[one.kind]) {
      taken[one.kind] += 1;
      due.push(one);
    } else if (one.kind !== 'view') {
      further[one.kind] += one.unwritten;
      byKey.delete(key);
    }
  }
  return due;
}

/** One record a minute for each kind of what exceeded the limits. */
function overflowOf({ further, minute }: Collection, nowMs: number): Write[] {
  if (minute.startMs !== nowMs) return [];
  const common = { chainId: NOBODY, entityId: 'others', before: null };
  const counted = { failure: further.failure, refusal: further.refusal };
  const toWrite = (kind: keyof typeof counted, entry: AuditEntry): Write => ({
    input: { actor: 'system', entries: [entry] },
    onWritten: () => {
      further[kind] -= counted[kind];
    },
  });
  const writes: Write[] = [];
  if (counted.failure > 0) {
    const after = { attempts: counted.failure };
    const entry = { ...common, action: 'session.fail', entity: 'session', after } as const;
    writes.push(toWrite('failure', entry));
  }
  if (counted.refusal > 0) {
    const after = { attempts: counted.refusal };
    const entry = { ...common, action: 'access.refuse', entity: 'access', after } as const;
    writes.push(toWrite('refusal', entry));
  }
  return writes;
}

const typedColumns = computed({ typed: text('lower(typed)'), id: text('id') });

async function findUserIds(query: Query, usernames: string[]): Promise<Map<string, string>> {
  if (usernames.length === 0) return new Map();
  const rows = await select(
    query,
    typedColumns,
    'FROM unnest($1::text[]) AS typed JOIN users ON username = typed::citext',
    [usernames],
  );
  return new Map(rows.map(({ typed, id }) => [typed, id]));
}
