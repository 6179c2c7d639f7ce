import { AUTO_APPROVAL_SETTINGS } from '#contract/reconciliation/rules.ts';
import { worstGrade } from '#contract/transactions/warnings.ts';
import { type AppError, appError } from '#server/base/errors.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { type Actor, restoreActor } from '#server/platform/auth/gate.ts';
import { runDeferredCommand } from '#server/platform/commands/command.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { decide } from '../review/decide.ts';
import { getSetting } from '../settings/settings.ts';
import {
  choose,
  forgetChoices,
  lockLinesToDecide,
  type MatchRow,
  publishMatches,
  selectMatches,
  taker,
} from '../statements/accept-matches.ts';
import { lockWithDuplicates } from '../transactions/lock-requests.ts';
import { findWarnings } from '../transactions/warnings.ts';
import {
  type Candidate,
  type Enabling,
  leaveToPeople,
  lockSettings,
  selectDaySum,
  selectDue,
  selectEnabling,
  takeTurn,
} from './approve-certain.queries.ts';
import { keyFrom } from './decide-matches.ts';

const MATCHES_PER_BATCH = 50;
const BATCHES_PER_RUN = 20;

type Parts = Pick<Deps, 'clock' | 'db'>;

/**
 * Approves certain matches that have waited, if the setting is on. Each batch is one transaction for the administrator who
 * imported the lines, with all limits of this person. A match that is refused is left to people. One server runs it at a
 * time.
 */
export async function approveCertainMatches(deps: Parts, signal: AbortSignal): Promise<void> {
  for (let n = 0; n < BATCHES_PER_RUN && !signal.aborted; n += 1) {
    if (await approveBatch(deps)) return;
  }
}

/** Returns whether nothing is left, or another server approves. */
async function approveBatch(deps: Parts): Promise<boolean> {
  const due = await findDue(deps.db, deps.clock.now());
  const [first] = due;
  if (!first) return true;
  const actor = importerOf(first);
  return runDeferredCommand(deps, actor, async (tx, forbidden) => {
    if (!(await takeTurn(tx))) return true;
    await approveDue(tx, { actor, due, forbidden });
    return false;
  });
}

/** Returns matches within the limits: one of more than what is left of today waits until tomorrow. */
async function findDue({ query }: Pick<Tx, 'query'>, at: Date): Promise<Candidate[]> {
  if (!(await getSetting(query, 'autoApproval'))) return [];
  const minutes = await getSetting(query, 'autoApprovalMinutes');
  const paise = Math.min(await getSetting(query, 'autoApprovalPaise'), await leftOf(query, at));
  return paise > 0 ? selectDue(query, { at, minutes, paise, limit: MATCHES_PER_BATCH }) : [];
}

/** Returns how much more may be approved today. */
async function leftOf(query: Query, at: Date): Promise<number> {
  return (await getSetting(query, 'autoApprovalDayPaise')) - (await selectDaySum(query, at));
}

/** The administrator who imported the lines. `lockActors` checks that this person could still decide. */
function importerOf({ importedBy: userId, username, sessionId }: Candidate): Actor {
  return restoreActor({
    role: 'admin',
    access: 'admin',
    permission: 'requests:decide',
    // Unused: the stored one is read in the transaction.
    adminRole: 'reviewer',
    userId,
    username,
    ip: 'system',
    credential: { kind: 'session', id: sessionId },
  });
}

interface Due {
  actor: Actor;
  due: readonly Candidate[];
  forbidden: AppError | undefined;
}

/** Approves what is still due after the locks, and leaves what is refused to people. */
async function approveDue(tx: Tx, { actor, due, forbidden }: Due): Promise<void> {
  await lockSettings(tx);
  const still = new Set((await findDue(tx, tx.beganAt)).map(({ id }) => id));
  const ids = due.flatMap(({ id }) => (still.has(id) ? [id] : []));
  if (ids.length === 0) return;
  const enabling = await selectEnabling(tx.query, AUTO_APPROVAL_SETTINGS);
  const refusal = forbidden ?? refuseImporter(actor, enabling);
  const { matches, gone } = await lockMatches(tx, actor, ids);
  leaveToPeople(tx, refuse(gone, appError('STATEMENT_LINE_USED')));
  if (refusal) return leaveToPeople(tx, refuse(matches, refusal));
  const within = await withinDay(tx, matches);
  await approve(tx, { actor, matches: within, enabledBy: enabling?.enabledBy ?? null });
}

const refuse = (matches: readonly { id: string }[], { code }: AppError) =>
  matches.map(({ id }) => ({ id, code }));

/** One person alone may not both change the settings and import the lines. */
function refuseImporter(actor: Actor, enabling: Enabling | undefined): AppError | undefined {
  const isAlone = !enabling || enabling.changedBy.includes(actor.userId);
  return isAlone ? appError('AUTOMATIC_APPROVAL_ALONE') : undefined;
}

/** Locks the requests and lines of matches. Those whose money is gone are returned in `gone`. */
async function lockMatches(
  tx: Tx,
  actor: Actor,
  ids: string[],
): Promise<{ matches: MatchRow[]; gone: { id: string }[] }> {
  const seen = await selectMatches(tx.query, ids);
  const requestIds = seen.flatMap(({ requestId }) => requestId ?? []);
  await lockWithDuplicates(tx, { ids: requestIds, approving: requestIds });
  const lineIds = seen.map(({ lineId }) => lineId);
  const take = taker(await lockLinesToDecide(tx, actor, lineIds));
  // Again: a concurrent command may have changed them before the lock.
  const now = await selectMatches(tx.query, ids);
  const matches = now.filter((one) => isOpen(one) && take([one]));
  const open = new Set(matches.map(({ id }) => id));
  return { matches, gone: now.filter(({ id }) => !open.has(id)) };
}

const isOpen = ({ state, grade, chosenBy, kind }: MatchRow) =>
  state === 'proposed' && grade === 'certain' && chosenBy === null && kind === 'deposit';

async function withinDay(tx: Tx, matches: readonly MatchRow[]): Promise<MatchRow[]> {
  let leftPaise = await leftOf(tx.query, tx.beganAt);
  return matches.filter(({ paise }) => {
    const isWithin = paise <= leftPaise;
    if (isWithin) leftPaise -= paise;
    return isWithin;
  });
}

interface Approving {
  actor: Actor;
  matches: readonly MatchRow[];
  enabledBy: string | null;
}

async function approve(tx: Tx, { actor, matches, enabledBy }: Approving): Promise<void> {
  if (matches.length === 0) return;
  const ids = matches.flatMap(({ requestId }) => requestId ?? []);
  const warnings = await findWarnings(tx, actor.userId, ids);
  await choose(tx, { matches, chosenBy: actor.userId });
  const results = await decide(tx, {
    actor,
    automatic: { enabledBy },
    uncheckedIds: new Set(
      ids.filter((id) => worstGrade({ warnings: warnings.get(id) ?? [] }) === 'stop'),
    ),
    decision: { ids, decision: 'approved', requestKey: keyFrom(ids.toSorted()) },
  });
  const refused = matches.flatMap(({ id, requestId }) => {
    const refusal = results.get(requestId ?? '');
    return refusal ? [{ id, requestId, code: refusal.code }] : [];
  });
  forgetChoices(
    tx,
    refused.flatMap(({ requestId }) => requestId ?? []),
  );
  leaveToPeople(tx, refused);
  publishMatches(
    tx,
    matches.map((match) => ({ match })),
  );
  if (refused.length < matches.length) {
    await notifyOfChange(tx, { kind: 'automaticApprovals', actor });
  }
}
