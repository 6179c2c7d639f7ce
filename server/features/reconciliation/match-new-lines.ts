import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { matchInSteps } from '#server/matching/match-lines.ts';
import type { Match, Matching, MatchRequest } from '#server/matching/matching.ts';
import { publishMatches } from '../statements/accept-matches.ts';
import {
  type LineRow,
  lockFreeLines,
  type RequestRow,
  selectAmountsOf,
  selectLines,
  selectLinesLike,
  selectLinesOfAmounts,
  selectLinesOfRequests,
  selectPayers,
  selectRequests,
  selectRequestsOfAmounts,
  selectRequestsWithKeys,
  unique,
} from './match-new-lines.queries.ts';
import {
  markChanged,
  saveCompared,
  saveProgress,
  selectChangedRequests,
  selectNewLines,
  takeTurn,
} from './match-progress.queries.ts';
import {
  deleteFindings,
  endProposals,
  type FindingRow,
  insertProposals,
  type ProposalRow,
  selectDismissed,
  selectFindings,
  selectProposals,
  selectProposalsFor,
  writeFindings,
} from './proposals.queries.ts';

/** A batch is one transaction: these lines or requests, and all others of the same amounts. */
const LINES_PER_BATCH = 1000;
const REQUESTS_PER_BATCH = 300;
/** Lines of a batch, so that its memory is bounded: as many as a file can have. */
const MAX_COMPARED = 100_000;
const BATCHES_PER_RUN = 20;
/** Between slices, other work of the server runs. */
const SLICE_MS = 10;

/**
 * Matches new lines with pending deposits, and new, changed and decided deposits with lines. Writes the proposals that are
 * true now and ends the others. A pair that an administrator has dismissed or undone is not proposed again. Progress is part of each batch, so that a run continues after a crash. One server runs it at a
 * time.
 */
export async function matchNewLines(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  signal: AbortSignal,
  limit = MAX_COMPARED,
): Promise<void> {
  for (let n = 0; n < BATCHES_PER_RUN && !signal.aborted; n += 1) {
    const isDone = await db.transaction((tx) => matchBatch(tx, { limit, log }));
    if (isDone) return;
  }
}

/** Returns whether nothing is left, or another server matches. */
async function matchBatch(
  tx: Tx,
  { limit, log }: { limit: number; log: Deps['log'] },
): Promise<boolean> {
  if (!(await takeTurn(tx))) return true;
  const newLines = await selectNewLines(tx.query, LINES_PER_BATCH);
  const added = newLines?.paise ?? [];
  const changed = await selectChangedRequests(tx.query, {
    ...{ paise: added, limit: REQUESTS_PER_BATCH },
  });
  if (!newLines && changed.length === 0) return true;
  const requests = await selectRequests(
    tx.query,
    changed.map(({ id }) => id),
  );
  const paise = unique(added, await selectAmountsOf(tx.query, requests));
  const near = await selectLinesOfAmounts(tx.query, { paise, limit });
  const isCut = near.length >= limit;
  if (isCut)
    log.warn({ lines: near.length }, 'matching: too many lines of one amount; none is certain');
  const group = await readGroup(tx, {
    ...{ paise, requests, lineIds: unique(newLines?.lineIds ?? [], near) },
  });
  const matching = await matchInSlices(tx, group);
  const matches = isCut ? matching.matches.map(asLikely) : matching.matches;
  await store(tx, {
    ...{ group, matching: { ...matching, matches }, changed: changed.map(({ id }) => id) },
  });
  if (newLines) saveProgress(tx, newLines);
  // Deposits without a line are shown as compared up to the end of the import.
  if (newLines?.paise.length === 0) publishMatches(tx, [{ match: newLines }]);
  if (changed.length > 0) saveCompared(tx, changed, group.requests);
  return false;
}

interface Group {
  lines: LineRow[];
  /** Lines with proposals or findings of the requests, whose money is matched or gone. */
  spentIds: string[];
  requests: (MatchRequest & RequestRow)[];
}

/**
 * Reads what can match or contradict within some amounts: their pending deposits and lines, deposits with keys of the lines,
 * and lines with keys of these deposits. A deposit of another amount is only a part of a merged payment.
 */
async function readGroup(
  tx: Tx,
  from: { paise: readonly number[]; requests: readonly RequestRow[]; lineIds: readonly string[] },
): Promise<Group> {
  const { query } = tx;
  const ofAmounts = await selectRequestsOfAmounts(query, from.paise);
  const near = await selectRequests(
    query,
    unique(
      ofAmounts,
      from.requests.map(({ id }) => id),
    ),
  );
  const nearIds = unique([...from.lineIds], await selectLinesOfRequests(query, near));
  const known = await selectLines(query, nearIds);
  const missing = await selectLines(query, await selectLinesLike(query, known));
  const amounts = new Set(from.paise);
  const lines = [...known, ...missing].filter((line) => amounts.has(Math.abs(line.paise)));
  const keyed = without(
    await selectRequestsWithKeys(query, lines),
    near.map(({ id }) => id),
  );
  const all = [...near, ...(await selectRequests(query, keyed))];
  // Usually none, and a set of 90,000 ids blocks the thread.
  const knownIds = known.length === nearIds.length ? nearIds : known.map(({ id }) => id);
  const spentIds = knownIds === nearIds ? [] : without(nearIds, knownIds);
  return { lines, spentIds, requests: await withContext(tx, { lines, requests: all }) };
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  const left = new Set(ids);
  for (const id of others) left.delete(id);
  return [...left];
}

