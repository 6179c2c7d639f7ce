import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { matchLines } from '#server/matching/match-lines.ts';
import type { Match, Matching, MatchRequest } from '#server/matching/matching.ts';
import { publishMatches } from '../accepting/service.ts';
import {
  endProposals,
  insertProposals,
  type LineRow,
  lockFreeLines,
  type ProposalRow,
  type RequestRow,
  replaceFindings,
  saveCompared,
  saveProgress,
  selectChangedRequests,
  selectDismissed,
  selectLines,
  selectLinesLike,
  selectLinesOf,
  selectNewLines,
  selectPayers,
  selectProposals,
  selectRequests,
  selectRequestsOf,
  takeTurn,
} from './queries.ts';

/** A batch is one transaction of less than a second. */
const LINES_PER_BATCH = 500;
const REQUESTS_PER_BATCH = 100;
/** Lines or requests of one kind that are compared with a batch. */
const MAX_COMPARED = 3000;
const BATCHES_PER_RUN = 20;

/**
 * Matches new lines with pending deposits, and new, changed and decided deposits with lines. Writes the proposals that are
 * true now and ends the others. A pair that an administrator has dismissed or undone is not proposed again. Progress is part of each batch, so that a run continues after a crash. One server runs it at a
 * time.
 */
export async function matchNewLines(
  { db }: Pick<Deps, 'db'>,
  signal: AbortSignal,
  limit = MAX_COMPARED,
): Promise<void> {
  for (let n = 0; n < BATCHES_PER_RUN && !signal.aborted; n += 1) {
    const isDone = await db.transaction((tx) => matchBatch(tx, limit));
    if (isDone) return;
  }
}

/** Returns whether nothing is left, or another server matches. */
async function matchBatch(tx: Tx, limit: number): Promise<boolean> {
  if (!(await takeTurn(tx))) return true;
  const [newLines, changedIds] = [
    await selectNewLines(tx.query, LINES_PER_BATCH),
    await selectChangedRequests(tx.query, REQUESTS_PER_BATCH),
  ];
  if (!newLines && changedIds.length === 0) return true;
  const changed = await selectRequests(tx.query, changedIds);
  const linesOfChanged = await selectLinesOf(tx.query, { requests: changed, limit });
  const started = await selectLines(tx.query, newLines?.lineIds ?? []);
  const alike = await selectLinesLike(tx.query, { lines: started, limit });
  const ids = unique(newLines?.lineIds ?? [], linesOfChanged, alike);
  const lines = await lockFreeLines(tx, ids);
  await store(tx, { ids, lines }, await matchWithNeighbours(tx, { lines, changed, limit }));
  if (newLines) saveProgress(tx, newLines);
  if (changedIds.length > 0) saveCompared(tx, changedIds, changed);
  return false;
}

const unique = (...lists: readonly string[][]) => [...new Set(lists.flat())];

/**
 * Matches lines within all that can contradict: requests that they may pay, the other lines that may pay these, and the
 * requests of those. If there are too many to read, nothing is certain: what was not read could contradict.
 */
async function matchWithNeighbours(
  { query }: Tx,
  {
    lines,
    changed,
    limit,
  }: { lines: readonly LineRow[]; changed: readonly RequestRow[]; limit: number },
): Promise<Matching> {
  const nearIds = await selectRequestsOf(query, { lines, limit });
  const near = await selectRequests(
    query,
    unique(
      nearIds,
      changed.map(({ id }) => id),
    ),
  );
  const others = await selectLinesOf(query, { requests: near, limit });
  const all = await selectLines(
    query,
    unique(
      lines.map(({ id }) => id),
      others,
    ),
  );
  const farIds = await selectRequestsOf(query, { lines: all, limit });
  const requests = await selectRequests(
    query,
    unique(
      near.map(({ id }) => id),
      farIds,
    ),
  );
  const matching = matchLines(all, await withPayers({ query }, requests));
  const isCut = [nearIds, others, farIds].some(({ length }) => length >= limit);
  return isCut ? { ...matching, matches: matching.matches.map(asLikely) } : matching;
}

function asLikely(match: Match): Match {
  return match.grade === 'certain' ? { ...match, grade: 'likely' } : match;
}

async function withPayers(
  { query }: Pick<Tx, 'query'>,
  requests: readonly RequestRow[],
): Promise<MatchRequest[]> {
  const payers = await selectPayers(query, unique(requests.map(({ userId }) => userId)));
  const byUser = new Map(payers.map((payer) => [payer.userId, payer]));
  return requests.map((request) => {
    const { names = [], ids = [] } = byUser.get(request.userId) ?? {};
    return { ...request, payerNames: names, payerIds: ids };
  });
}

/** Changes the proposals and findings of these lines, which are locked. */
async function store(
  tx: Tx,
  { ids, lines }: { ids: readonly string[]; lines: readonly LineRow[] },
  matching: Matching,
): Promise<void> {
  const accountOf = new Map(lines.map(({ id, accountId }) => [id, accountId]));
  const dismissed = new Set((await selectDismissed(tx.query, ids)).map(pairOf));
  const found = matching.matches.filter((match) => !dismissed.has(pairOf(match)));
  const wanted = found.flatMap((match) => {
    const accountId = accountOf.get(match.lineId);
    return accountId === undefined ? [] : [{ ...match, accountId }];
  });
  const known = await selectProposals(tx.query, ids);
  const keys = new Set(wanted.map(keyOf));
  const knownKeys = new Set(known.map(keyOf));
  const ended = known.filter((proposal) => !keys.has(keyOf(proposal)));
  const added = wanted.filter((match) => !knownKeys.has(keyOf(match)));
  if (ended.length > 0)
    endProposals(
      tx,
      ended.map(({ id }) => id),
    );
  if (added.length > 0) insertProposals(tx, added);
  const findings = matching.findings.filter(({ lineId }) => accountOf.has(lineId));
  if (ids.length > 0) replaceFindings(tx, ids, findings);
  const accounts = [...ended, ...added].flatMap(({ lineId }) => accountOf.get(lineId) ?? []);
  publishMatches(
    tx,
    accounts.map((accountId) => ({ match: { accountId } })),
  );
}

const pairOf = ({ lineId, requestId }: { lineId: string; requestId: string }) =>
  `${lineId} ${requestId}`;

const keyOf = ({ lineId, requestId, paise, grade, reason }: Omit<ProposalRow, 'id'>) =>
  `${lineId} ${requestId} ${paise} ${grade} ${reason}`;
