import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { type AppError, appError } from '../../base/errors.ts';
import type { Database, Tx } from '../../db/database.ts';
import { apiKeys } from '../../db/schema/api-keys.ts';
import { sessions as sessionTable } from '../../db/schema/sessions.ts';
import { users } from '../../db/schema/users.ts';
import {
  boolean,
  computed,
  nullable,
  type Selection,
  select,
  selectionOf,
  time,
  together,
} from '../../db/selection.ts';
import { readApiKey } from '../auth/api-key-state.ts';
import { FACTOR_DUE_AT } from '../auth/factor-policy.ts';
import { type Actor, type Credential, type Principal, refusalOf } from '../auth/gate.ts';
import {
  PASSWORD_RULE_APPLIES,
  readSession,
  readSessionOwner,
  type SessionState,
  sessionStateOf,
  WITH_SETTINGS,
} from '../auth/session-state.ts';
import { findSubjectRefusals, subjectOf } from '../auth/subjects.ts';
import { countKeyCommands } from './key-limits.ts';

/**
 * Runs a user's command in one transaction that checks and locks the user's rights again: an upload may take minutes
 * after the gate. `changing` names users whose rows the command changes, or who must not run such commands
 * concurrently.
 */
export async function runCommand<Result>(
  deps: { db: Database },
  who: Principal | { actor: Principal; changing: UserId[] },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const isWithMore = typeof who === 'object' && 'actor' in who;
  const { actor, changing } = isWithMore ? who : { actor: who, changing: [] };
  const outer = joined.get(deps.db);
  if (outer) return work(outer);
  if (actor === COMMAND_LINE) return deps.db.transaction((tx) => work(tx));
  const actors = { actors: [actor], changing };
  return deps.db.transaction((tx) => checked(tx, actors, work), { by: actor.userId });
}

/** Runs commands of several users in one transaction. `work` receives those whose actors still have their rights. */
export async function runCommands<Command extends { actor: Actor }, Result>(
  deps: { db: Database },
  { commands, lockTimeoutMs }: { commands: readonly Command[]; lockTimeoutMs: number },
  work: (tx: Tx, permitted: Command[]) => Promise<Result[]>,
): Promise<(Result | AppError)[]> {
  const run = async (tx: Tx) => {
    const actors = commands.map(({ actor }) => actor);
    const refusals = await lockActors(tx, { actors, changing: [], countsCommands: true });
    const permitted = commands.filter(({ actor }) => !refusals.get(actor));
    const worked = permitted.length > 0 ? await work(tx, permitted) : [];
    const results = new Map(permitted.map((command, n) => [command, worked[n] as Result]));
    return commands.map(
      (command) => refusals.get(command.actor) ?? (results.get(command) as Result),
    );
  };
  return deps.db.transaction(run, { lockTimeoutMs });
}

/** Like `runCommand`; if the actor has lost the right, `work` receives the reason. A logout is none. */
export async function runDeferredCommand<Result>(
  deps: { db: Database },
  actor: Actor,
  work: (tx: Tx, refusal: AppError | undefined) => Promise<Result>,
): Promise<Result> {
  return deps.db.transaction(async (tx) => {
    const refusals = await lockActors(tx, {
      actors: [actor],
      changing: [],
      read: () => readSessionOwner,
    });
    return work(tx, refusals.get(actor));
  });
}

/**
 * Runs the confirmation of another user's command in one transaction. It checks and locks the rights of both: throws if
 * the confirming user has lost them, and passes the refusal of the command's maker to `work`. A logout of the maker is
 * no refusal. An operator on the command line has no rights to check.
 */
export async function runConfirmation<Result>(
  deps: { db: Database },
  { actor, maker, changing }: { actor: Actor; maker: Principal; changing: UserId[] },
  work: (tx: Tx, makerRefusal: AppError | undefined) => Promise<Result>,
): Promise<Result> {
  const run = async (tx: Tx) => {
    const actors = maker === COMMAND_LINE ? [actor] : [actor, maker];
    const read = (one: Actor) => (one === maker ? readSessionOwner : readSession);
    const refusals = await lockActors(tx, { actors, changing: [...changing, actor.userId], read });
    const refusal = refusals.get(actor);
    if (refusal) throw refusal;
    return work(tx, maker === COMMAND_LINE ? undefined : refusals.get(maker));
  };
  return deps.db.transaction(run, { by: actor.userId });
}

/** The open transactions that commands of these databases join. */
const joined = new WeakMap<Database, Tx>();

/**
 * Returns a database whose transactions are parts of an open one, so that a command's service runs inside it. The rights
 * of the command's actor are not checked again: the open transaction has locked them. A part that
 * fails must fail the whole transaction.
 */
export function joinTransaction(db: Database, tx: Tx): Database {
  const inner = {
    ...db,
    orm: tx.orm,
    query: tx.query,
    prepared: tx.query,
    transaction: joinedTransaction(tx),
  };
  joined.set(inner, tx);
  return inner;
}