/** Sends an empty query between slices, so that the transaction is not idle for long. */
async function matchInSlices(
  { query }: Pick<Tx, 'query'>,
  { lines, requests }: Group,
): Promise<Matching> {
  const steps = matchInSteps(lines, requests);
  let startedAt = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - startedAt < SLICE_MS) continue;
    await query('SELECT');
    startedAt = performance.now();
  }
}

function asLikely(match: Match): Match {
  return match.grade === 'certain' ? { ...match, grade: 'likely' } : match;
}

async function withContext(
  { query }: Pick<Tx, 'query'>,
  { lines, requests }: { lines: readonly LineRow[]; requests: readonly RequestRow[] },
): Promise<Group['requests']> {
  const payers = await selectPayers(query, unique(requests.map(({ userId }) => userId)));
  const byUser = new Map(payers.map((payer) => [payer.userId, payer]));
  const proposals = await selectProposalsFor(
    query,
    requests.map(({ id }) => id),
  );
  const proposed = new Set(proposals.map(({ lineId }) => lineId));
  const here = new Set(lines.filter(({ id }) => proposed.has(id)).map(({ id }) => id));
  const elsewhere = new Set(
    proposals.filter(({ lineId }) => !here.has(lineId)).map(({ requestId }) => requestId),
  );
  return requests.map((request) => {
    const { names = [], ids = [] } = byUser.get(request.userId) ?? {};
    const isProposedElsewhere = elsewhere.has(request.id);
    return { ...request, payerNames: names, payerIds: ids, isProposedElsewhere };
  });
}

/** Changes the proposals and findings of the lines of a group. Only lines with a change are locked. */
async function store(
  tx: Tx,
  { group, matching, changed }: { group: Group; matching: Matching; changed: readonly string[] },
): Promise<void> {
  const changes = await findChanges(tx, group, matching);
  const all = [changes.ended, changes.added, changes.findings, changes.settled];
  const lineIds = new Set(all.flat().map(({ lineId }) => lineId));
  const locked = await lockFreeLines(tx, [...lineIds]);
  // Money of a line may have been matched since it was read. Its deposit was changed then, and is compared again.
  const read = group.lines.filter(({ id }) => lineIds.has(id));
  const before = new Map(read.map(({ id, paise }) => [id, paise]));
  const now = new Map(locked.map(({ id, paise }) => [id, paise]));
  const isSame = ({ lineId }: { lineId: string }) => before.get(lineId) === now.get(lineId);
  const [ended, added] = [changes.ended.filter(isSame), changes.added.filter(isSame)];
  if (ended.length > 0)
    endProposals(
      tx,
      ended.map(({ id }) => id),
    );
  if (added.length > 0) insertProposals(tx, added);
  deleteFindings(
    tx,
    changes.settled.filter(isSame).map(({ lineId }) => lineId),
  );
  writeFindings(tx, changes.findings.filter(isSame));
  const elsewhere = group.requests.filter((one) => one.isProposedElsewhere).map(({ id }) => id);
  const firm = added.filter(({ grade }) => grade !== 'possible');
  const paid = new Set(firm.map(({ requestId }) => requestId));
  markChanged(
    tx,
    without(elsewhere, changed).filter((id) => paid.has(id)),
  );
  const accounts = new Map(locked.map(({ id, accountId }) => [id, accountId]));
  publishMatches(
    tx,
    [...ended, ...added].flatMap(({ lineId }) => {
      const accountId = accounts.get(lineId);
      return accountId === undefined ? [] : [{ match: { accountId } }];
    }),
  );
}

/** Compares what is true with what is stored. `settled` has lines that need no finding any more. */
async function findChanges({ query }: Tx, { lines, spentIds }: Group, matching: Matching) {
  const ids = [...lines.map(({ id }) => id), ...spentIds];
  const matched = new Set(matching.matches.map(({ lineId }) => lineId));
  const accountOf = new Map(
    lines.filter(({ id }) => matched.has(id)).map(({ id, accountId }) => [id, accountId]),
  );
  const dismissed = new Set((await selectDismissed(query, ids)).map(pairOf));
  const wanted = matching.matches.flatMap((match) => {
    const accountId = accountOf.get(match.lineId);
    return accountId === undefined || dismissed.has(pairOf(match)) ? [] : [{ ...match, accountId }];
  });
  const [known, noted] = [await selectProposals(query, ids), await selectFindings(query, ids)];
  const [keys, knownKeys] = [new Set(wanted.map(keyOf)), new Set(known.map(keyOf))];
  const [found, notedKeys] = [
    new Set(matching.findings.map(({ lineId }) => lineId)),
    new Set(noted.map(findingKeyOf)),
  ];
  return {
    ended: known.filter((proposal) => !keys.has(keyOf(proposal))),
    added: wanted.filter((match) => !knownKeys.has(keyOf(match))),
    findings: matching.findings.filter((finding) => !notedKeys.has(findingKeyOf(finding))),
    settled: noted.filter(({ lineId }) => !found.has(lineId)),
  };
}

const findingKeyOf = ({ lineId, state, requestIds }: FindingRow) =>
  `${lineId} ${state} ${requestIds.join(' ')}`;

const pairOf = ({ lineId, requestId }: { lineId: string; requestId: string }) =>
  `${lineId} ${requestId}`;

const keyOf = ({ lineId, requestId, paise, grade, reason }: Omit<ProposalRow, 'id'>) =>
  `${lineId} ${requestId} ${paise} ${grade} ${reason}`;