function joinedTransaction(tx: Tx): Database['transaction'] {
  return (work) => work(tx);
}

async function checked<Result>(
  tx: Tx,
  actors: { actors: Actor[]; changing: UserId[] },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (const refusal of (await lockActors(tx, { ...actors, countsCommands: true })).values())
    if (refusal) throw refusal;
  return work(tx);
}

/**
 * Locks the rows that grant actors their rights. Returns the refusal, if any, by actor. This is step 0 of the lock
 * order of `ledger/wallets.ts`: users by id, then sessions by id, then API keys by id, before any other row. The users
 * that programs act for are locked and checked like the actors.
 *
 * Every change that revokes a right updates one of these rows, so it waits. Foreign keys already lock the user's row
 * weakly, and upgrading that lock later could deadlock two commands of one user. Users in `changing`, and with them
 * all actors, are therefore locked against everything but foreign keys from the start.
 *
 * With `countsCommands`, the daily counters of keys with limits follow, by key id. Confirmations by a
 * second person and deferred commands are not counted.
 */
export async function lockActors(
  tx: Tx,
  {
    actors,
    changing,
    read = () => readSession,
    countsCommands = false,
  }: {
    actors: Actor[];
    changing: UserId[];
    read?: (actor: Actor) => typeof readSession;
    countsCommands?: boolean;
  },
): Promise<Map<Actor, AppError | undefined>> {
  const people = [...actors.flatMap((actor) => [actor.userId, subjectOf(actor)]), ...changing];
  const strength = changing.length > 0 ? 'NO KEY UPDATE' : 'SHARE';
  const lock = async <State extends { id: string }>(
    kind: Credential['kind'],
    columns: Selection<State>,
    statement: string,
  ) => {
    const ids = actors.flatMap(({ credential }) =>
      credential.kind === kind ? [credential.id] : [],
    );
    const found = ids.length > 0 ? await select(tx.lock, columns, statement, [ids, people]) : [];
    return new Map(found.map((state) => [state.id, state]));
  };
  const sessions = await lock('session', sessionColumns, lockSessions(strength));
  const keys = await lock('apiKey', keyColumns, lockApiKeys(strength));
  const subjects = await findSubjectRefusals(tx.query, actors);
  const overLimit = countsCommands ? await countKeyCommands(tx, actors, keys) : noRefusals;
  return new Map(
    actors.map((actor) => {
      const { kind, id } = actor.credential;
      const found =
        kind === 'session'
          ? readCredential(sessions.get(id), (session) => read(actor)(session, tx.beganAt))
          : readApiKey(keys.get(id), tx.beganAt);
      const refusal = found.refusal ?? refusalOf(actor, found) ?? subjects.get(actor);
      return [actor, refusal ?? overLimit.get(actor)];
    }),
  );
}

const noRefusals: ReadonlyMap<Actor, AppError> = new Map();

function readCredential<Owner>(
  session: SessionState | undefined,
  read: (session: SessionState) => Owner,
) {
  return session ? read(session) : { refusal: appError('MISSING_SESSION') };
}

type Strength = 'SHARE' | 'NO KEY UPDATE';

const sessionColumns = together(
  selectionOf(sessionTable, 's', ['id']),
  sessionStateOf('p'),
  computed({
    mustChangePassword: nullable(boolean(`p.must_change_password AND ${PASSWORD_RULE_APPLIES}`)),
    isConfirmed: boolean('s.confirmed_at IS NOT NULL'),
    factorDueAt: nullable(time('p.factor_due_at')),
  }),
);
const keyColumns = together(
  selectionOf(apiKeys, 'k', [
    ...(['id', 'expiresAt', 'revokedAt', 'suspensionReason', 'dayPaise', 'dayCommands'] as const),
  ]),
  selectionOf(users, 'p', ['username', 'role', 'adminRole', 'status']),
);

/** `count(*)` makes PostgreSQL lock all users before the first session. */
function lockSessions(strength: Strength): string {
  return `WITH ${people(strength)}
     SELECT ${sessionColumns.sql}
     FROM sessions s LEFT JOIN people p ON p.id = s.user_id ${WITH_SETTINGS}
     WHERE s.id = ANY ($1::uuid[]) AND (SELECT count(*) FROM people) >= 0
     ORDER BY s.id FOR SHARE OF s`;
}

function lockApiKeys(strength: Strength): string {
  return `WITH ${people(strength)}
     SELECT ${keyColumns.sql}
     FROM api_keys k JOIN people p ON p.id = k.user_id
     WHERE k.id = ANY ($1::uuid[]) AND (SELECT count(*) FROM people) >= 0
     ORDER BY k.id FOR SHARE OF k`;
}

function people(strength: Strength): string {
  return `people AS MATERIALIZED (
       SELECT u.id, u.username, u.role, u.admin_role, u.status, u.must_change_password, ${FACTOR_DUE_AT} AS factor_due_at
       FROM users u WHERE u.id = ANY ($2::uuid[]) ORDER BY u.id FOR ${strength} OF u)`;
}
